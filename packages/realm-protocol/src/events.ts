import * as z from 'zod/mini';
import { AccessOrder, pastTime } from './access.ts';
import { accessLimits, nicknamePattern, slotsRule, spawnRule } from './rules.ts';

/*
 * What a realm reports. Readers do not trust it: its players may have taken over the realm-server. What passes these
 * schemas reaches users unchanged.
 */

const maxPlayers = 1000;
const maxWorlds = 16;
/** Earlier ones are forgotten. */
export const maxUsedCodes = 32;
const maxConsoleLines = 1000;
const maxLineLength = 2048;
/** Far more than any server reaches. */
const maxTps = 1000;

const count = z.int().check(z.minimum(0));
/** Processes of earlier versions do not report it. */
const sinceOrNever = z._default(z.nullable(pastTime), null);
const worldName = z.string().check(z.regex(/^[\w:.-]{1,64}$/));

/** A realm-server's phase. It has none before it starts, and after it has ended. */
export const serverPhases = ['STARTING', 'READY', 'STOPPING'] as const;
export type ServerPhase = (typeof serverPhases)[number];

export const RealmPlayer = z.object({
  nickname: z.string().check(z.regex(nicknamePattern)),
  /** RFC 9562, in lower case, with the RFC's versions and variant. */
  uuid: z.string().check(z.regex(/^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)),
  /** overworld, nether or end. */
  world: worldName,
});
export type RealmPlayer = z.infer<typeof RealmPlayer>;

const { catch: otherwise } = z;
const far = z.int().check(z.minimum(-spawnRule.farthest), z.maximum(spawnRule.farthest));

/** Where players appear: the block where their feet are. */
export const RealmSpawn = z.object({
  x: far,
  y: z.int().check(z.minimum(spawnRule.lowest), z.maximum(spawnRule.highest)),
  z: far,
});
export type RealmSpawn = z.infer<typeof RealmSpawn>;

/** Who is behind a player: only for the api, which shows the address to nobody. */
const RealmVisitor = z.object({
  /** The name they play under. */
  name: z.string().check(z.regex(nicknamePattern)),
  /** The name their client sent; it differs if they are a guest. */
  nickname: z.string().check(z.regex(nicknamePattern)),
  address: z.union([z.ipv4(), z.ipv6()]),
});
export type RealmVisitor = z.infer<typeof RealmVisitor>;

export const RealmResources = z.object({
  /** Processor use since the last sample, as a fraction of one core. */
  cpu: z.number().check(z.minimum(0)),
  /** Resident memory in bytes. */
  memoryBytes: count,
});
export type RealmResources = z.infer<typeof RealmResources>;

/** A used login code: only those who were shown it could know it. */
export const UsedCode = z.object({
  /** In capital letters. */
  code: z.string().check(z.regex(/^[2-9A-Z]{8}$/)),
  /** The IP address of its player. */
  address: z.string().check(z.regex(/^[\da-fA-F:.]{2,45}$/)),
});
export type UsedCode = z.infer<typeof UsedCode>;

export const RealmState = z.object({
  realmId: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)),
  lease: count,
  phase: z.enum(serverPhases),
  /** Milliseconds since the epoch. */
  startedAt: pastTime,
  slots: z.nullable(count.check(z.minimum(slotsRule.min))),
  players: z.array(RealmPlayer).check(z.maxLength(maxPlayers)),
  /** Processes of earlier versions do not report them. */
  visitors: z._default(z.array(RealmVisitor).check(z.maxLength(maxPlayers)), []),
  /** Changes of `settings.access` made by game commands, the oldest first, until the api has them. */
  orders: z._default(z.array(AccessOrder).check(z.maxLength(accessLimits.orders)), []),
  worlds: z
    .array(z.object({ name: worldName, players: count.check(z.maximum(maxPlayers)) }))
    .check(z.maxLength(maxWorlds)),
  /** Ticks a second over the last five seconds, at most 20; null while the tick rests because nobody is on. */
  tps: z.nullable(z.number().check(z.minimum(0), z.maximum(maxTps))),
  /** Since when nobody is on: READY, or when the last player left. Null while somebody is, and before. Milliseconds since the epoch. */
  emptySince: sinceOrNever,
  /** When a player was last on in this run; null: never. Milliseconds since the epoch. */
  lastPlayedAt: sinceOrNever,
  /** The world's spawn point; null while not known, and where the game's server has it beyond what can be set here. */
  spawn: otherwise(z.nullable(RealmSpawn), null),
  /** Since when players are on without a manager, if the plan asks for one; null otherwise. Milliseconds since the epoch. */
  unmanagedSince: sinceOrNever,
  /** Since when part of the world or its players could not be written to the disk; null while all can be. Milliseconds since the epoch. */
  unsavedSince: sinceOrNever,
  /** The codes of the last five minutes. Processes of earlier versions do not report them. */
  usedCodes: z._default(z.array(UsedCode).check(z.maxLength(maxUsedCodes)), []),
  resources: RealmResources,
});
export type RealmState = z.infer<typeof RealmState>;

/** `state` comes at once on a change of phase or players, otherwise every 2 s with players and every 10 s without. */
export const RealmEvent = z.object({ type: z.literal('state'), state: RealmState });
export type RealmEvent = z.infer<typeof RealmEvent>;

/** One line of a realm's console. */
export const ConsoleLine = z.object({
  /** Increases with each printed line, skipped ones included: a jump says how many were skipped. */
  n: count,
  /** Milliseconds since the epoch. */
  at: pastTime,
  /** May contain the game's colour codes (§ and a character) and ANSI's (SGR), but no other control characters. */
  text: z.string().check(z.overwrite((text) => text.slice(0, maxLineLength))),
});
export type ConsoleLine = z.infer<typeof ConsoleLine>;

/** Lines in order. */
export const ConsoleLines = z
  .array(ConsoleLine)
  .check(z.maxLength(maxConsoleLines))
  .check(z.refine((lines) => lines.every(({ n }, i) => i === 0 || n > (lines[i - 1]?.n ?? 0))));
