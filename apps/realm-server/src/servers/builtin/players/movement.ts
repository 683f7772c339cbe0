import { Vec3 } from 'vec3';
import { watchFlight } from './flight.ts';
import type { Game } from '../rules/game.ts';
import { isInsideBorder, isPossiblePosition, lowestY, worldHeight } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';
import { bedside } from '../survival/beds.ts';
import { bodyOf, isMortal } from '../survival/body.ts';
import { causes, hurt } from '../survival/damage.ts';

/** Where players have been put in another land; until their clients say that they are there, they speak of where they were. */
const arriving = new WeakMap<Player, Vec3>();
const arrivesWithin = 8;

/** Whether the player may go where the packet says. Otherwise they are put back to where they were. */
export function mayMove(game: Game, player: Player, packet: Record<string, unknown>): boolean {
  const to = { x: Number(packet['x']), y: Number(packet['y']), z: Number(packet['z']) };
  const awaited = arriving.get(player);
  if (awaited && !(awaited.distanceTo(new Vec3(to.x, to.y, to.z)) < arrivesWithin)) return false;
  arriving.delete(player);
  if (!isPossiblePosition(to)) player.sendSelfPosition();
  else if (to.y < lowestY) leaveWorld(game, player);
  else if (!isInsideBorder(game.settings, game.centre, to)) bringInside(game, player);
  else {
    watchFlight(game, player, to);
    return true;
  }
  return false;
}

/** Whoever falls out of the world dies; who cannot is at the spawn again. */
function leaveWorld(game: Game, player: Player): void {
  if (player.health <= 0) return;
  if (isMortal(player)) hurt(game, player, player.health, causes.void);
  else moveTo(game, player, safeSpawn(game));
}

/** Puts the player back to where they were; when that is outside too (the border has shrunk) to the spawn. */
export function bringInside(game: Game, player: Player): void {
  if (isInsideBorder(game.settings, game.centre, player.position)) player.sendSelfPosition();
  else moveTo(game, player, safeSpawn(game));
}

/** Puts the player somewhere, and shows them what is there. */
export function moveTo(game: Game, player: Player, to: Vec3): void {
  game.riding.release(player);
  player.position = to;
  if (arriving.has(player)) arriving.set(player, to);
  bodyOf(player).fallen = 0;
  // The base of the next movement that others are told.
  player.knownPosition = to;
  player.sendSelfPosition();
  const { x, y, z } = to;
  player._writeOthersNearby('entity_teleport', {
    entityId: player.id,
    x,
    y,
    z,
    yaw: player.yaw,
    pitch: player.pitch,
    onGround: false,
  });
  player.updateAndSpawn();
  game.views.get(player)?.follow();
}

/** The same for one who comes from another dimension, or from the dead. */
export function arrive(game: Game, player: Player, to: Vec3): void {
  moveTo(game, player, to);
  arriving.set(player, to);
}

/** The spawn, or where the border has shrunk since its middle; or the first place above it where somebody has not built. */
export function safeSpawn(game: Game): Vec3 {
  return freePlace(game, isInsideBorder(game.settings, game.centre, game.spawn) ? game.spawn : game.centre);
}

/** Where the player comes back to life. */
export function ownSpawn(game: Game, player: Player): Vec3 {
  const { spawn } = bodyOf(player);
  if (!spawn) return safeSpawn(game);
  if (spawn.isBed) return bedside(game, spawn.at) ?? safeSpawn(game);
  const at = spawn.at.offset(0.5, 0, 0.5);
  return isInsideBorder(game.settings, game.centre, at) ? freePlace(game, at) : safeSpawn(game);
}

function freePlace(game: Game, from: Vec3): Vec3 {
  const isFree = (at: Vec3): boolean => at.y >= worldHeight || game.world.blockStateAt(at) === 0;
  let at = from.clone();
  while (!isFree(at) || !isFree(at.offset(0, 1, 0))) at = at.offset(0, 1, 0);
  return at;
}

/** The border as the client shows it (world_border of protocol 754, action 3: everything). */
export function sendBorder(game: Game, player: Player): void {
  const { borderDiameter } = game.settings;
  player._client.write('world_border', {
    action: 3,
    x: game.centre.x,
    z: game.centre.z,
    old_radius: borderDiameter,
    new_radius: borderDiameter,
    speed: 0,
    portalBoundary: 29_999_984,
    warning_time: game.borderWarning.seconds,
    warning_blocks: game.borderWarning.blocks,
  });
}

export function isLookPossible(packet: Record<string, unknown>): boolean {
  return Number.isFinite(packet['yaw']) && Number.isFinite(packet['pitch']);
}
