import type { KernelKind } from './kernel-rules.ts';

/** A plugin or a mod of the server, or a data pack of its world. */
export const addonKinds = ['PLUGIN', 'MOD', 'DATA_PACK'] as const;
export type AddonKind = (typeof addonKinds)[number];

/** What each server can run. */
export const addonsOf: Record<KernelKind, readonly AddonKind[]> = {
  sandbox: [],
  paper: ['PLUGIN', 'DATA_PACK'],
  purpur: ['PLUGIN', 'DATA_PACK'],
  fabric: ['MOD', 'DATA_PACK'],
  vanilla: ['DATA_PACK'],
  // Nobody knows which plugins or mods would fit.
  own: ['DATA_PACK'],
};

/** WorldEdit's id on Modrinth: the realm's plan sets its limits. */
export const worldEditProject = '1u6JkXh5';

/** Whether the plan's limits cannot be enforced: WorldEdit as a mod, because Fabric lets every operator exceed them (docs/decisions/080). */
export function isUnbounded(kind: AddonKind, projectId: string): boolean {
  return kind === 'MOD' && projectId === worldEditProject;
}

/** The folder of its files in the realm. The world of a running realm cannot be written. */
export const addonFolders: Record<AddonKind, string> = {
  PLUGIN: 'plugins',
  MOD: 'mods',
  DATA_PACK: 'world/datapacks',
};

/** How many results a page has, and how many pages there can be. */
export const addonPageSize = 10;
export const addonPages = 1000;

/**
 * Why an add-on was not installed. UNREACHABLE: Modrinth did not answer as expected. NO_VERSION: it, or a dependency, has no version for
 * the server. DAMAGED: the download was not what Modrinth had announced. CONFLICT: it does not work with another add-on. TAKEN: another
 * file has its name. QUOTA: the realm's file space is used up. DISK: the machine's disk is full. RUNNING: the world is in use. KERNEL: the realm's
 * server no longer runs such add-ons. UNBOUNDED: it, or a dependency, is WorldEdit, whose limits that server cannot enforce. FAULT: ours.
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
