/** Blocks along the side of a region. */
export const regionSide = 512;

/** Pixels along the side of a region's picture. */
export const landSides = ['512', '128'] as const;
export type LandSide = (typeof landSides)[number];

/** Where the game's world ends, in regions. */
export const farthestRegion = 58_594;
