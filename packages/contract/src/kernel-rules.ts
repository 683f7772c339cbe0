import type { kernelNames } from '@realmkeep/realm-protocol/rules';

export {
  isBukkit,
  /** The servers in Java that come from their makers. */
  type JavaKernelName as JavaKernel,
  javaKernelNames as javaKernels,
  /** A new realm has no files yet, so no jar of its owner's either. */
  type KernelName as FirstKernelKind,
  kernelNames as firstKernels,
} from '@realmkeep/realm-protocol/rules';

/** What a realm can run: the built-in server, those of `javaKernels`, or a jar of its owner's. Written out, so that pages load no more. */
export const kernelKinds = ['sandbox', 'paper', 'purpur', 'fabric', 'vanilla', 'own'] as const satisfies readonly [
  ...typeof kernelNames,
  'own',
];
export type KernelKind = (typeof kernelKinds)[number];

/** Where among a realm's files its owner's jars lie, how large one may be, and how many are listed. */
export const ownJarFolder = 'kernel';
export const ownJarRule = { maxBytes: 128 * 1024 * 1024, listed: 10, perRealm: 4 };

/** The one version of the game that the built-in server speaks; every realm begins with it. */
export const builtinVersion = '1.16.5';

/** Memory of one realm in MiB; a server in Java does not come up in less than `java`. */
export const kernelMemoryRule = { min: 256, java: 512, max: 65_536 };

/** Whether a server in Java can run in so many MiB. */
export function isJavaMemory(memoryMiB: number): boolean {
  return memoryMiB >= kernelMemoryRule.java;
}

/** Whoever runs a server in Java has agreed to this. Another address asks everybody anew. */
export const eulaUrl = 'https://aka.ms/MinecraftEULA';

/** What a jar is known by. */
export const jarHashPattern = /^[0-9a-f]{64}$/;

/** A released version of the game, such as 1.20.4 or 26.2. */
export const gameVersionPattern = /^\d{1,3}\.\d{1,3}(\.\d{1,3})?$/;

/**
 * DOWNLOADING: the server is fetched and checked, while the realm goes on. STOPPING: the realm ends. SAVING: its world is backed up
 * and the backup tried out. UNPACKING: another world is made ready, SWITCHING: and put in its place. STARTING: the realm starts with the
 * other kernel. FAILED: kernel and world are what they were before.
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
 * DOWNLOAD: the server could not be fetched, or was not what its maker says. JAR: the owner's jar is not among the realm's files any more, as
 * it was when it was chosen. JAVA: the machine has no Java that it runs on. SNAPSHOT: the world could not be backed up. START: the other
 * kernel did not get ready. TIER: the owner's tier became too small meanwhile.
 */
export const kernelProblems = ['DOWNLOAD', 'JAR', 'JAVA', 'SNAPSHOT', 'START', 'TIER'] as const;
export type KernelProblem = (typeof kernelProblems)[number];

/** Whether it goes on. */
export function isChangingKernel(state: KernelChangeState): boolean {
  return state !== 'DONE' && state !== 'FAILED';
}

/** Below zero where the first is the older one. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number));
  const places = [0, 1, 2].map((place) => (first?.[place] ?? 0) - (second?.[place] ?? 0));
  return places.find((difference) => difference !== 0) ?? 0;
}
