import loadData from 'minecraft-data';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import type { Registry } from '../../../world-format/chunk.ts';
import { makeItem } from '../players/items.ts';
import type { Game } from '../rules/game.ts';
import type { Item } from '../squid/squid.ts';
import { GroundItems } from './ground-items.ts';

const registry = loadData('1.16.5') as unknown as Registry;
const ground = 10;
const life = 6000;
const most = 1000;

function item(name: string, count = 1): Item {
  const made = makeItem(registry, registry.itemsByName[name]?.id ?? -1, count);
  if (!made) throw new Error(`no item ${name}`);
  return made;
}

interface Seen {
  y: number;
  count: number;
}

/** Flat stone, and a player who sees the items on it from high enough above. */
function openLand() {
  const seen = new Map<number, Seen>();
  const lines: string[] = [];
  const write = (name: string, fields: Record<string, unknown>): void => {
    const {
      entityId,
      y,
      entityIds = [],
      metadata = [],
    } = fields as {
      entityId: number;
      y: number;
      entityIds?: number[];
      metadata?: { value: { itemCount: number } }[];
    };
    const known = seen.get(entityId);
    if (name === 'spawn_entity') seen.set(entityId, { y, count: 0 });
    if (name === 'entity_teleport' && known) known.y = y;
    if (name === 'entity_metadata' && known) known.count = metadata[0]?.value.itemCount ?? 0;
    for (const id of entityIds) seen.delete(id);
  };
  const player = { position: new Vec3(0, ground + 20, 0), health: 20, gameMode: 0, _client: { write } };
  const game = {
    squid: { registry, players: [player], entityMaxId: 0, tickCount: 0 },
    views: new Map([[player, { sees: () => true }]]),
    riding: { empty: () => undefined, introduce: () => undefined },
    world: { isSeen: () => true, touch: () => undefined, blockStateAt: ({ y }: { y: number }) => (y < ground ? 1 : 0) },
    log: (line: string) => lines.push(line),
  } as unknown as Game;
  return { items: new GroundItems(() => game), seen, lines };
}

test('what is dropped falls to the ground, joins what is like it, and goes after five minutes', () => {
  const { items, seen } = openLand();
  items.drop(item('dirt', 3), new Vec3(0.5, ground + 3, 0.5));
  items.drop(item('dirt', 62), new Vec3(0.5, ground + 3, 0.5), { across: 0, up: 0 });
  items.drop(item('dirt', 1), new Vec3(0.5, ground + 4, 0.5), { across: 0, up: 0 });
  items.drop(item('stone', 1), new Vec3(0.5, ground + 1, 0.5), { across: 0, up: 0 });
  for (let tick = 0; tick < 100; tick += 1) items.tick();
  const lying = [...seen.values()];
  expect(lying.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([1, 3, 63]);
  expect(lying.every(({ y }) => y === ground)).toBe(true);
  for (let tick = 100; tick < life - 1; tick += 1) items.tick();
  expect(seen.size).toBe(3);
  items.tick();
  expect(seen.size).toBe(0);
});

test('no more items lie about than the realm bears', () => {
  const { items, seen, lines } = openLand();
  for (let i = 0; i < most + 50; i += 1) items.drop(item('dirt', 64), new Vec3(i % 40, ground + 2, Math.floor(i / 40)));
  expect(seen.size).toBe(most);
  expect(lines).toEqual([expect.stringContaining('the oldest are removed')]);
  for (let tick = 0; tick < 200; tick += 1) items.tick();
  expect([...seen.values()].every(({ y }) => y === ground)).toBe(true);
});
