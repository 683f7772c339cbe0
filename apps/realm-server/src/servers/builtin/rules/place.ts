import type { GameMode, RealmSettings } from '@realmkeep/realm-protocol';

/** Where in the world a player may be and build. Pure. */

interface Point {
  x: number;
  z: number;
}

/** How high the world is built. */
export const worldHeight = 256;
/** Below this a player has fallen out of the world. */
export const lowestY = -16;
const highestY = 4096;
/** Blocks from the world's middle: no farther does the game let anybody go. */
export const farthest = 30_000_000;

/** Whether a player may stand there: inside the border, and in no place that a broken or hostile client makes up. */
export function isInsideBorder(settings: RealmSettings, centre: Point, at: Point): boolean {
  const half = settings.borderDiameter / 2;
  return Math.abs(at.x - centre.x) <= half && Math.abs(at.z - centre.z) <= half;
}

export function isPossiblePosition(at: { x: number; y: number; z: number }): boolean {
  return Number.isFinite(at.x) && Number.isFinite(at.z) && at.y > lowestY - 64 && at.y < highestY;
}

interface Ground {
  settings: RealmSettings;
  spawn: Point;
  centre: Point;
}

/** Whether nothing changes there but by who may build: around the spawn, and beyond the border. */
export function isProtected({ settings, spawn, centre }: Ground, block: Point): boolean {
  const middle = { x: block.x + 0.5, z: block.z + 0.5 };
  return isNearSpawn({ settings, spawn }, middle) || !isInsideBorder(settings, centre, middle);
}

function isNearSpawn({ settings, spawn }: Omit<Ground, 'centre'>, { x, z }: Point): boolean {
  return Math.max(Math.abs(x - spawn.x), Math.abs(z - spawn.z)) < settings.spawnProtectionRadius;
}

export interface Builder {
  /** The player's own, which a manager may have changed. */
  gameMode: GameMode;
  hasPowers: boolean;
}

/** Whether something without an owner, such as an explosion, may change the block: only where ordinary players may build. */
export function isOpenGround(
  place: { settings: RealmSettings; spawn: Point; centre: Point },
  block: { x: number; y: number; z: number },
): boolean {
  return buildRefusal(place, block, { gameMode: 'SURVIVAL', hasPowers: false }) === null;
}

/** Why the block may not be changed; null when it may. */
export function buildRefusal(
  { settings, spawn, centre }: Ground,
  block: { x: number; y: number; z: number },
  { gameMode, hasPowers }: Builder,
): string | null {
  if (gameMode === 'ADVENTURE' || gameMode === 'SPECTATOR') return 'Nobody builds in this game mode.';
  if (block.y < 0 || block.y >= worldHeight) return 'Nobody can build that high or deep.';
  const middle = { x: block.x + 0.5, z: block.z + 0.5 };
  if (!isInsideBorder(settings, centre, middle)) return 'This is beyond the border.';
  if (isNearSpawn({ settings, spawn }, middle) && !hasPowers) return 'The spawn is protected here.';
  return null;
}
