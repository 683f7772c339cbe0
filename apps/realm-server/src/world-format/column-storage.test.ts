import loadRegistry from 'minecraft-data';
import { expect, test } from 'vitest';
import { chunkBlocks } from '../maps/official-map.ts';
import { officialSeed, officialMaps } from '../maps/official-maps.ts';
import { columnMaker, sectionBlocks, statesOf } from './block-column.ts';
import { decodeColumn, encodeColumn } from './column-storage.ts';
import type { Registry } from './chunk.ts';
import { list } from './nbt-tags.ts';

const data = loadRegistry('1.16.5');
const registry = data as unknown as Registry;
const plains = 1;
const maker = columnMaker(registry, plains);

function sections(blocks: Uint16Array): (Uint16Array | null)[] {
  return Array.from({ length: 16 }, (_, y) => blocks.subarray(y * sectionBlocks, (y + 1) * sectionBlocks));
}

test('every official map survives being stored', () => {
  for (const map of officialMaps) {
    const blocks = new Uint16Array(chunkBlocks);
    map.fill(officialSeed, 1, -2, blocks);
    const column = maker.make(sections(blocks));
    const back = maker.make(decodeColumn(registry, encodeColumn(registry, column, null, 1, -2)).sections);
    expect(back.sections.map(statesOf)).toEqual(column.sections.map(statesOf));
    expect(column.getBlockStateId({ x: 3, y: 64, z: 9 })).toBe(blocks[(64 << 8) | (9 << 4) | 3]);
  }
});

test('a section of more different blocks than a palette has survives too', () => {
  const blocks = new Uint16Array(chunkBlocks);
  const states = Object.keys(data.blocksByStateId).length;
  for (let i = 0; i < sectionBlocks * 4; i += 1) blocks[i] = (i * 7) % states;
  const column = maker.make(sections(blocks));
  expect(column.sections[0]?.palette).toBeNull();
  const back = maker.make(decodeColumn(registry, encodeColumn(registry, column, null, 0, 0)).sections);
  for (let i = 0; i < sectionBlocks * 4; i += 1) {
    const position = { x: i & 15, y: i >> 8, z: (i >> 4) & 15 };
    expect(back.getBlockStateId(position)).toBe(blocks[i]);
  }
});

test('each state of each block survives, by its name and properties', () => {
  const all = Object.keys(data.blocksByStateId).map(Number);
  for (let from = 0; from < all.length; from += sectionBlocks) {
    const blocks = new Uint16Array(chunkBlocks);
    blocks.set(all.slice(from, from + sectionBlocks));
    const column = maker.make(sections(blocks));
    const [first] = decodeColumn(registry, encodeColumn(registry, column, null, 0, 0)).sections;
    expect(first).toEqual(blocks.subarray(0, sectionBlocks));
  }
});

/** Something with so many long texts in it. */
const chest = (pages: number) => ({
  book: { type: 'list', value: { type: 'string', value: Array.from({ length: pages }, () => 'x'.repeat(32_000)) } },
});

test('things that are too large together do not take the blocks with them', () => {
  const blocks = new Uint16Array(chunkBlocks);
  blocks.fill(1, 0, sectionBlocks);
  const column = maker.make(sections(blocks));
  const blockEntities = [...Array.from({ length: 40 }, () => chest(15)), chest(1)];
  let leftOut = 0;
  const things = { blockEntities, entities: [], ticks: [] };
  const stored = encodeColumn(registry, column, null, 0, 0, things, (count) => (leftOut = count));
  const back = decodeColumn(registry, stored);
  expect(back.sections[0]).toEqual(blocks.subarray(0, sectionBlocks));
  expect(back.blockEntities.length).toBe(41 - leftOut);
  expect(leftOut).toBeGreaterThan(20);
  expect(back.blockEntities).toContainEqual(chest(1));
});

/** Of a byte each in the file. */
const heavy = () => ({
  Items: list(
    'compound',
    Array.from({ length: 20_000 }, () => ({})),
  ),
});

test('nor do things that take more memory than their bytes say', () => {
  const blocks = new Uint16Array(chunkBlocks);
  blocks.fill(1, 0, sectionBlocks);
  const column = maker.make(sections(blocks));
  let leftOut = 0;
  const things = { blockEntities: Array.from({ length: 100 }, heavy), entities: [], ticks: [] };
  const back = decodeColumn(
    registry,
    encodeColumn(registry, column, null, 0, 0, things, (count) => (leftOut = count)),
  );
  expect(back.sections[0]).toEqual(blocks.subarray(0, sectionBlocks));
  expect(back.blockEntities.length).toBe(100 - leftOut);
  expect(leftOut).toBeGreaterThan(50);
});

test('a damaged column is refused', () => {
  expect(() => decodeColumn(registry, Buffer.from('nonsense'))).toThrow('incorrect header check');
});
