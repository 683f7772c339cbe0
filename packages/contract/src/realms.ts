import { z } from 'zod';
import { firstKernels, kernelKinds } from './kernel-rules.ts';
import { seedRule } from './maps.ts';
import { pageQuery, paginated } from './pagination.ts';
import { OfferedKernel } from './plan-kernels.ts';
import { FirstKernel } from './realm-kernel.ts';
import { worldTypes } from './realm-maps.ts';
import { phases, powers, realmRights, statuses, wakers } from './realm-phases.ts';
import { prefixColours, readPrefix } from './in-game-rules.ts';
import { gameModes, settingNames, spawnRule } from './realm-setting-rules.ts';
import { RealmEnforcement, RealmSettings } from './realm-settings.ts';
import {
  partneredListMax,
  realmAddressProblem,
  realmAddressRule,
  realmDescriptionProblem,
  realmDescriptionRule,
  realmNameProblem,
  realmNameRule,
} from './rules.ts';
import { tiers } from './tiers.ts';

export const realmName = z
  .string()
  .trim()
  .max(realmNameRule.max)
  .refine((text) => realmNameProblem(text) === null, { error: 'English letters and spaces, 3 to 32 of them' });

/** A reserved address passes here; it is refused later, with its own code. */
export const realmAddress = z
  .string()
  .trim()
  .max(realmAddressRule.max)
  .refine((text) => [null, 'reserved'].includes(realmAddressProblem(text)), {
    error: 'letters, digits and inner hyphens, 3 to 16 of them with at least one letter',
  });

/** What the land of a new world is generated from: any text, as in the game, except what the game would read as a colour. */
export const worldSeed = z
  .string()
  .trim()
  .max(seedRule.max)
  .regex(/^[^\p{Cc}\u2028\u2029§]*$/u);

export const RealmCreateBody = z
  .object({
    type: z.enum(worldTypes),
    /** The name of an official map or of a generator, or the id of an own world. */
    world_name: z.string().min(1).max(64),
    /** Empty is the same as missing: the land in the map's picture, or a random seed. */
    seed: worldSeed.optional(),
    user_realm_name: realmName,
    domain_name: realmAddress,
    /** The kernel it starts with; without it, the built-in server. */
    kernel: FirstKernel.optional(),
  })
  .refine(({ type, seed }) => type === 'OFFICIAL' || !seed, { path: ['seed'], error: 'only of an official world' });

export const RealmRenameBody = z.object({ realmName, domainName: realmAddress });
export const RealmPowerBody = z.object({ power: z.enum(powers) });
export const RealmWakersBody = z.object({ wakers: z.enum(wakers) });
export const RealmDescriptionBody = z.object({
  description: z
    .string()
    .trim()
    .max(realmDescriptionRule.max)
    .refine((text) => realmDescriptionProblem(text) === null, { error: 'one line without control characters and §' }),
});
/** The prefix before a manager's nickname in the game. */
export const RealmPrefix = z.object({ text: z.string(), color: z.enum(prefixColours) });
export const RealmPrefixBody = z.object({
  prefix: RealmPrefix.refine(({ text, color }) => readPrefix(`${color} ${text}`)?.color === color, {
    error: 'letters, digits and a few signs',
  }).nullable(),
});
export const RealmProtectionBody = z.object({ protectedRealm: z.boolean() });
const spawnFar = z.int().min(-spawnRule.farthest).max(spawnRule.farthest);
/** The block where the feet of appearing players are; a world's border and height narrow it further. */
export const RealmSpawnBody = z.object({
  spawnX: spawnFar,
  spawnY: z.int().min(spawnRule.lowest).max(spawnRule.highest),
  spawnZ: spawnFar,
});
export const RealmIdQuery = z.object({ id: z.uuid() });

export const RealmAddressQuery = z.object({ address: realmAddress });

/** Whether an address is free now. */
export const RealmAddress = z.object({ address: z.string(), state: z.enum(['free', 'taken', 'reserved']) });

