import { Vec3 } from 'vec3';
import { watchFlight } from './flight.ts';
import type { Game } from '../rules/game.ts';
import { isInsideBorder, isPossiblePosition, lowestY, worldHeight } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';
import { bedside, wake } from '../survival/beds.ts';
import { bodyOf, isMortal } from '../survival/body.ts';
import { causes, hurt } from '../survival/damage.ts';
import { walk } from '../survival/surroundings.ts';

type Packet = Record<string, unknown>;

/** Yaw and pitch of the packet are meant as changes of what they are. */
const keepLook = 0x08 | 0x10;
const noTurn = { yaw: 0, pitch: 0 };
/** How long until an unconfirmed teleport is sent again: 20 ticks, as in the game's own server. */
const toldAgainMs = 1000;
/** How far a player may get in a tick from where it began, in blocks squared, for each of at most so many packets. */
const farthest = { walking: 100, gliding: 300, packets: 5 };
/** From this distance on others are sent a position instead of a relative move, whose unit is 1/4096 of a block. */
const longWay = 8;
const wayUnits = 4096;
/** After so many blocks players are shown who else is near. */
const lookAround = 2;

/** How often each client has been put somewhere, and since when it has not confirmed the last time; null when it has. Milliseconds of performance.now(). */
const told = new WeakMap<Player, { id: number; since: number | null }>();
/** Where players were at the beginning of a tick, and how many of their packets have arrived in it. */
const paces = new WeakMap<Player, { tick: number; from: Vec3; packets: number }>();

/** The client is where the player is from now on, and confirms it. @param look in degrees; they look as before without it */
export function sendPlace(player: Player, look?: { yaw: number; pitch: number }): void {
  const id = (told.get(player)?.id ?? 0) + 1;
  told.set(player, { id, since: performance.now() });
  writePlace(player, id, look);
}

/** Packet position. */
function writePlace(player: Player, teleportId: number, look?: { yaw: number; pitch: number }): void {
  const { x, y, z } = player.position;
  player._client.write('position', { x, y, z, ...(look ?? noTurn), flags: look ? 0 : keepLook, teleportId });
}

/** Packet teleport_confirm. */
export function confirmPlace(player: Player, packet: Packet): void {
  const last = told.get(player);
  if (last && packet['teleportId'] === last.id) last.since = null;
}

/** Packets position, position_look, look and flying: where the client says that it goes, and looks. Source: the game's server (1.16.5) */
export function move(game: Game, player: Player, packet: Packet): void {
  const last = told.get(player);
  if (last && last.since !== null) {
    // The packet is from before the teleport.
    if (performance.now() - last.since <= toldAgainMs) return;
    last.since = performance.now();
    return writePlace(player, last.id);
  }
  if ('yaw' in packet && !isLookPossible(packet)) return;
  const look = () => 'yaw' in packet && turn(player, Number(packet['yaw']), Number(packet['pitch']));
  // A rider's position comes from their vehicle.
  if (game.riding.isRiding(player)) return void look();
  const { x = player.position.x, y = player.position.y, z = player.position.z } = packet;
  const to = new Vec3(Number(x), Number(y), Number(z));
  if (!mayMove(game, player, to)) return;
  walk(game, player, to, packet['onGround'] === true);
  go(player, to, packet['onGround'] === true);
  look();
  seeAround(game, player);
}

/** Whether the player may go there. Otherwise they are put back to where they were. */
function mayMove(game: Game, player: Player, to: Vec3): boolean {
  if (!isPossiblePosition(to) || isTooFast(game, player, to)) sendPlace(player);
  else if (to.y < lowestY) leaveWorld(game, player);
  else if (!isInsideBorder(game.settings, game.centre, to)) bringInside(game, player);
  else {
    watchFlight(game, player, to);
    return true;
  }
  return false;
}

