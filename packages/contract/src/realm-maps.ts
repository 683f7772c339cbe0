import { z } from 'zod';
import type { EndpointName } from './routes.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { offeredMaps } from './maps.ts';

export const worldTypes = ['OFFICIAL', 'COMMUNITY'] as const;

export const RealmMapsQuery = z.object({ type: z.enum(worldTypes).default('OFFICIAL') });

/** A player's own world. */
export const OwnMap = z.object({
  /** Its id: the `world_name` for creating a realm from it. */
  map: z.uuid(),
  type: z.literal('COMMUNITY'),
  name: z.string(),
  bytes: z.int(),
  /** Chunks of 16 × 16 blocks. */
  chunks: z.int(),
  /** A PNG in Base64 of the land where players appear; null if there is none. */
  picture: z.string().nullable(),
  created: z.iso.datetime(),
});
export type OwnMap = z.infer<typeof OwnMap>;

const RealmMap = z.union([z.object({ map: z.enum(offeredMaps), type: z.literal('OFFICIAL') }), OwnMap]);

export const RealmMapCreateBody = z.object({
  /** A whole upload for the purpose MAP: a zip archive of a world. */
  uploadId: z.uuid(),
  name: z
    .string()
    .trim()
    .min(1)
    .max(48)
    .regex(/^[^\p{Cc}\p{Cf}\u2028\u2029]*$/u),
});

export const mapEndpoints = {
  realmMaps: {
    summary: 'The worlds a realm can be made from: the official ones, or (COMMUNITY) your own',
    query: RealmMapsQuery,
    response: z.array(RealmMap),
  },
  realmMapCreate: {
    summary: 'Make an own world from an upload',
    body: RealmMapCreateBody,
    response: OwnMap,
    status: 201,
    errors: [
      'realm_create_forbidden',
      'realm_map_limit',
      'upload_unknown',
      'upload_incomplete',
      'realm_map_archive',
      'realm_map_world',
      'realm_map_version',
      'realm_map_size',
      'disk_full',
    ],
  },
  realmMapDelete: {
    summary: 'Delete an own world; realms created from it keep their copies',
    response: z.null(),
    errors: ['realm_map_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
