import { createHash } from 'node:crypto';
import loadData from 'minecraft-data';
import { expect, test } from 'vitest';
import { chunkBlocks } from '../official-map.ts';
import { fortressesIn } from './fortress.ts';
import { fillNether, lavaTop, netherBiomes, roof } from './nether.ts';

const registry = loadData('1.16.5');
const names = new Map(Object.entries(registry.blocksByStateId).map(([state, block]) => [Number(state), block.name]));
const seed = 2026;

function chunk(x: number, z: number): { blocks: Uint16Array; things: string[] } {
  const blocks = new Uint16Array(chunkBlocks);
  return { blocks, things: fillNether(seed, x, z, blocks).map(({ id }) => String(id?.value)) };
}

const places = Array.from({ length: 100 }, (_, i) => [(i % 10) * 7 - 30, Math.floor(i / 10) * 7 - 30] as const);

test('the same seed makes the same Nether, in whatever order, for ever', () => {
  const few = places.slice(0, 12);
  const fingerprint = (order: readonly (readonly [number, number])[]): string => {
    const made = new Map(order.map(([x, z]) => [`${x},${z}`, chunk(x, z)]));
    const hash = createHash('sha256');
    for (const [x, z] of few)
      hash.update(made.get(`${x},${z}`)?.blocks ?? '').update(netherBiomes(seed, x, z).join(','));
    return hash.digest('hex').slice(0, 16);
  };
  expect(fingerprint(few.toReversed())).toBe(fingerprint(few));
  expect(fingerprint(few)).toBe('dce8bd4074962d87');
});

test('between bedrock and bedrock there are halls over a sea of lava, with ores, glowstone and five biomes', () => {
  const highest = new Map<string, number>();
  const count = new Map<string, number>();
  const biomes = new Set<number>();
  let open = 0;
  for (const [x, z] of places) {
    const { blocks } = chunk(x, z);
    for (const id of netherBiomes(seed, x, z)) biomes.add(id);
    blocks.forEach((state, i) => {
      const name = names.get(state) ?? 'none';
      if (i >> 8 > roof && name !== 'air') throw new Error(`${name} above the roof`);
      if (i >> 8 > roof) return;
      count.set(name, (count.get(name) ?? 0) + 1);
      highest.set(name, Math.max(highest.get(name) ?? 0, i >> 8));
    });
    open += blocks.subarray(120 << 8, 121 << 8).filter((state) => state === 0).length;
    for (const layer of [0, roof]) {
      expect(blocks.subarray(layer << 8, (layer + 1) << 8).every((state) => names.get(state) === 'bedrock')).toBe(true);
    }
  }
  const share = (name: string): number => (count.get(name) ?? 0) / places.length / (256 * (roof + 1));
  // The roof is thick.
  expect(open / places.length / 256).toBeLessThan(0.02);
  expect(share('air')).toBeGreaterThan(0.25);
  expect(share('air')).toBeLessThan(0.6);
  expect(share('lava')).toBeGreaterThan(0.03);
  expect(highest.get('lava')).toBe(lavaTop);
  for (const name of [
    'glowstone',
    'nether_quartz_ore',
    'nether_gold_ore',
    'ancient_debris',
    'soul_sand',
    'magma_block',
    'crimson_stem',
    'warped_stem',
  ]) {
    expect([name, (count.get(name) ?? 0) > 50]).toEqual([name, true]);
  }
  expect([...biomes].toSorted((a, b) => a - b)).toEqual([8, 170, 171, 172, 173]);
});

test('a fortress is whole across the borders of columns: its spawner, its chest, and a bridge of one piece', () => {
  const [site] = fortressesIn(seed, 0, 0, 400);
  if (!site) throw new Error('no fortress in so wide a land');
  const made = new Map<string, ReturnType<typeof chunk>>();
  const at = (x: number, y: number, z: number): string | undefined => {
    const key = `${x >> 4},${z >> 4}`;
    const found = made.get(key) ?? chunk(x >> 4, z >> 4);
    made.set(key, found);
    return names.get(found.blocks[(y << 8) | ((z & 15) << 4) | (x & 15)] ?? 0);
  };
  const bridge = Array.from({ length: 93 }, (_, i) => at(site.x + i - 46, 62, site.z));
  expect(new Set(bridge)).toEqual(new Set(['nether_bricks']));
  const walked = Array.from({ length: 93 }, (_, i) => at(site.x, 63, site.z + i - 46));
  expect(new Set(walked)).toEqual(new Set(['air']));
  for (let x = -4; x <= 4; x += 1) for (let z = -4; z <= 4; z += 1) at(site.x + x * 16, 0, site.z + z * 16);
  const things = [...made.values()].flatMap((each) => each.things).toSorted();
  expect(things).toEqual(['minecraft:chest', 'minecraft:mob_spawner']);
});
