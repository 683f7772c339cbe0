import loadData from 'minecraft-data';
import { expect, test } from 'vitest';
import type { Registry } from '../../../world-format/chunk.ts';
import { itemNamed, itemWith } from '../players/items.ts';
import type { Item } from '../squid/squid.ts';
import { wornOf } from '../survival/digging/durability.ts';
import { enchantmentsOf, withEnchantments } from '../survival/enchantments.ts';
import { potion } from '../survival/potions/potions.ts';
import { craft } from './crafting.ts';
import { isCopied } from './special-recipes.ts';

const registry = loadData('1.16.5') as unknown as Registry;
type Tags = NonNullable<Item['nbt']>['value'];

function item(name: string, tags?: Tags): Item {
  const plain = itemNamed(registry, name);
  if (!plain) throw new Error(`no ${name}`);
  return tags ? itemWith(plain, tags) : plain;
}

/** What a grid of three by three makes of these. */
const made = (...items: (string | Item)[]): Item | null => {
  const given = items.map((one) => (typeof one === 'string' ? item(one) : one));
  return craft(
    registry,
    Array.from({ length: 9 }, (_, cell) => given[cell] ?? null),
  );
};
const tag = (of: Item | null, name: string): unknown => of?.nbt?.value[name]?.value;
const worn = (name: string, Damage: number): Item => item(name, { Damage: { type: 'int', value: Damage } });
const patterns = {
  Patterns: { type: 'list', value: { type: 'compound', value: [{ Color: { type: 'int', value: 1 } }] } },
};
const drawn = item('white_banner', { BlockEntityTag: { type: 'compound', value: patterns } });

test('two worn things make one that is mended, without enchantments but with curses', () => {
  const cursed = withEnchantments(
    worn('iron_pickaxe', 200),
    new Map([
      ['efficiency', 3],
      ['vanishing_curse', 1],
    ]),
  );
  const mended = made(cursed, worn('iron_pickaxe', 100));
  // Of 250, the two have 50 and 150 left, plus a bonus of 12.
  expect(mended && wornOf(mended)).toBe(38);
  expect(mended && [...enchantmentsOf(mended)]).toEqual([['vanishing_curse', 1]]);
  expect(made(worn('iron_pickaxe', 1), worn('iron_pickaxe', 1))?.nbt).toBeNull();
  expect(made('iron_pickaxe', 'iron_axe')).toBeNull();
  expect(made('stick', 'dirt')).toBeNull();
});

test('leather, boxes, banners and shields take colours and patterns', () => {
  const red = made('leather_boots', 'red_dye');
  expect(tag(red, 'display')).toEqual({ color: { type: 'int', value: 0xb02e26 } });
  expect(tag(made(red ?? '', 'white_dye'), 'display')).toEqual({ color: { type: 'int', value: 0xd79894 } });
  expect(made('leather_boots', 'leather_boots', 'red_dye')).toBeNull();
  const full = item('shulker_box', { BlockEntityTag: { type: 'compound', value: {} } });
  expect(made(full, 'blue_dye')).toEqual({ ...item('blue_shulker_box'), nbt: full.nbt });
  expect(made(drawn, 'white_banner')).toEqual(drawn);
  expect(made(drawn, 'red_banner')).toBeNull();
  expect(made(drawn, drawn)).toBeNull();
  expect([drawn, item('white_banner')].map((one, _, all) => isCopied(all, one))).toEqual([true, false]);
  const shield = made('shield', drawn);
  expect(tag(shield, 'BlockEntityTag')).toEqual({ ...patterns, Base: { type: 'int', value: 0 } });
  expect(made(shield ?? '', drawn)).toBeNull();
});

test('books are copied twice, stews get their flower, arrows their tips', () => {
  const book = item('written_book', { title: { type: 'string', value: 'Ours' } });
  const copies = made(book, 'writable_book', 'writable_book');
  expect([copies?.count, tag(copies, 'title'), tag(copies, 'generation')]).toEqual([2, 'Ours', 1]);
  expect([book, item('writable_book')].map((one, _, all) => isCopied(all, one))).toEqual([true, false]);
  const second = made(copies ?? '', 'writable_book');
  expect(tag(second, 'generation')).toBe(2);
  expect(made(second ?? '', 'writable_book')).toBeNull();
  expect(made(book)).toBeNull();
  const stew = made('bowl', 'poppy', 'red_mushroom', 'brown_mushroom');
  expect([stew?.name, JSON.stringify(tag(stew, 'Effects'))]).toEqual([
    'suspicious_stew',
    expect.stringContaining('100'),
  ]);
  expect(made('bowl', 'poppy', 'red_mushroom', 'brown_mushroom', 'poppy')).toBeNull();
  const bottle = potion(registry, 'long_poison', 'lingering_potion') ?? '';
  const arrows = made(...Array.from({ length: 9 }, (_, cell) => (cell === 4 ? bottle : 'arrow')));
  expect([arrows?.name, arrows?.count, tag(arrows, 'Potion')]).toEqual(['tipped_arrow', 8, 'minecraft:long_poison']);
});

test('fireworks carry what their stars have', () => {
  const star = made('gunpowder', 'red_dye', 'blue_dye', 'diamond', 'fire_charge');
  const Explosion = {
    Type: { type: 'byte', value: 1 },
    Colors: { type: 'intArray', value: [0xb3312c, 0x253192] },
    Trail: { type: 'byte', value: 1 },
  };
  expect(tag(star, 'Explosion')).toEqual(Explosion);
  const faded = made(star ?? '', 'white_dye');
  const FadeColors = { type: 'intArray', value: [0xf0f0f0] };
  expect(tag(faded, 'Explosion')).toEqual({ ...Explosion, FadeColors });
  const rocket = made('paper', 'gunpowder', 'gunpowder', star ?? '');
  expect(rocket?.count).toBe(3);
  expect(tag(rocket, 'Fireworks')).toEqual({
    Flight: { type: 'byte', value: 2 },
    Explosions: { type: 'list', value: { type: 'compound', value: [Explosion] } },
  });
  expect(made('paper', 'gunpowder', 'gunpowder', 'gunpowder', 'gunpowder')).toBeNull();
  expect(made('gunpowder', 'red_dye', 'diamond', 'diamond')).toBeNull();
});
