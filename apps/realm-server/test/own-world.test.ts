import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import nbt from 'prismarine-nbt';
import { expect, test } from 'vitest';
import { RegionFile } from '../src/world-format/region-file.ts';
import { blockName, breakBlock, joinBot, sees } from './bots.ts';
import { makeRealmFolder, spawnRealm, startRealm } from './realm-process.ts';
import { storedLevels } from './stored-world.ts';

type Tag = { type: string; value: unknown };
const compound = (value: Record<string, Tag>): Tag => ({ type: 'compound', value });
const compounds = (value: Tag[]): Tag => ({
  type: 'list',
  value: { type: 'compound', value: value.map((tag) => tag.value) },
});
const named = (name: string, properties?: Record<string, string>): Tag => {
  const entries = Object.entries(properties ?? {}).map(([key, value]) => [key, { type: 'string', value }] as const);
  const tag = { Name: { type: 'string', value: name } };
  return compound(properties ? { ...tag, Properties: compound(Object.fromEntries(entries)) } : tag);
};

const int = (value: number): Tag => ({ type: 'int', value });
const item = (id: string, count: number): Record<string, Tag> => ({
  id: { type: 'string', value: id },
  Count: { type: 'byte', value: count },
});

/** A chunk as the game writes it at 1.16: gold at y = 64, stairs on it in one corner, a chest in the middle whose list of items is nonsense but for one, light below, and much that the kernel passes over. */
function chunk(x: number, z: number): Buffer {
  const indexes = Array.from({ length: 4096 }, (_, i) => (i === 256 ? 2 : i === 393 ? 3 : i < 256 ? 1 : 0));
  const words = Array.from({ length: 256 }, (_, word): [number, number] => {
    let value = 0n;
    for (let i = 15; i >= 0; i -= 1) value = (value << 4n) | BigInt(indexes[word * 16 + i] ?? 0);
    return [Number(BigInt.asIntN(32, value >> 32n)), Number(BigInt.asIntN(32, value))];
  });
  const stairs = { facing: 'east', half: 'bottom', shape: 'straight', waterlogged: 'false' };
  const chest = { facing: 'north', type: 'single', waterlogged: 'false' };
  const palette = [
    named('minecraft:air'),
    named('minecraft:gold_block'),
    named('minecraft:oak_stairs', stairs),
    named('minecraft:chest', chest),
  ];
  const level: Record<string, Tag> = {
    xPos: { type: 'int', value: x },
    zPos: { type: 'int', value: z },
    Status: { type: 'string', value: 'full' },
    InhabitedTime: { type: 'long', value: [0, 17] },
    TileEntities: compounds([
      compound({ id: { type: 'string', value: 'minecraft:sign' } }),
      compound({ id: { type: 'int', value: 7 }, x: { type: 'string', value: 'here' } }),
      compound({
        id: { type: 'string', value: 'minecraft:chest' },
        x: int(x * 16 + 9),
        y: int(65),
        z: int(z * 16 + 8),
        Items: compounds([
          compound({ Slot: { type: 'byte', value: 3 }, ...item('minecraft:dirt', 5) }),
          compound({ Slot: { type: 'byte', value: -128 }, ...item('minecraft:dirt', 64) }),
          compound({ Slot: { type: 'byte', value: 4 }, ...item('nowhere:nothing', 64) }),
          compound({ Slot: { type: 'byte', value: 5 }, ...item('minecraft:dirt', -3) }),
          compound({ Slot: { type: 'double', value: 0.5 }, ...item('minecraft:dirt', 2), tag: int(3) }),
        ]),
      }),
    ]),
    Entities: compounds([compound({ id: { type: 'string', value: 'minecraft:pig' } })]),
    Sections: compounds([
      compound({ Y: { type: 'byte', value: -1 }, SkyLight: { type: 'byteArray', value: Array(2048).fill(-1) } }),
      compound({
        Y: { type: 'byte', value: 4 },
        Palette: compounds(palette),
        BlockStates: { type: 'longArray', value: words },
      }),
    ]),
  };
  const root = { DataVersion: { type: 'int', value: 2567 }, Level: compound(level) };
  return deflateSync(nbt.writeUncompressed({ type: 'compound', name: '', value: root }));
}

/** The folder of a realm whose driver has put a world of a player's own into it: 5 × 5 chunks. */
async function realmWithOwnWorld(): Promise<string> {
  const dir = makeRealmFolder({}, { map: '3a0c1f9e-9d5c-4d0e-8a59-6a1f6d2f7c11' });
  mkdirSync(join(dir, 'world/region'), { recursive: true });
  writeFileSync(join(dir, 'world/map.json'), JSON.stringify({ own: { x: 40, y: 65, z: 40 } }));
  const chunks = new Map<number, Buffer>();
  for (let x = 0; x < 5; x += 1) for (let z = 0; z < 5; z += 1) chunks.set(x + z * 32, chunk(x, z));
  await new RegionFile(join(dir, 'world/region/r.0.0.mca')).write(chunks, () => undefined);
  return dir;
}

test('a realm runs in a world of the game’s own, void where that has no chunks, and keeps what is built', async () => {
  const dir = await realmWithOwnWorld();
  const realm = await startRealm(dir, 1);
  const ada = await joinBot(realm.gameSocket, 'Ada');
  expect(ada.entity.position.floored().toString()).toBe('(40, 65, 40)');
  const under = ada.entity.position.floored().offset(0, -1, 0);
  expect(blockName(ada, under)).toBe('gold_block');
  const corner = under.offset(-8, 1, -8);
  expect(ada.blockAt(corner)).toMatchObject({ name: 'oak_stairs' });
  expect(ada.blockAt(corner)?.getProperties()).toMatchObject({ facing: 'east', half: 'bottom' });
  // Chunks that far away are sent after the spawn's.
  ada.setSettings({ viewDistance: 4 });
  await sees(ada, under.offset(-45, 0, 0), 'air');
  const dug = under.offset(2, 0, 0);
  breakBlock(ada, dug);
  await sees(ada, dug, 'air');
  const opened = once(ada, 'windowOpen');
  const middle = { hand: 0, direction: 1, cursorX: 0.5, cursorY: 1, cursorZ: 0.5, insideBlock: false };
  ada._client.write('block_place', { ...middle, location: under.offset(1, 1, 0) });
  const [{ slots }] = (await opened) as [{ slots: ({ name: string; count: number } | null)[] }];
  expect(slots.flatMap((stack, slot) => (stack ? [[slot, stack.count, stack.name]] : []))).toEqual([[3, 5, 'dirt']]);
  await realm.call('POST', '/stop');
  await realm.ended();
  // What the kernel does not know is still there.
  const kept = storedLevels(dir).filter(({ Entities }) => Entities.some(({ id }) => id === 'minecraft:pig'));
  expect(kept).toHaveLength(25);

  const again = await startRealm(dir, 2);
  const bob = await joinBot(again.gameSocket, 'Bob');
  expect(blockName(bob, dug)).toBe('air');
  expect(blockName(bob, under)).toBe('gold_block');
  expect(bob.blockAt(corner)?.getProperties()).toMatchObject({ facing: 'east', half: 'bottom' });
});

test('without its world such a realm does not start', async () => {
  const { child } = await spawnRealm(makeRealmFolder({}, { map: '3a0c1f9e-9d5c-4d0e-8a59-6a1f6d2f7c11' }), 1);
  const code = await new Promise((resolve) => {
    child.once('exit', resolve);
  });
  expect(code).toBe(65);
});
