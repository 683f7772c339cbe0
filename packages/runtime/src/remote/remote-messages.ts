import { RealmState } from '@realmkeep/realm-protocol';
import * as z from 'zod/mini';
import { filesErrorCodes } from '../files.ts';
import { runtimeErrorCodes } from '../runtime.ts';

/*
 * Messages between a host and its clients. Neither trusts the other beyond these schemas: a host may have been taken over.
 */

const count = z.int().check(z.minimum(0));
const since = z.nullable(count);
/** Of one host. */
export const maxRealms = 200_000;
/** Text for people, and for the log. */
const words = z.string().check(z.maxLength(8192));

export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
export const fencingToken = count;

const endpointParts = { proxyProtocol: z.boolean() };

export const Observed = z.object({
  realmId: uuid,
  fencingToken,
  phase: z.enum(['STARTING', 'READY', 'STOPPING', 'EXITED']),
  startedAt: since,
  silentSince: since,
  lostSince: since,
  endpoint: z.nullable(
    z.union([
      z.object({ host: words, port: z.int().check(z.minimum(1), z.maximum(65_535)), ...endpointParts }),
      z.object({ path: words, ...endpointParts }),
    ]),
  ),
  state: z.nullable(RealmState),
  exit: z.nullable(
    z.object({
      asked: z.boolean(),
      code: z.nullable(z.int()),
      signal: z.nullable(z.string().check(z.maxLength(32))),
      outOfRoom: z.exactOptional(z.boolean()),
      at: count,
      tail: words,
    }),
  ),
});

/** A line of a watch: `present` is the first, the realms that are not absent; then their observed states. */
export const WatchLine = z.union([
  z.object({ present: z.array(uuid).check(z.maxLength(maxRealms)) }),
  z.object({ observed: Observed }),
]);

/** A connection waits at the door to that realm's database until an api fetches it. */
export const DoorLine = z.object({ realmId: uuid, connection: uuid });
export type DoorLine = z.infer<typeof DoorLine>;

const cgroup = ['cgroup v1', 'cgroup v2'] as const;
export const Enforcement = z.object({
  memory: z.enum([...cgroup, 'Kubernetes', 'prlimit', 'none']),
  cpu: z.enum([...cgroup, 'Kubernetes', 'none']),
  processes: z.enum([...cgroup, 'prlimit', 'none']),
  disk: z.enum(['quota', 'counted']),
  ownUser: z.boolean(),
  walls: z.object({
    network: z.boolean(),
    processes: z.boolean(),
    files: z.boolean(),
    calls: z.boolean(),
    why: z.nullable(words),
  }),
  wayOut: z.nullable(words),
});

/** What a host has for realms. */
export const HostCapacity = z.object({
  /** For all its realms together. */
  memoryMiB: z.number().check(z.minimum(0)),
  /** The versions of Java that its realms can run, the lowest first. */
  java: z.array(count).check(z.maxLength(100)),
});
export type HostCapacity = z.infer<typeof HostCapacity>;

export const Quota = z.object({ bytes: count, files: count });

export const Entry = z.object({
  name: z.string(),
  kind: z.enum(['file', 'folder', 'other']),
  bytes: count,
  changedAt: z.number(),
  version: z.string(),
});

export const WorkLine = z.union([
  z.object({ bytes: count }),
  z.object({ entry: Entry }),
  z.object({ code: z.enum(filesErrorCodes) }),
]);

export const Jar = z.object({
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  mainClass: z.nullable(words),
  version: z.nullable(words),
});

export const Copied = z.object({ bytes: count, files: count, leftOut: z.array(z.string()).check(z.maxLength(20)) });
export const Unpacked = z.object({ bytes: count, files: count, settings: z.string() });

/** Why a call was not carried out. */
export const Refusal = z.union([
  z.object({ error: z.literal('runtime'), code: z.enum(runtimeErrorCodes), message: words }),
  z.object({ error: z.literal('files'), code: z.enum(filesErrorCodes), message: words }),
  /** The run that the call is about is not the present one. */
  z.object({ error: z.literal('stale') }),
  /** The host lacks the jar. */
  z.object({ error: z.literal('jar') }),
  z.object({ error: z.literal('other'), message: words }),
]);
export type Refusal = z.infer<typeof Refusal>;
