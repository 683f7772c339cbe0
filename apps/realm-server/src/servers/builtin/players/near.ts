import { Vec3 } from 'vec3';
import type { Game } from '../rules/game.ts';
import type { Direction } from '../land/sides.ts';
import type { Player } from '../squid/squid.ts';

/** Blocks farther away are not visible to the player, and reading them would only generate land. */
const nearby = 32;
/** How far small things that move are seen. */
export const seenWithin = 64;

/** Null if it is not a block's position, or is far from the player. */
export function positionNear(player: Player, location: unknown): Vec3 | null {
  if (typeof location !== 'object' || location === null) return null;
  const { x, y, z } = location as { x: unknown; y: unknown; z: unknown };
  const isWhole = [x, y, z].every((value) => Number.isSafeInteger(value));
  if (!isWhole) return null;
  const position = new Vec3(Number(x), Number(y), Number(z));
  return position.distanceTo(player.position) <= nearby ? position : null;
}

/** Which way the player looks, a block long. flying-squid keeps angles in 1/256 of a turn. */
export function aheadOf({ yaw, pitch }: Pick<Player, 'yaw' | 'pitch'>): Vec3 {
  const [turn, tilt] = [(yaw * Math.PI) / 128, (pitch * Math.PI) / 128];
  return new Vec3(-Math.sin(turn) * Math.cos(tilt), -Math.sin(tilt), Math.cos(turn) * Math.cos(tilt));
}

/** The side that a player looks to most: of those that are level, and of any. */
export function sidesAhead(player: Pick<Player, 'yaw' | 'pitch'>): { across: Direction; any: Direction } {
  const { x, y, z } = aheadOf(player);
  const isUpright = Math.abs(y) > Math.max(Math.abs(x), Math.abs(z));
  const across = Math.abs(x) > Math.abs(z) ? (x > 0 ? 'east' : 'west') : z > 0 ? 'south' : 'north';
  return { across, any: isUpright ? (y > 0 ? 'up' : 'down') : across };
}

/** Brings up to date who sees something that moves about. @returns who sees it from now on, and has to be shown it */
export function newViewers(
  { squid, views }: Pick<Game, 'squid' | 'views'>,
  { id, position, viewers }: { id: number; position: Vec3; viewers: Set<Player> },
  within = seenWithin,
): Player[] {
  const [columnX, columnZ] = [Math.floor(position.x / 16), Math.floor(position.z / 16)];
  for (const player of viewers) if (!views.has(player)) viewers.delete(player);
  return squid.players.filter((player) => {
    const sees = player.position.distanceTo(position) <= within && views.get(player)?.sees(columnX, columnZ) === true;
    if (!sees && viewers.delete(player)) player._client.write('entity_destroy', { entityIds: [id] });
    if (!sees || viewers.has(player)) return false;
    viewers.add(player);
    return true;
  });
}

/** A packet for all who are near a place. */
export function tellNear(
  { squid }: Pick<Game, 'squid'>,
  at: Vec3,
  name: string,
  fields: Record<string, unknown>,
): void {
  for (const { position, _client } of squid.players) {
    if (position.distanceTo(at) <= seenWithin) _client.write(name, fields);
  }
}

/** Packet named_sound_effect of protocol 754, which counts places in 1/8 of a block. @param name with or without `minecraft:` */
export function soundFields(
  name: string,
  soundCategory: number,
  at: Vec3,
  volume: number,
  pitch = 1,
): Record<string, unknown> {
  const { x, y, z } = at.scaled(8).floored();
  return { soundName: name.includes(':') ? name : `minecraft:${name}`, soundCategory, x, y, z, volume, pitch };
}
