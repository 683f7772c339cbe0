/** The loaders that modpacks need, as Modrinth names them; only Fabric runs here. */
export const modpackLoaders = ['fabric', 'forge', 'neoforge', 'quilt'] as const;
export type ModpackLoader = (typeof modpackLoaders)[number];

/** How many versions of a modpack can be chosen from: the newest. */
export const modpackVersionsMax = 50;

/**
 * FETCHING: the pack is downloaded and checked. READING: it is unpacked beside the realm's files, its index is checked, and its version of the loader
 * fetched. INSTALLING: the files that its index names are downloaded. UNPACKING: the files in the pack itself are put over them. FINISHING: leftovers
 * are removed, and the realm is unfrozen. FAILED: there is no realm.
 */
export const modpackStates = ['FETCHING', 'READING', 'INSTALLING', 'UNPACKING', 'FINISHING', 'DONE', 'FAILED'] as const;
export type ModpackState = (typeof modpackStates)[number];

/** Whether it is still under way. */
export function isInstallingModpack(state: ModpackState): boolean {
  return state !== 'DONE' && state !== 'FAILED';
}

/**
 * Why no realm was created from a modpack. UNREACHABLE: Modrinth, or another host of its files, did not answer as expected. DAMAGED: a file was not the
 * announced one. INVALID: by the format it is not a modpack for servers. UNSAFE: it would write where it may not. HOST: a file is on a host
 * that the operator does not allow. LOADER: it needs another loader. GAME: it needs a version of the game that does not run here. KERNEL: its loader could
 * not be downloaded. QUOTA: it is larger than the plan allows. DISK: the machine's disk is full. FAULT: ours.
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
