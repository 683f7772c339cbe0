import { z } from 'zod';
import { addonPageSize } from './addon-rules.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { eulaUrl } from './kernel-rules.ts';
import { modpackLoaders, modpackProblems, modpackStates, modpackVersionsMax } from './modpack-rules.ts';
import { AddonFound, AddonSearchQuery, modrinthId } from './realm-addons.ts';
import { Realm, realmAddress, realmName } from './realms.ts';
import type { EndpointName } from './routes.ts';

const loaders = z.array(z.enum(modpackLoaders));

/** Without a search term, only those that run here, the likeliest first; with one, all that match. */
export const ModpackSearchQuery = AddonSearchQuery.omit({ kind: true });

export const ModpackFound = AddonFound.extend({ loaders });
export type ModpackFound = z.infer<typeof ModpackFound>;

export const ModpackSearch = z.object({ items: z.array(ModpackFound).max(addonPageSize), total: z.int() });

export const ModpackVersionsQuery = z.object({ projectId: modrinthId });

export const ModpackVersion = z.object({
  id: modrinthId,
  number: z.string(),
  isRelease: z.boolean(),
  published: z.iso.datetime({ offset: true }),
  loaders,
  /** The version of the game that its server runs; null if the pack names none that runs here. */
  game: z.string().nullable(),
  /** Why it does not run here: its loader, its version of the game, or a missing Java; null if it runs. */
  problem: z.enum(['LOADER', 'GAME', 'JAVA']).nullable(),
});
export type ModpackVersion = z.infer<typeof ModpackVersion>;

export const ModpackVersions = z.object({
  title: z.string(),
  /** Newest first. */
  versions: z.array(ModpackVersion).max(modpackVersionsMax),
  /** When the account agreed to the licence of the game; null: not yet. */
  accepted: z.iso.datetime().nullable(),
});
export type ModpackVersions = z.infer<typeof ModpackVersions>;

export const RealmModpackCreateBody = z.object({
  projectId: modrinthId,
  versionId: modrinthId,
  user_realm_name: realmName,
  domain_name: realmAddress,
  /** The address of the licence that the owner agrees to with this; null: they agreed before. */
  eula: z.literal(eulaUrl).nullable(),
});

/** The creation of a realm from a modpack. */
export const RealmModpack = z.object({
  projectId: modrinthId,
  title: z.string(),
  version: z.string(),
  state: z.enum(modpackStates),
  /** Of its current state, as a fraction; null if not known. */
  progress: z.number().min(0).max(1).nullable(),
  problem: z.enum(modpackProblems).nullable(),
  /** What the problem is about: a file, a host, a loader or a version. */
  subject: z.string().nullable(),
  /** Folders and files at the pack's root that were left out, since a server here has no use for them; known at the end. */
  leftOut: z.array(z.string()),
});
export type RealmModpack = z.infer<typeof RealmModpack>;

/** The calls of modpacks. */
export const modpackEndpoints = {
  modpackSearch: {
    summary: 'Search Modrinth for server modpacks',
    query: ModpackSearchQuery,
    response: ModpackSearch,
    errors: ['rate_limited', 'addon_unreachable'],
  },
  modpackVersions: {
    summary: 'The versions of a modpack, each with what it needs and whether that runs here',
    query: ModpackVersionsQuery,
    response: ModpackVersions,
    errors: ['rate_limited', 'addon_unreachable', 'addon_unknown', 'kernel_unavailable'],
  },
  realmModpackCreate: {
    summary: 'Create a realm from a version of a modpack; it starts once everything has arrived',
    body: RealmModpackCreateBody,
    response: Realm,
    status: 201,
    errors: [
      'rate_limited',
      'addon_unreachable',
      'addon_unknown',
      'modpack_loader',
      'chat_link_required',
      'realm_limit_reached',
      'realm_name_taken',
      'realm_address_taken',
      'realm_address_reserved',
      'kernel_tier',
      'programs_off',
      'kernel_java',
      'kernel_version',
      'kernel_eula',
      'kernel_unavailable',
      'disk_full',
    ],
  },
  realmModpack: {
    summary: 'The state of the modpack that a realm is created from, even after it failed and the realm is gone',
    response: RealmModpack.nullable(),
    errors: ['realm_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
