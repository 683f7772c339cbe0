import * as z from 'zod/mini';
import { kernelNames, seedRule } from './rules.ts';
import { RealmSettings } from './settings.ts';

const absolutePath = z.string().check(z.startsWith('/', { error: 'must be an absolute path' }));
const positive = z.number().check(z.gt(0, { error: 'must be a number above 0' }));
/** Users' bounds are counted in whole blocks and files. */
const count = z.int().check(z.minimum(0));

/** The game's own server, or one made from it, which realm-server starts as its child. Whoever starts the realm has chosen and checked it. */
const JavaServer = z.object({
  /** The game's version, such as `1.21.4`. */
  version: z.string().check(z.regex(/^\d{1,4}(\.\d{1,4}){1,3}$/)),
  /** The server's jar, readable by the realm's user. */
  jar: absolutePath,
  /** The `java` that runs it, new enough for the version (java-runtimes.ts of the local driver). */
  runtime: absolutePath,
  /** Whether the realm's owner has accepted the game's licence (aka.ms/MinecraftEULA): without that the server ends at once. */
  eula: z.boolean(),
});
export type JavaServer = z.infer<typeof JavaServer>;

/** What its user may have on the disk, where the operating system holds users to that. */
const DiskLimits = z.object({
  bytes: count,
  /** Files and folders. */
  files: count,
});
export type DiskLimits = z.infer<typeof DiskLimits>;

const RealmLimits = z.object({
  memoryMiB: positive,
  /** Processor time as a fraction of one core; 1.5 is a core and a half. */
  cores: positive,
  /** Threads count as well: Node has about a dozen, a Java server a hundred and more. */
  processes: positive,
  /** Absent: anything. */
  disk: z.exactOptional(DiskLimits),
});
export type RealmLimits = z.infer<typeof RealmLimits>;

/** Everything that a realm-server is told, in `spec.json` of the realm's folder. */
export const RealmSpec = z
  .object({
    /** The name of the realm's folder. */
    realmId: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: 'must be a UUID' })),
    /** A small number of its own (1 up); a driver may derive a user id from it. */
    number: z.int().check(z.minimum(1)),
    kernel: z.enum(kernelNames),
    /** Present for the servers in Java, and for no other. */
    java: z.exactOptional(JavaServer),
    /** The name of an official world or of a generator, or a name for one's own; used once, when the world is made. */
    map: z.string(),
    /** What its land is drawn from, as its owner has typed it; absent: the one of the map's picture. Used once as well. */
    seed: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(seedRule.max))),
    /** Whether it has run before, so that its world must be there: the driver then starts it from no new one. */
    hasRun: z.exactOptional(z.boolean()),
    settings: RealmSettings,
    limits: RealmLimits,
  })
  .check(z.refine(({ kernel, java }) => kernel === 'sandbox' || java !== undefined, { path: ['java'] }));
export type RealmSpec = z.infer<typeof RealmSpec>;
