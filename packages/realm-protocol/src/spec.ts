import * as z from 'zod/mini';
import { kernelNames, seedRule } from './rules.ts';
import { RealmSettings } from './settings.ts';

const absolutePath = z.string().check(z.startsWith('/', { error: 'must be an absolute path' }));
const positive = z.number().check(z.gt(0, { error: 'must be a number above 0' }));
/** Limits on users are whole numbers of blocks and files. */
const count = z.int().check(z.minimum(0));

/** The game's own server, or one derived from it, which realm-server starts as its child. The driver has chosen and checked it. */
const JavaServer = z.object({
  /** The game's version, such as `1.21.4`. */
  version: z.string().check(z.regex(/^\d{1,4}(\.\d{1,4}){1,3}$/)),
  /** The server's jar, readable by the realm's user. */
  jar: absolutePath,
  /** The `java` that runs it, new enough for the version (java-runtimes.ts of the local driver). */
  runtime: absolutePath,
  /** Whether the realm's owner has accepted the game's licence (aka.ms/MinecraftEULA); without that the server exits at once. */
  eula: z.boolean(),
});
export type JavaServer = z.infer<typeof JavaServer>;

/** The disk limits of its user, where the operating system enforces them. */
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
  /** Threads count too: Node has about a dozen, a Java server a hundred or more. */
  processes: positive,
  /** Absent: no limit. */
  disk: z.exactOptional(DiskLimits),
});
export type RealmLimits = z.infer<typeof RealmLimits>;

/** Everything a realm-server needs to start: `spec.json` in the realm's folder. */
export const RealmSpec = z
  .object({
    /** The name of the realm's folder. */
    realmId: z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: 'must be a UUID' })),
    /** A small number, unique to the realm (from 1); a driver may derive a user id from it. */
    number: z.int().check(z.minimum(1)),
    kernel: z.enum(kernelNames),
    /** Present for Java servers only. */
    java: z.exactOptional(JavaServer),
    /** The name of an official world or of a generator, or a name for an own world; used once, when the world is created. */
    map: z.string(),
    /** The seed of its land, as its owner typed it; absent: the land in the map's picture. Used once too. */
    seed: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(seedRule.max))),
    /** Whether it has run before, so that its world must exist: the driver then never starts it with a new one. */
    hasRun: z.exactOptional(z.boolean()),
    settings: RealmSettings,
    limits: RealmLimits,
  })
  .check(z.refine(({ kernel, java }) => kernel === 'sandbox' || java !== undefined, { path: ['java'] }));
export type RealmSpec = z.infer<typeof RealmSpec>;
