import { z } from 'zod';
import type { EndpointName } from './routes.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { tiers } from './tiers.ts';
import {
  eulaUrl,
  firstKernels,
  gameVersionPattern,
  jarHashPattern,
  javaKernels,
  kernelChangeStates,
  kernelKinds,
  kernelProblems,
} from './kernel-rules.ts';

const gameVersion = z.string().max(11).regex(gameVersionPattern);
const Kernel = z.object({
  kernel: z.enum(kernelKinds),
  version: z.string(),
  /** As its maker names it; for an own jar, the beginning of its SHA-256. Null if the version has only one, or it is not fetched yet. */
  build: z.string().nullable(),
});

/** How a realm gets another kernel. */
export const KernelChange = z.object({
  id: z.uuid(),
  state: z.enum(kernelChangeStates),
  /** Of its current state, as a fraction; null if not known. */
  progress: z.number().min(0).max(1).nullable(),
  /** Whether it is being undone. */
  undoing: z.boolean(),
  problem: z.enum(kernelProblems).nullable(),
  from: Kernel,
  to: Kernel,
  /** Whether the previous world comes back with the kernel. */
  isReturn: z.boolean(),
  asked: z.iso.datetime(),
});
export type KernelChange = z.infer<typeof KernelChange>;

/** A change that can be undone: the previous kernel, with the world as it was then. */
export const KernelWayBack = z.object({ changeId: z.uuid(), to: Kernel, worldOf: z.iso.datetime() });
export type KernelWayBack = z.infer<typeof KernelWayBack>;

export const RealmKernel = Kernel.extend({
  /** The SHA-256 of the own jar that the realm runs; null if it runs none. */
  jar: z.string().nullable(),
  /** The change under way, or the last that failed; null for none. */
  change: KernelChange.nullable(),
  /** The last change first. */
  waysBack: z.array(KernelWayBack),
  /** What the owner's plan includes. */
  kernels: z.array(z.enum(kernelKinds)),
  /** The lowest plan that includes a Java server; null: none does. */
  javaFrom: z.enum(tiers).nullable(),
  /** Whether the realm has run: before that there is no world to carry over. */
  hasWorld: z.boolean(),
  /** The versions of Java that the machine has. */
  java: z.array(z.int()),
  /** Whether the machine has the walls that Java servers need, or its operator has accepted running without. */
  programs: z.boolean(),
  /** Whether Java servers can reach the internet. */
  internet: z.boolean(),
  eula: z.object({ url: z.literal(eulaUrl), accepted: z.iso.datetime().nullable() }),
});
export type RealmKernel = z.infer<typeof RealmKernel>;

/**
 * A jar among the realm's files. TOO_LARGE: above `ownJarRule`. NO_PROGRAM: it names no main class, or cannot be read as an archive.
 */
export const OwnJar = z.object({
  name: z.string(),
  bytes: z.int(),
  /** null if it cannot be chosen. */
  sha256: z.string().nullable(),
  /** The version of the game, according to the jar; null if it does not say. */
  version: z.string().nullable(),
  problem: z.enum(['TOO_LARGE', 'NO_PROGRAM']).nullable(),
});
export type OwnJar = z.infer<typeof OwnJar>;

export const OwnJars = z.object({
  jars: z.array(OwnJar),
  /** How many more there are. */
  more: z.int(),
});
export type OwnJars = z.infer<typeof OwnJars>;

export const KernelVersionsQuery = z.object({ kernel: z.enum(javaKernels) });

export const KernelVersions = z.object({
  /** Newest first, without those that are older than the world. */
  versions: z.array(
    z.object({
      version: z.string(),
      /** The version of Java that it needs. */
      java: z.int(),
      /** Whether the machine has one that it runs on. */
      runs: z.boolean(),
    }),
  ),
});
export type KernelVersions = z.infer<typeof KernelVersions>;

export const KernelUpdate = z.object({
  /** The newest build of what the realm runs; null if it has that, or its version has only one. */
  build: z.string().nullable(),
});
export type KernelUpdate = z.infer<typeof KernelUpdate>;

/** For a realm that is about to be created. */
export const RealmCreateVersions = KernelVersions.extend({
  /** The versions of Java that the machine has. */
  java: z.array(z.int()),
  /** When the account agreed to the licence of the game; null: not yet. */
  accepted: z.iso.datetime().nullable(),
});
export type RealmCreateVersions = z.infer<typeof RealmCreateVersions>;

/** The kernel that a new realm starts with. */
export const FirstKernel = z.object({
  kernel: z.enum(firstKernels),
  version: gameVersion,
  /** The address of the licence that the owner agrees to with this; null: they agreed before, or need not. */
  eula: z.literal(eulaUrl).nullable(),
});

export type FirstKernel = z.infer<typeof FirstKernel>;

export const KernelChangeBody = FirstKernel.extend({
  kernel: z.enum(kernelKinds),
  /** The SHA-256 of the own jar, as shown. */
  jar: z.string().regex(jarHashPattern).optional(),
});
export type KernelChangeBody = z.infer<typeof KernelChangeBody>;

export const KernelReturnBody = z.object({ changeId: z.uuid().toLowerCase() });

const changeErrors = [
  'realm_unknown',
  'realm_blocked',
  'realm_overlimit',
  'kernel_tier',
  'programs_off',
  'kernel_changing',
  'kernel_java',
  'kernel_no_world',
  'backup_running',
  'restore_running',
  'addon_installing',
] as const;

/** The calls of kernels. */
export const kernelEndpoints = {
  realmKernel: {
    summary: 'The kernel of a realm, and the state of a kernel change',
    response: RealmKernel,
    errors: ['realm_unknown'],
  },
  realmCreateVersions: {
    summary: 'The versions of a Java server that a new realm can start with, according to its maker',
    query: KernelVersionsQuery,
    response: RealmCreateVersions,
    errors: ['kernel_unavailable'],
  },
  realmKernelVersions: {
    summary: 'The versions of a Java server that a realm can change to, according to its maker',
    query: KernelVersionsQuery,
    response: KernelVersions,
    errors: ['realm_unknown', 'kernel_unavailable'],
  },
  realmKernelJars: {
    summary: 'The own jars in a realm’s folder kernel',
    response: OwnJars,
    errors: ['realm_unknown', 'file_none', 'file_unknown'],
  },
  realmKernelUpdate: {
    summary: 'Whether there is a newer build of the Java server that a realm runs, according to its maker',
    response: KernelUpdate,
    errors: ['realm_unknown', 'kernel_unavailable'],
  },
  realmKernelChange: {
    summary: 'Change a realm’s kernel, or update it to the newest build, after backing up its world; owner only',
    body: KernelChangeBody,
    response: RealmKernel,
    status: 201,
    errors: [
      ...changeErrors,
      'kernel_same',
      'kernel_older',
      'kernel_version',
      'kernel_eula',
      'kernel_unavailable',
      'kernel_jar',
      'kernel_jars',
      'file_none',
      'file_unknown',
    ],
  },
  realmKernelReturn: {
    summary: 'Undo a kernel change: the previous kernel, with the world as it was then; owner only',
    body: KernelReturnBody,
    response: RealmKernel,
    status: 201,
    errors: [...changeErrors, 'kernel_no_way_back'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
