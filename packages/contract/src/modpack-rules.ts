/** What modpacks need besides the game, as Modrinth names it; of these only Fabric runs here. */
export const modpackLoaders = ['fabric', 'forge', 'neoforge', 'quilt'] as const;
export type ModpackLoader = (typeof modpackLoaders)[number];

/** Versions of a modpack that can be chosen from: the newest. */
export const modpackVersionsMax = 50;

/**
 * FETCHING: the pack is downloaded and checked. READING: it is unpacked beside the realm's files, its index is checked, and its version of the loader
 * fetched. INSTALLING: the files that its index names come. UNPACKING: those that it holds itself are put over them. FINISHING: what is left of it goes, and the realm is let go. FAILED: there
 * is no realm.
 */
export const modpackStates = ['FETCHING', 'READING', 'INSTALLING', 'UNPACKING', 'FINISHING', 'DONE', 'FAILED'] as const;
export type ModpackState = (typeof modpackStates)[number];

/** Whether it goes on. */
export function isInstallingModpack(state: ModpackState): boolean {
  return state !== 'DONE' && state !== 'FAILED';
}

/**
 * Why no realm was made of a modpack. UNREACHABLE: Modrinth, or whoever else has a file of it, did not answer as expected. DAMAGED: a file was not the
 * one that was announced. INVALID: it is no modpack for servers as the format has it. UNSAFE: it would write where it may not. HOST: a file is somewhere
 * that the operator does not allow. LOADER: it needs another loader. GAME: it needs a version of the game that does not run here. KERNEL: its loader could
 * not be fetched. QUOTA: it is larger than the plan allows. DISK: the machine's disk is full. FAULT: ours.
 */
export const modpackProblems = [
  'UNREACHABLE',
  'DAMAGED',
  'INVALID',
  'UNSAFE',
  'HOST',
  'LOADER',
  'GAME',
  'KERNEL',
  'QUOTA',
  'DISK',
  'FAULT',
] as const;
export type ModpackProblem = (typeof modpackProblems)[number];
