import type { kernelNames } from '@realmkeep/realm-protocol/rules';

export {
  isBukkit,
  /** The Java servers that are downloaded from their makers. */
  type JavaKernelName as JavaKernel,
  javaKernelNames as javaKernels,
  /** A new realm has no files yet, so it has no own jar either. */
  type KernelName as FirstKernelKind,
  kernelNames as firstKernels,
} from '@realmkeep/realm-protocol/rules';

/** What a realm can run: the built-in server, those of `javaKernels`, or an own jar. Written out, so that pages load nothing more. */
export const kernelKinds = ['sandbox', 'paper', 'purpur', 'fabric', 'vanilla', 'own'] as const satisfies readonly [
  ...typeof kernelNames,
  'own',
];
export type KernelKind = (typeof kernelKinds)[number];

/** The folder of own jars among a realm's files, how large one may be, and how many are listed. */
export const ownJarFolder = 'kernel';
export const ownJarRule = { maxBytes: 128 * 1024 * 1024, listed: 10, perRealm: 4 };

/** The one version of the game that the built-in server speaks. */
export const builtinVersion = '1.16.5';

/** Memory of one realm in MiB; a Java server does not start with less than `java`. */
export const kernelMemoryRule = { min: 256, java: 512, max: 65_536 };

/** Whether a Java server can run in this many MiB. */
export function isJavaMemory(memoryMiB: number): boolean {
  return memoryMiB >= kernelMemoryRule.java;
}

/** Everyone who runs a Java server has agreed to this licence. A new address asks everybody again. */
export const eulaUrl = 'https://aka.ms/MinecraftEULA';

/** A jar's SHA-256, which identifies it. */
export const jarHashPattern = /^[0-9a-f]{64}$/;

/** A released version of the game, such as 1.20.4 or 26.2. */
export const gameVersionPattern = /^\d{1,3}\.\d{1,3}(\.\d{1,3})?$/;

/**
 * DOWNLOADING: the server is fetched and checked while the realm keeps running. STOPPING: the realm stops. SAVING: its world is backed up
 * and the backup tested. UNPACKING: another world is prepared. SWITCHING: it is put in place. STARTING: the realm starts with the
 * new kernel. FAILED: kernel and world are as before.
 */
export const kernelChangeStates = [
  'DOWNLOADING',
  'STOPPING',
  'SAVING',
  'UNPACKING',
  'SWITCHING',
  'STARTING',
  'DONE',
  'FAILED',
] as const;
export type KernelChangeState = (typeof kernelChangeStates)[number];

/**
 * DOWNLOAD: the server could not be fetched, or was not what its maker published. JAR: the own jar is no longer among the realm's files as
 * it was when chosen. JAVA: the machine has no Java that it runs on. SNAPSHOT: the world could not be backed up. START: the new
 * kernel did not get ready. TIER: the owner's tier has become too small.
 */
export const kernelProblems = ['DOWNLOAD', 'JAR', 'JAVA', 'SNAPSHOT', 'START', 'TIER'] as const;
export type KernelProblem = (typeof kernelProblems)[number];

/** Whether it is still under way. */
export function isChangingKernel(state: KernelChangeState): boolean {
  return state !== 'DONE' && state !== 'FAILED';
}

/** Negative if the first is older. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number));
  const places = [0, 1, 2].map((place) => (first?.[place] ?? 0) - (second?.[place] ?? 0));
  return places.find((difference) => difference !== 0) ?? 0;
}