export const RealmDomain = z.object({
  /** The full hostname that players type. */
  domain: z.string(),
  /** The provider's id of its first DNS record; null: there is none, or a wildcard serves all. */
  dns_record_id: z.string().nullable(),
  /** Where that record leads; null also if it leads to a name. */
  to_ip: z.string().nullable(),
  /** Whether its own DNS records exist, so that players type no port; null: a wildcard serves all realms. */
  records: z.enum(['PENDING', 'READY', 'FAILED']).nullable(),
});

export const RealmPossibility = z.object({
  possible: z.boolean(),
  /** Why not: the error that creating would return. */
  reason: z.enum(['chat_link_required', 'realm_limit_reached', 'kernel_tier']).nullable(),
  realms: z.int(),
  limit: z.int(),
  /** What a new realm can run: the plan allows it, and this machine has what it needs. The preselected one comes first. */
  kernels: z.array(OfferedKernel.extend({ kernel: z.enum(firstKernels) })),
});

export type RealmPossibility = z.infer<typeof RealmPossibility>;

/** How a realm is doing right now. */
export const RealmLive = z.object({
  id: z.uuid(),
  status: z.enum(statuses),
  phase: z.enum(phases),
  slots: z.int().nullable(),
  players: z.array(z.object({ nickname: z.string(), uuid: z.uuid(), world: z.string() })),
  worlds: z.array(z.object({ name: z.string(), players: z.int() })),
  /** Ticks a second, 20 at best; null while the tick rests because nobody is on. */
  tps: z.number().nullable(),
  /** Processor use as a fraction of one core; null when it does not run. */
  cpu: z.number().nullable(),
  memoryBytes: z.int().nullable(),
  memoryLimitBytes: z.int(),
  /** Its place among those waiting for memory, from 1; null: it does not wait. */
  queue: z.int().nullable(),
  startedAt: z.iso.datetime().nullable(),
  /** When its owner's plan shuts this run down, whoever is on; null: never, or it does not run. */
  closesAt: z.iso.datetime().nullable(),
  /** Since when its machine has not answered; everything else is as of then. Null while it answers. */
  lostSince: z.iso.datetime().nullable(),
  /** Since when nothing can be saved, because the disk is full. */
  unsavedSince: z.iso.datetime().nullable(),
  /** When it was stopped for filling the disk; null once it has been started again. */
  outOfRoomAt: z.iso.datetime().nullable(),
  /** Set while it crashes again and again. */
  crash: z.object({ count: z.int(), nextAttempt: z.iso.datetime() }).nullable(),
});
export type RealmLive = z.infer<typeof RealmLive>;

/** What a realm did in one step of `historyStepMs`; there is none for steps in which it was not running. */
export const RealmSample = z.object({
  /** The start of the step by the server's clock, in milliseconds since the epoch: a whole number of steps. */
  at: z.int(),
  players: z.int(),
  /** As in `RealmLive`: null while the tick rested. */
  tps: z.number().nullable(),
  cpu: z.number(),
  memoryBytes: z.int(),
});
export type RealmSample = z.infer<typeof RealmSample>;

/** The last hour of a realm. */
export const RealmHistory = z.object({
  id: z.uuid(),
  /** By the server's clock, like `at` of the samples. */
  now: z.int(),
  /** An hour before `now`: older samples are not kept. */
  since: z.int(),
  /** Oldest first, at most 360. */
  samples: z.array(RealmSample),
});
export type RealmHistory = z.infer<typeof RealmHistory>;

/** One line of the list. */
export const RealmSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  domain: RealmDomain,
  description: z.string(),
  ownerUsername: z.string(),
  partnersUsernames: z.array(z.string()),
  status: z.enum(statuses),
  phase: z.enum(phases),
  /** Above what the owner's tier allows: it is stopped, and deleted at the time-out. */
  overlimit: z.boolean(),
  deletionTimeout: z.iso.datetime().nullable(),
  /** When a player was last on it; null: never. */
  lastActivity: z.iso.datetime().nullable(),
  /** Players on it now. */
  players: z.int(),
  slots: z.int().nullable(),
  gameMode: z.enum(gameModes),
  device: z.literal('Java edition'),
  map: z.string(),
});
export type RealmSummary = z.infer<typeof RealmSummary>;

