import type { Compound } from '../../world-format/nbt-fields.ts';
import { chance } from '../noise.ts';

/** What may lie in a chest: how often beside the others, and how many at most. Ours, in the manner of the game's. */
const tables = {
  house: 'bread 10 4, wheat 8 5, apple 8 5, potato 6 5, carrot 6 5, coal 4 4, oak_sapling 5 3, book 2 2, emerald 2 3',
  smith:
    'bread 15 3, apple 15 3, iron_ingot 10 5, gold_ingot 5 3, diamond 3 3, obsidian 5 7, iron_pickaxe 5 1, iron_sword 5 1, ' +
    'iron_helmet 5 1, iron_chestplate 5 1, iron_leggings 5 1, iron_boots 5 1, saddle 3 1',
  dungeon:
    'bread 20 1, wheat 20 4, saddle 20 1, name_tag 20 1, golden_apple 15 1, redstone 15 4, coal 15 4, music_disc_13 15 1, ' +
    'music_disc_cat 15 1, bone 10 8, gunpowder 10 8, rotten_flesh 10 8, string 10 8, iron_ingot 10 4, bucket 10 1, ' +
    'melon_seeds 10 4, pumpkin_seeds 10 4, gold_ingot 5 4',
  fortress:
    'nether_wart 5 7, gold_ingot 15 3, iron_ingot 5 5, diamond 5 3, saddle 10 1, flint_and_steel 5 1, golden_sword 5 1, obsidian 2 4, iron_horse_armor 5 1',
  library: 'book 20 3, paper 20 7, map 1 1, compass 1 1',
  store:
    'bread 75 3, apple 75 3, iron_ingot 50 5, coal 50 8, ender_pearl 50 1, gold_ingot 25 3, redstone 25 9, iron_pickaxe 5 1, golden_apple 5 1',
} as const;
export type Loot = keyof typeof tables;

const slots = 27;

/** A filled chest as in the game's files; its contents follow from its position. */
export function chestWith(loot: Loot, seed: number, x: number, y: number, z: number): Compound {
  let drawn = 0;
  const next = (): number => chance(seed + y * 31 + (drawn += 1) * 101, x, z);
  const table = tables[loot].split(', ').map((line) => line.split(' '));
  const total = table.reduce((sum, [, weight]) => sum + Number(weight), 0);
  const items = new Map<number, Compound>();
  const count = 3 + Math.floor(next() * 5);
  for (let i = 0; i < count; i += 1) {
    let luck = next() * total;
    const [id = '', , most] = table.find(([, weight]) => (luck -= Number(weight)) < 0) ?? [];
    const slot = Math.floor(next() * slots);
    items.set(slot, {
      Slot: { type: 'byte', value: slot },
      id: { type: 'string', value: `minecraft:${id}` },
      Count: { type: 'byte', value: 1 + Math.floor(next() * Number(most)) },
    });
  }
  return {
    ...blockEntity('chest', x, y, z),
    Items: { type: 'list', value: { type: 'compound', value: [...items.values()] } },
  };
}

/** A spawner. */
export function spawnerOf(creature: string, x: number, y: number, z: number): Compound {
  const SpawnData = { type: 'compound', value: { id: { type: 'string', value: `minecraft:${creature}` } } };
  return { ...blockEntity('mob_spawner', x, y, z), SpawnData };
}

/** Bees that are at home. */
export function nestWith(count: number, x: number, y: number, z: number): Compound {
  const bee = { type: 'compound', value: { id: { type: 'string', value: 'minecraft:bee' } } };
  const bees = Array.from({ length: count }, () => ({
    EntityData: bee,
    TicksInHive: { type: 'int', value: 0 },
    MinOccupationTicks: { type: 'int', value: 600 },
  }));
  return { ...blockEntity('beehive', x, y, z), Bees: { type: 'list', value: { type: 'compound', value: bees } } };
}

function blockEntity(id: string, x: number, y: number, z: number): Compound {
  const at = Object.entries({ x, y, z }).map(([axis, value]) => [axis, { type: 'int', value }]);
  return { id: { type: 'string', value: `minecraft:${id}` }, ...Object.fromEntries(at) };
}
