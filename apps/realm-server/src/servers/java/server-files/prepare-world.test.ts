import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import loadRegistry from 'minecraft-data';
import nbt from 'prismarine-nbt';
import { Anvil as loadAnvil } from 'prismarine-provider-anvil';
import { plainSettings } from '@realmkeep/realm-protocol';
import { expect, onTestFinished, test } from 'vitest';
import type { KernelHost } from '../../kernel.ts';
import { findOfficialMap, officialMaps, officialSeed } from '../../../maps/official-maps.ts';
import { decodeColumn } from '../../../world-format/column-storage.ts';
import { homeOf } from '../../../maps/survival/sites.ts';
import { RegionFile } from '../../../world-format/region-file.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { worldOrigin } from '../../../world-folder/world-origin.ts';
import { prepareWorld } from './prepare-world.ts';

const registry = loadRegistry('1.16.5') as unknown as Registry;

function hostOf(map: string, seed?: string): KernelHost {
  const worldFolder = mkdtempSync(join(tmpdir(), 'realmkeep-world-'));
  onTestFinished(() => rmSync(worldFolder, { recursive: true, force: true }));
  const settings = { ...plainSettings, borderDiameter: 64 };
  const quiet = { log: () => undefined, assertClaim: () => undefined, stopping: new AbortController().signal };
  return { worldFolder, spec: { map, ...(seed && { seed }) }, settings, ...quiet } as unknown as KernelHost;
}

function levelOf({ worldFolder }: KernelHost): Record<string, unknown> {
  const root = nbt.parseUncompressed(gunzipSync(readFileSync(join(worldFolder, 'level.dat'))));
  return (nbt.simplify(root) as { Data: Record<string, unknown> }).Data;
}

const regionOf = ({ worldFolder }: KernelHost, x: number, z: number): RegionFile =>
  new RegionFile(join(worldFolder, 'region', `r.${x}.${z}.mca`));

test.each(officialMaps.map((map) => [map.name, map] as const))(
  'the land of %s is stored within the border, as it was drawn, and is known by its level.dat',
  async (name, map) => {
    const host = hostOf(name);
    const at = map.spawn(officialSeed);
    expect(await prepareWorld(host)).toEqual({ spawn: at, centre: at });
    const [chunkX, chunkZ] = [Math.floor(at.x / 16), Math.floor(at.z / 16)];
    const stored = regionOf(host, chunkX >> 5, chunkZ >> 5).read((chunkX & 31) + (chunkZ & 31) * 32);
    if (!stored) throw new Error('the chunk of the spawn point is not stored');
    const { sections } = decodeColumn(registry, stored);
    const blocks = new Uint16Array(16 * 256 * 16);
    map.fill(officialSeed, chunkX, chunkZ, blocks);
    const under = ((at.y - 1) << 8) | ((at.z & 15) << 4) | (at.x & 15);
    expect(blocks[under]).not.toBe(0);
    expect(sections[(at.y - 1) >> 4]?.[under & 4095]).toBe(blocks[under]);
    expect(levelOf(host)).toMatchObject({ DataVersion: 2586, SpawnX: at.x, SpawnY: at.y, SpawnZ: at.z, hardcore: 0 });
    const generator = JSON.stringify(levelOf(host)['WorldGenSettings']);
    expect(generator).toContain(name === 'islands' ? 'minecraft:the_void' : 'minecraft:grass_block');
  },
);

test('what was built stays, and nothing is stored beyond the border', async () => {
  const host = hostOf('meadow');
  await prepareWorld(host);
  const before = regionOf(host, 0, 0).read(0);
  rmSync(join(host.worldFolder, 'level.dat'));
  await regionOf(host, 0, 0).write(new Map([[1, Buffer.from('what somebody has built')]]), () => undefined);
  await prepareWorld(host);
  expect(regionOf(host, 0, 0).read(1)?.toString()).toBe('what somebody has built');
  expect(regionOf(host, 0, 0).read(0)).toEqual(before);
  expect(regionOf(host, 0, 0).read(2)).not.toBeNull();
  expect(regionOf(host, 0, 0).read(3)).toBeNull();
  expect(regionOf(host, 0, 0).read(2 * 32)).not.toBeNull();
});

test('a world that a server has made its own is left as it is, but for HARDCORE', async () => {
  const host = hostOf('meadow');
  await prepareWorld(host);
  const whole = readFileSync(join(host.worldFolder, 'level.dat'));
  expect(await prepareWorld(host)).toMatchObject({ spawn: { x: 0, z: 0 }, centre: { x: 0, z: 0 } });
  expect(readFileSync(join(host.worldFolder, 'level.dat')).equals(whole)).toBe(true);
  const before = levelOf(host);
  host.settings.difficultyLevel = 'HARDCORE';
  await prepareWorld(host);
  expect(levelOf(host)).toEqual({ ...before, hardcore: 1 });
});

