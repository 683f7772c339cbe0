import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { farthestRegion, landSides } from './land-rules.ts';
import { routes, type EndpointName } from './routes.ts';

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
  /** Of 512 × 512 blocks, those nearest to the middle first; none before the realm has run. */
  regions: z.array(
    z.object({
      /** In regions: the one of 0 begins at block 0. */
      x: z.int(),
      z: z.int(),
      /** Another one after each change. */
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
  /** A PNG of 256 × 144 pixels in Base64, each a block; null where there is nothing to be seen. */
  image: z.string().nullable(),
});

export const landEndpoints = {
  realmLand: {
    route: routes.realmLand,
    summary: 'Which regions of a realm’s overworld there are to draw, as of a minute ago at most',
    response: RealmLand,
    errors: ['realm_unknown'],
  },
  realmLandPicture: {
    route: routes.realmLandPicture,
    summary: 'A small picture of a realm’s overworld around its middle, as seen from above, north up',
    response: LandPicture,
    errors: ['realm_unknown', 'file_unknown', 'file_none'],
  },
  realmLandTile: {
    route: routes.realmLandTile,
    summary: 'A region of a realm’s overworld as seen from above, north up; in 512 pixels a side, a pixel is a block',
    query: LandTileQuery,
    response: LandTile,
    errors: ['realm_unknown', 'file_unknown', 'file_none'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
