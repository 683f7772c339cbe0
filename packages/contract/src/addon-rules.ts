import type { KernelKind } from './kernel-rules.ts';

/** A plugin or a mod of the server, or a data pack of its world. */
export const addonKinds = ['PLUGIN', 'MOD', 'DATA_PACK'] as const;
export type AddonKind = (typeof addonKinds)[number];

/** What each server takes. */
export const addonsOf: Record<KernelKind, readonly AddonKind[]> = {
  sandbox: [],
  paper: ['PLUGIN', 'DATA_PACK'],
  purpur: ['PLUGIN', 'DATA_PACK'],
  fabric: ['MOD', 'DATA_PACK'],
  vanilla: ['DATA_PACK'],
  // Which plugins or mods would fit, nobody knows.
  own: ['DATA_PACK'],
};

/** WorldEdit as Modrinth knows it: a plugin whose limits the realm's plan sets. */
export const worldEditProject = '1u6JkXh5';

/** Whether the plan's limits could not be held: of WorldEdit as a mod, for Fabric lets every operator exceed its own (docs/decisions/080). */
export function isUnbounded(kind: AddonKind, projectId: string): boolean {
  return kind === 'MOD' && projectId === worldEditProject;
}

/** Where its files lie among the realm's. The world of a running realm cannot be written. */
export const addonFolders: Record<AddonKind, string> = {
  PLUGIN: 'plugins',
  MOD: 'mods',
  DATA_PACK: 'world/datapacks',
};

/** What a page of search results has, and how many of them can be asked for. */
export const addonPageSize = 10;
export const addonPages = 1000;

/**
 * Why an add-on was not installed. UNREACHABLE: Modrinth did not answer as expected. NO_VERSION: it, or what it needs, has no version for
 * the server. DAMAGED: what came was not what Modrinth had announced. CONFLICT: it does not work beside another that is there. TAKEN: another
 * file has its name. QUOTA: the realm's files are full. DISK: the machine's disk is. RUNNING: the world is in use. KERNEL: the realm's
 * server takes no such add-ons any more. UNBOUNDED: it, or what it needs, is WorldEdit, whose limits that server cannot hold. FAULT: ours.
 */
export const addonProblems = [
  'UNREACHABLE',
  'NO_VERSION',
  'DAMAGED',
  'CONFLICT',
  'TAKEN',
  'QUOTA',
  'DISK',
  'RUNNING',
  'KERNEL',
  'UNBOUNDED',
  'FAULT',
] as const;
export type AddonProblem = (typeof addonProblems)[number];
