/** What a realm's dimensions are, by the names that its pages have. Source: https://minecraft.wiki/w/Dimension (Java Edition 1.16) */
export const dimensionKinds = {
  overworld: { id: 'minecraft:overworld', number: 0, folder: '', scale: 1, hasSky: true },
  /** `scale`: one block is so many of the overworld. */
  nether: { id: 'minecraft:the_nether', number: -1, folder: 'DIM-1', scale: 8, hasSky: false },
  end: { id: 'minecraft:the_end', number: 1, folder: 'DIM1', scale: 1, hasSky: false },
} as const;

export type DimensionName = keyof typeof dimensionKinds;

export const dimensionNames = Object.keys(dimensionKinds) as DimensionName[];

/** By the game's id, or the number that it had before. */
export function dimensionNamed(id: unknown): DimensionName | undefined {
  return dimensionNames.find((name) => dimensionKinds[name].id === id || dimensionKinds[name].number === id);
}