test.each([
  ['becomes Java’s', false],
  ['is Java’s already, and was brought along', true],
])(
  'a spawn point that was chosen on the built-in server goes with the world that %s; the border stays',
  async (_, isMade) => {
    const host = hostOf('meadow');
    if (isMade) await prepareWorld(host);
    const chosen = join(host.worldFolder, 'spawn.json');
    writeFileSync(chosen, JSON.stringify({ x: 7, y: 90, z: -5 }));
    const spawn = { x: 7, y: 90, z: -5 };
    const centre = expect.objectContaining({ x: 0, z: 0 });
    expect(await prepareWorld(host)).toEqual({ spawn, centre });
    expect(levelOf(host)).toMatchObject({ SpawnX: 7, SpawnY: 90, SpawnZ: -5 });
    expect(existsSync(chosen)).toBe(false);
    expect(await prepareWorld(host)).toEqual({ spawn, centre });
  },
);

test('a level.dat that cannot be read is not taken for a missing one', async () => {
  const host = hostOf('meadow');
  writeFileSync(join(host.worldFolder, 'level.dat'), 'garbage');
  await expect(prepareWorld(host)).rejects.toThrow('incorrect header check');
});

test('a seed draws another land of the same map, and is the one of what the game makes around it', async () => {
  const host = hostOf('meadow', 'castle');
  await prepareWorld(host);
  const { seed } = JSON.parse(readFileSync(join(host.worldFolder, 'map.json'), 'utf8')) as { seed: number };
  expect(seed | 0).toBe(-1_367_558_920);
  const drawn = new Uint16Array(16 * 256 * 16);
  findOfficialMap('meadow')?.fill(seed, 0, 0, drawn);
  const stored = regionOf(host, 0, 0).read(0);
  if (!stored) throw new Error('the chunk of the spawn point is not stored');
  expect(decodeColumn(registry, stored).sections[4]).toEqual(drawn.subarray(4 * 4096, 5 * 4096));
  expect(levelOf(host)['WorldGenSettings']).toMatchObject({ seed: [-1, -1_367_558_920] });
});

test.each([
  ['flat', 'minecraft:grass_block', 1],
  ['void', 'minecraft:the_void', 4],
])('of the map %s only the beginning is stored: the game goes on with it', async (map, goesOn, most) => {
  const host = hostOf(map);
  expect(await prepareWorld(host)).toMatchObject({ centre: { x: 0, z: 0 } });
  expect(JSON.stringify(levelOf(host)['WorldGenSettings'])).toContain(goesOn);
  const regions = [-1, 0].flatMap((x) => [-1, 0].map((z) => [x, z] as const));
  const chunks = regions
    .filter(([x, z]) => existsSync(join(host.worldFolder, 'region', `r.${x}.${z}.mca`)))
    .flatMap(([x, z]) => Array.from({ length: 1024 }, (_, index) => regionOf(host, x, z).has(index)));
  expect(chunks.filter(Boolean)).toHaveLength(most);
});

test.each(['normal', 'amplified'])(
  'the %s land of the game is made by its own server, which says where it begins',
  async (map) => {
    const host = hostOf(map, '42');
    expect(await prepareWorld(host)).toBeNull();
    expect(existsSync(join(host.worldFolder, 'level.dat'))).toBe(false);
  },
);

test('a land to survive in that the built-in server has begun is stored with its chests and biomes, for another reader too', async () => {
  // Its village is 51 blocks from the spawn point, so little land has to be generated.
  const host = hostOf('normal', '73');
  const { map, seed } = await worldOrigin(host.worldFolder, host.spec, () => undefined);
  const village = homeOf(seed).village ?? { x: 0, z: 0 };
  host.settings.borderDiameter = 220;
  expect(await prepareWorld(host)).toMatchObject({ centre: map.spawn(seed) });
  const generator = JSON.stringify(levelOf(host)['WorldGenSettings']);
  expect(generator).toContain('minecraft:vanilla_layered');
  const anvil = new (loadAnvil('1.16.5'))(join(host.worldFolder, 'region'));
  let chests = 0;
  for (let x = (village.x >> 4) - 2; x <= (village.x >> 4) + 2; x += 1) {
    for (let z = (village.z >> 4) - 2; z <= (village.z >> 4) + 2; z += 1) {
      const read = await anvil.load(x, z);
      const blocks = new Uint16Array(16 * 256 * 16);
      const things = map.fill(seed, x, z, blocks) ?? [];
      const same = blocks.every(
        (state, i) => read.getBlockStateId({ x: i & 15, y: i >> 8, z: (i >> 4) & 15 }) === state,
      );
      expect([x, z, same]).toEqual([x, z, true]);
      expect(read.getBiome({ x: 5, y: 70, z: 9 })).toBe(map.biomes?.(seed, x, z)[(2 << 2) | 1]);
      chests += things.length;
      const stored = decodeColumn(registry, regionOf(host, x >> 5, z >> 5).read((x & 31) + (z & 31) * 32) as Buffer);
      expect(stored.blockEntities).toEqual(things);
    }
  }
  expect(chests).toBeGreaterThan(1);
});
