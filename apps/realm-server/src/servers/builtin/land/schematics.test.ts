import loadData from 'minecraft-data';
import nbt from 'prismarine-nbt';
import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import type { Registry } from '../../../world-format/chunk.ts';
import { parseNbt } from '../../../world-format/nbt-budget.ts';
import { Reader } from '../commands/language/reader.ts';
import { readBlock } from '../commands/things.ts';
import { type Clipboard, flipped, rotated } from './clipboard.ts';
import { decodeSchematic, encodeSchematic } from './schematics.ts';

const registry = loadData('1.16.5') as unknown as Registry;
const state = (typed: string): number => readBlock(new Reader(typed), registry).state;
const clip = (size: Vec3, ...typed: string[]): Clipboard => ({
  size,
  offset: new Vec3(2, 0, -5),
  states: Uint16Array.from(typed, state),
});

const bytes = (...value: number[]) => ({ type: 'byteArray', value });
const named = (name: string) => ({ Palette: { type: 'compound', value: { [name]: { type: 'int', value: 0 } } } });

test('a schematic is read as it was written, also with many kinds of blocks', () => {
  const states = Uint16Array.from({ length: 20 * 20 * 10 }, (_, n) => n * 4);
  const copied = { size: new Vec3(20, 20, 10), offset: new Vec3(-1, 2, -3), states };
  const written = encodeSchematic(registry, copied);
  expect(decodeSchematic(registry, parseNbt(written), 4000)).toEqual(copied);
  expect(decodeSchematic(registry, parseNbt(written), 3999)).toBe(4000);
  const root = nbt.simplify(parseNbt(written)) as Record<string, unknown>;
  expect(root).toMatchObject({ Version: 2, DataVersion: 2586, Width: 20, Height: 20, Length: 10, PaletteMax: 4000 });
});

test('a schematic that is none, or lies about what is in it, is refused', () => {
  const size = new Vec3(2, 1, 1);
  const sound = parseNbt(encodeSchematic(registry, clip(size, 'stone', 'glass'))) as { value: Record<string, unknown> };
  const spoilt = (fields: Record<string, unknown>): unknown => ({ ...sound, value: { ...sound.value, ...fields } });
  expect(decodeSchematic(registry, spoilt({}), 2)).toMatchObject({ size });
  for (const fields of [
    { Version: { type: 'int', value: 3 } },
    { Width: { type: 'short', value: 0 } },
    { Palette: undefined },
    { BlockData: bytes(0) },
    { BlockData: bytes(0, 7) },
    { BlockData: bytes(-1, -1, -1, -1, -1, 0) },
  ]) {
    expect(() => decodeSchematic(registry, spoilt(fields), 2)).toThrow(/schematic|damaged/);
  }
  for (const name of ['deepslate', '__proto__', 'minecraft:stone[', 'oak_log[axis=w]', '{{{']) {
    const read = decodeSchematic(registry, spoilt({ ...named(name), BlockData: bytes(0, 0) }), 2);
    expect(read).toMatchObject({ states: new Uint16Array(2) });
  }
});

test('what is turned faces where it should, and four quarters are nothing', () => {
  const size = new Vec3(3, 1, 2);
  const blocks = [
    'oak_stairs[facing=north,shape=inner_left]',
    'oak_log[axis=x]',
    'oak_fence[north=true,east=true]',
    'rail[shape=north_east]',
    'oak_sign[rotation=3]',
    'oak_door[hinge=right,half=upper]',
  ] as const;
  const once = rotated(registry, clip(size, ...blocks));
  expect(once.size).toEqual(new Vec3(2, 1, 3));
  // From (2, 0, -5) to (4, 0, -4) it goes to (4, 0, 2) to (5, 0, 4).
  expect(once.offset).toEqual(new Vec3(4, 0, 2));
  const turned = [
    'rail[shape=south_east]',
    'oak_stairs[facing=east,shape=inner_left]',
    'oak_sign[rotation=7]',
    'oak_log[axis=z]',
    'oak_door[hinge=right,half=upper,facing=east]',
    'oak_fence[east=true,south=true]',
  ];
  expect([...once.states]).toEqual(turned.map(state));
  expect([1, 2, 3].reduce((copy) => rotated(registry, copy), once)).toEqual(clip(size, ...blocks));

  const mirrored = flipped(registry, clip(new Vec3(1, 1, 6), ...blocks), 'z');
  expect(mirrored.offset).toEqual(new Vec3(2, 0, 0));
  expect([...mirrored.states].toReversed()).toEqual(
    [
      'oak_stairs[facing=south,shape=inner_right]',
      'oak_log[axis=x]',
      'oak_fence[south=true,east=true]',
      'rail[shape=south_east]',
      'oak_sign[rotation=5]',
      'oak_door[hinge=left,half=upper,facing=south]',
    ].map(state),
  );
  const upset = flipped(registry, clip(new Vec3(1, 2, 1), 'oak_slab[type=top]', 'hopper[facing=down]'), 'y');
  expect([...upset.states]).toEqual(['hopper[facing=down]', 'oak_slab[type=bottom]'].map(state));
});
