import { z } from 'zod';
import type { EndpointSchemas } from './endpoint.ts';
import { farthestRegion, landSides } from './land-rules.ts';
import type { EndpointName } from './routes.ts';

const region = z.coerce.number().int().min(-farthestRegion).max(farthestRegion);

export const LandTileQuery = z.object({
  x: region,
  z: region,
  /** Pixels along its side. */
  side: z.enum(landSides),
});

export const RealmLand = z.object({
  /** The middle of the border, in blocks. */
  centre: z.object({ x: z.int(), z: z.int() }),
  /** Regions of 512 × 512 blocks, nearest to the middle first; none before the realm has run. */
  regions: z.array(
    z.object({
      /** In regions: region 0 begins at block 0. */
      x: z.int(),
      z: z.int(),
      /** It differs after each change. */
      version: z.string(),
    }),
  ),
});
export type RealmLand = z.infer<typeof RealmLand>;

export const LandTile = z.object({
  /** A PNG in Base64; transparent where there is nothing. */
  image: z.string(),
});

export const LandPicture = z.object({
  /** A PNG of 256 × 144 pixels in Base64, one per block; null if there is nothing to see. */
  image: z.string().nullable(),
});

export const landEndpoints = {
  realmLand: {
    summary: 'The regions of a realm’s overworld that can be drawn, at most a minute old',
    response: RealmLand,
    errors: ['realm_unknown'],
  },
  realmLandPicture: {
    summary: 'A small picture of the middle of a realm’s overworld from above, north at the top',
    response: LandPicture,
    errors: ['realm_unknown', 'file_unknown', 'file_none'],
  },
  realmLandTile: {
    summary: 'A region of a realm’s overworld from above, north at the top; at 512 pixels a side, a pixel is a block',
    query: LandTileQuery,
    response: LandTile,
    errors: ['realm_unknown', 'file_unknown', 'file_none'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
