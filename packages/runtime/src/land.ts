/** Blocks along the side of a region, and bytes of its picture. */
export const landSide = 512;
export const landBytes = landSide * landSide;

/** Of a small picture of a world, in pixels; each is a block. */
export const pictureSize = { width: 256, height: 144 } as const;
export const pictureBytes = pictureSize.width * pictureSize.height;

/** What a small picture shows: the land around a block. */
export interface PicturedLand {
  x: number;
  z: number;
  /** As of a LandRegion. */
  made: boolean;
}

/** The regions that such a picture touches: four at most. */
export function pictureRegions({ x, z }: Pick<PicturedLand, 'x' | 'z'>): { x: number; z: number }[] {
  const columns = regionsAlong(x, pictureSize.width);
  return regionsAlong(z, pictureSize.height).flatMap((row) => columns.map((column) => ({ x: column, z: row })));
}

function regionsAlong(middle: number, blocks: number): number[] {
  const ends = [middle - blocks / 2, middle + blocks / 2 - 1];
  return [...new Set(ends.map((block) => Math.floor(block / landSide)))];
}

/** An open region file, for the process that draws it. */
export interface OpenRegion {
  x: number;
  z: number;
  fd: number;
}

/** Where the regions of the overworld lie: since 26.1 of the game, and before. */
export const regionFolders = ['world/dimensions/minecraft/overworld/region', 'world/region'];

/** A region of a world's land, 512 × 512 blocks. */
export interface LandRegion {
  /** In regions, as in the name of its file. */
  x: number;
  z: number;
  /** Whether chunks that are not stored are as the world's map makes them, as on the built-in server; else there is nothing. */
  made: boolean;
}

/** The game's colours of maps, by its numbers of them, without a shade. Source: https://minecraft.wiki/w/Map_item_format#Base_colors */
// oxfmt-ignore
export const landColours = [
  0x000000, 0x7fb238, 0xf7e9a3, 0xc7c7c7, 0xff0000, 0xa0a0ff, 0xa7a7a7, 0x007c00, 0xffffff, 0xa4a8b8, 0x976d4d, 0x707070,
  0x4040ff, 0x8f7748, 0xfffcf5, 0xd87f33, 0xb24cd8, 0x6699d8, 0xe5e533, 0x7fcc19, 0xf27fa5, 0x4c4c4c, 0x999999, 0x4c7f99,
  0x7f3fb2, 0x334cb2, 0x664c33, 0x667f33, 0x993333, 0x191919, 0xfaee4d, 0x5cdbd5, 0x4a80ff, 0x00d93a, 0x815631, 0x700200,
  0xd1b1a1, 0x9f5224, 0x95576c, 0x706c8a, 0xba8524, 0x677535, 0xa04d4e, 0x392923, 0x876b62, 0x575c5c, 0x7a4958, 0x4c3e5c,
  0x4c3223, 0x4c522a, 0x8e3c2e, 0x251610, 0xbd3031, 0x943f61, 0x5c191d, 0x167e86, 0x3a8e8c, 0x562c3e, 0x14b485, 0x646464,
  0xd8af93, 0x7fa796,
] as const;

/** How bright a colour is, of 255, by the number of its shade. */
export const landShades = [180, 220, 255, 135] as const;