function isTooFast({ server: { tickCount } }: Game, player: Player, to: Vec3): boolean {
  const known = paces.get(player);
  const pace = known?.tick === tickCount ? known : { tick: tickCount, from: player.position, packets: 0 };
  paces.set(player, pace);
  pace.packets += 1;
  const share = pace.packets > farthest.packets ? 1 : pace.packets;
  const most = (bodyOf(player).isGliding ? farthest.gliding : farthest.walking) * share;
  return pace.from.distanceSquared(to) > most;
}

function go(player: Player, to: Vec3, onGround: boolean): void {
  const known = player.knownPosition ?? player.position;
  const way = to.minus(known);
  player.position = to;
  player.onGround = onGround;
  if (Math.max(...way.toArray().map(Math.abs)) >= longWay) showPlace(player);
  else if (way.norm() > 0) {
    const [dX = 0, dY = 0, dZ = 0] = way.toArray().map((blocks) => Math.floor(blocks * wayUnits));
    // The rounding error is added to the next move.
    player.knownPosition = known.offset(dX / wayUnits, dY / wayUnits, dZ / wayUnits);
    player._writeOthersNearby('rel_entity_move', { entityId: player.id, dX, dY, dZ, onGround });
  }
}

/** Shows a player who has moved the land, entities and players that are near now. */
export function seeAround(game: Game, player: Player): void {
  if (player.position.distanceTo(player.lastPositionPlayersUpdated) > lookAround) player.updateAndSpawn();
  game.views.get(player)?.follow();
}

/** @param yaw degrees, as `pitch`; players have them in 1/256 of a turn, and parts of that, by which they aim */
function turn(player: Player, yaw: number, pitch: number): void {
  const told = [player.yaw, player.pitch].map(Math.floor);
  player.yaw = inTurn(yaw);
  player.pitch = inTurn(pitch);
  const [toYaw = 0, toPitch = 0] = [player.yaw, player.pitch].map(Math.floor);
  if (toYaw === told[0] && toPitch === told[1]) return;
  const { id: entityId, onGround } = player;
  player._writeOthersNearby('entity_look', { entityId, yaw: toYaw, pitch: toPitch, onGround });
  player._writeOthersNearby('entity_head_rotation', { entityId, headYaw: toYaw });
}

/** From -128 to 127, as flying-squid writes them into bytes. */
function inTurn(degrees: number): number {
  // Of a huge number of degrees the rest would be rounded away.
  const turned = ((degrees % 360) * 256) / 360;
  return Math.min(127, turned - Math.floor((turned + 128) / 256) * 256);
}

/** A player who falls out of the world dies, or, if they cannot, is put back at the spawn. */
function leaveWorld(game: Game, player: Player): void {
  if (player.health <= 0) return;
  if (isMortal(player)) hurt(game, player, player.health, causes.void);
  else moveTo(game, player, safeSpawn(game));
}

/** Puts the player back to where they were; when that is outside too (the border has shrunk) to the spawn. */
export function bringInside(game: Game, player: Player): void {
  if (isInsideBorder(game.settings, game.centre, player.position)) sendPlace(player);
  else moveTo(game, player, safeSpawn(game));
}

/** Teleports the player, and shows them what is there. */
export function moveTo(game: Game, player: Player, to: Vec3): void {
  game.riding.release(player);
  wake(player);
  player.position = to;
  bodyOf(player).fallen = 0;
  paces.delete(player);
  sendPlace(player);
  showPlace(player);
  player.updateAndSpawn();
  game.views.get(player)?.follow();
}

/** Sends others the player's position, from which relative moves go on. */
function showPlace(player: Player): void {
  const { id: entityId, position, yaw, pitch, onGround } = player;
  const { x, y, z } = (player.knownPosition = position);
  player._writeOthersNearby('entity_teleport', { entityId, x, y, z, yaw, pitch, onGround });
}

/** The spawn, or the middle of a border that has shrunk past it; if that is built up, the first free place above. */
export function safeSpawn(game: Game): Vec3 {
  return freePlace(game, isInsideBorder(game.settings, game.centre, game.spawn) ? game.spawn : game.centre);
}

/** Where the player respawns. */
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

function isLookPossible(packet: Packet): boolean {
  return Number.isFinite(packet['yaw']) && Number.isFinite(packet['pitch']);
}
