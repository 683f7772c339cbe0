import loadData from 'minecraft-data';
import { expect, test } from 'vitest';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Compound } from '../../../world-format/nbt-fields.ts';
import { Creatures } from './creatures.ts';
import type { Game } from '../rules/game.ts';

const registry = loadData('1.16.5') as unknown as Registry;
const list = (type: string, value: number[]) => ({ type: 'list', value: { type, value } });
const slime: Compound = {
  id: { type: 'string', value: 'minecraft:slime' },
  UUID: { type: 'intArray', value: [1, -2, 3, -4] },
  Pos: list('double', [5.5, 64, 5.5]),
  Health: { type: 'float', value: 3 },
  Size: { type: 'int', value: 30_000 },
  CustomName: { type: 'string', value: '{"text":"Blob"}' },
  wasOnGround: { type: 'byte', value: 1 },
};

test('a creature is saved with what its file has and nobody here knows; what is none stays, and numbers have bounds', () => {
  const squid = { registry, entityMaxId: 0, players: [] };
  const riding = { empty: () => undefined };
  const creatures = new Creatures(() => ({ squid, riding, log: () => undefined }) as unknown as Game);
  const minecart: Compound = { ...slime, id: { type: 'string', value: 'minecraft:minecart' } };
  const dead: Compound = { ...slime, Health: { type: 'float', value: 0 } };
  expect(creatures.arrive(0, 0, [slime, minecart, dead])).toEqual([minecart, dead]);
  const [saved] = creatures.tagsOf(0, 0);
  expect(saved).toMatchObject({ ...slime, Size: { type: 'int', value: 7 } });
  // Without a name it would go with its place.
  const { CustomName: _, ...nameless } = slime;
  expect(creatures.arrive(1, 0, [nameless])).toEqual([]);
  expect(creatures.tagsOf(1, 0)).toEqual([]);
  // There is room for so many.
  const many = Array.from({ length: 250 }, () => slime);
  expect(creatures.arrive(2, 0, many)).toHaveLength(52);
  creatures.depart(2, 0);
  expect(creatures.living()).toHaveLength(2);
});
