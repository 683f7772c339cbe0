import { chunkFile, regionFile } from '@realmkeep/testkit/regions';
import { expect, test } from 'vitest';
import { pictureBytes, pictureRegions, pictureSize } from '../../land.ts';
import { drawPicture } from './draw-picture.ts';
import type { StoredRegion } from './draw-region.ts';

const [sand, stone] = [2, 11];

function storedIn(bytes: Buffer): StoredRegion {
  async function read(buffer: Buffer, offset: number, length: number, position: number) {
    return { buffer, bytesRead: bytes.subarray(position, position + length).copy(buffer, offset) };
  }
  return { file: { read }, beside: async () => null };
}

const chunkOf = (block: string) => chunkFile({ 4: () => block }, '1.18');
const region = (block: string, ...places: number[]) =>
  storedIn(regionFile(new Map(places.map((place) => [place, chunkOf(block)]))));

const colourAt = (picture: Buffer, x: number, z: number): number => (picture[z * pictureSize.width + x] ?? 0) >> 2;

test('a picture shows what lies around a place, from all the regions that it touches', async () => {
  const regions = new Map([
    // The last chunk of the northwestern region, the first of the southeastern one, and one that is too far away.
    ['-1 -1', region('stone', 1023)],
    ['0 0', region('sand', 0, 20 * 32)],
  ]);
  const asked: string[] = [];
  const open = async (x: number, z: number) => {
    asked.push(`${x} ${z}`);
    return regions.get(`${x} ${z}`) ?? null;
  };
  const picture = await drawPicture({ x: 0, z: 0 }, open, null);
  expect(asked).toEqual(['-1 -1', '0 -1', '-1 0', '0 0']);
  expect(picture).toHaveLength(pictureBytes);
  expect([colourAt(picture, 127, 71), colourAt(picture, 112, 56), colourAt(picture, 111, 71)]).toEqual([
    stone,
    stone,
    0,
  ]);
  expect([colourAt(picture, 128, 72), colourAt(picture, 143, 87), colourAt(picture, 128, 88)]).toEqual([sand, sand, 0]);
  expect(picture.filter((pixel) => pixel !== 0)).toHaveLength(512);
  expect(pictureRegions({ x: 256, z: 256 })).toEqual([{ x: 0, z: 0 }]);
});

test('land that is not stored is drawn as it is made, and what is damaged is left out', async () => {
  const names = new Map([[1, 'stone']]);
  const made = { names, fill: (_x: number, _z: number, blocks: Uint16Array) => void blocks.fill(1, 0, 256) };
  const picture = await drawPicture({ x: 256, z: 256 }, async () => null, made);
  expect(picture.every((pixel) => pixel >> 2 === stone)).toBe(true);
  const damaged = await drawPicture({ x: 256, z: 256 }, async () => storedIn(Buffer.alloc(5000, 7)), null);
  expect(damaged).toEqual(Buffer.alloc(pictureBytes));
});