export const RealmLists = z.object({
  owned: z.array(RealmSummary),
  /** The first of the realms that the account co-owns. */
  partnered: z.array(RealmSummary).max(partneredListMax),
  partneredTotal: z.int(),
});
export type RealmLists = z.infer<typeof RealmLists>;

export const RealmSummariesQuery = pageQuery(['created', 'name', 'domain', 'ownerUsername'], 'created,asc').extend({
  /** Only those that the account owns, or only those that it co-owns; without it, both. */
  as: z.enum(['OWNER', 'PARTNER']).optional(),
});
export const RealmSummaries = paginated(RealmSummary);

export const Realm = z.object({
  id: z.uuid(),
  name: z.string(),
  domain: RealmDomain,
  /** The owner's description; players read it in their server list, below the name. */
  description: z.string(),
  slots: z.int().nullable(),
  /** Where players appear, as its server last reported; null before it has run. */
  spawnX: z.int().nullable(),
  spawnY: z.int().nullable(),
  spawnZ: z.int().nullable(),
  nether: z.boolean(),
  end: z.boolean(),
  deleted: z.boolean(),
  created: z.iso.datetime(),
  /** When a player was last on it; null: never. */
  lastActivity: z.iso.datetime().nullable(),
  deletionTimeout: z.iso.datetime().nullable(),
  overlimit: z.boolean(),
  /** Whether its owner has protected it: it cannot be deleted on request, and a smaller tier keeps it before others. */
  protectedRealm: z.boolean(),
  gameMode: z.enum(gameModes),
  status: z.enum(statuses),
  /** Who wakes it by joining it. */
  wakers: z.enum(wakers),
  /** Why it is blocked; null while it is not. */
  blockedReason: z.string().nullable(),
  ownerId: z.uuid(),
  ownerUsername: z.string(),
  /** The owner's tier: it sets the realm's limits, whoever looks. */
  ownerTier: z.enum(tiers),
  partnersIds: z.array(z.uuid()),
  /** What the caller may do beyond what every manager may. */
  rights: z.array(z.enum(realmRights)),
  /** The caller's own prefix in its game; null: none. */
  prefix: RealmPrefix.nullable(),
  /** What its world was made from: the name of an official map or of a generator, or the id of an own world. */
  map: z.string(),
  type: z.enum(worldTypes),
  /** The seed, as typed or chosen at random; null: the map's own land. */
  seed: z.string().nullable(),
  borderDiameter: z.int(),
  settings: RealmSettings,
  enforcement: RealmEnforcement,
  kernel: z.object({
    kernel: z.enum(kernelKinds),
    /** The version of the game that players need. */
    version: z.string(),
    /** Whether the owner's plan includes it. */
    inPlan: z.boolean(),
    /** Whether this machine runs it: Java needs walls. */
    runsHere: z.boolean(),
  }),
  live: RealmLive,
});
export type Realm = z.infer<typeof Realm>;

/** The outcome of a change of settings. */
export const RealmSettingsUpdated = z.object({
  realm: Realm,
  /** Whether the server was stopped for it, as a change of slots requires. */
  stopped: z.boolean(),
  /** These take effect on the running server at once. */
  applied: z.array(z.enum(settingNames)),
  /** These take effect at the next start. */
  atNextStart: z.array(z.enum(settingNames)),
  /** These are kept, but have no effect on the server. */
  notEnforced: z.array(z.enum(settingNames)),
});
export type RealmSettingsUpdated = z.infer<typeof RealmSettingsUpdated>;

export const RealmTps = RealmLive.pick({ id: true, tps: true });
export const RealmPlayers = RealmLive.pick({ id: true, slots: true, players: true, worlds: true });
export const RealmPowerInfo = RealmLive.omit({ players: true, worlds: true, tps: true, slots: true });

/** What the owner or a co-owner types in the game, once, after `/login`. */
export const RealmLoginCode = z.object({ code: z.string(), expires: z.iso.datetime() });
export type RealmLoginCode = z.infer<typeof RealmLoginCode>;
