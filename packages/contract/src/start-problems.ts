/**
 * Why a server does not start: its port is taken; memory; another version of Java; the licence; a missing plugin or mod; a world
 * from a newer version; a damaged jar; a damaged level.dat; a full disk; a plugin or mod for another version of the game.
 */
export const startCauses = [
  'PORT',
  'MEMORY',
  'JAVA',
  'EULA',
  'DEPENDENCY',
  'WORLD_NEWER',
  'JAR',
  'LEVEL',
  'DISK',
  'PLUGIN_VERSION',
] as const;
export type StartCause = (typeof startCauses)[number];
