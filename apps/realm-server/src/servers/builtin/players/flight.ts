import { Vec3 } from 'vec3';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { worldHeight } from '../rules/place.ts';
import { bodyOf } from '../survival/body.ts';
import type { Player } from '../squid/squid.ts';
import { levelOf } from '../survival/potions/effects.ts';
import { messagesOf } from '../messages/messages.ts';

/** As long as the game's own server tolerates it: 80 ticks. */
const borneMs = 4000;
/** The slowest fall, in blocks from one packet to the next. */
const leastFall = 0.03125;
/** Half the width of a player, and how far below their feet something must be: enough for a fence. */
const halfWidth = 0.36;
const below = 0.55;

/** Since when players have been hanging in the air. Milliseconds of performance.now(). */
const hanging = new WeakMap<Player, number>();

/** Whether the player may fly, as sent to their client. */
export function mayFly({ settings }: Pick<Game, 'settings'>, { gameMode }: Pick<Player, 'gameMode'>): boolean {
  if (gameMode === gameModeNumber.CREATIVE || gameMode === gameModeNumber.SPECTATOR) return true;
  return settings.flySurvival;
}

/**
 * Disconnects players who fly though they may not, which only a changed client can.
 * @param to where the player, or what they ride, goes now
 * @param body where that was before, and its width
 */
export function watchFlight(
  game: Game,
  player: Player,
  to: { x: number; y: number; z: number },
  body = { from: player.position, width: 2 * halfWidth },
): void {
  const isHanging =
    !mayFly(game, player) &&
    !bodyOf(player).isGliding &&
    levelOf(player, 'levitation') === 0 &&
    to.y - body.from.y > -leastFall &&
    isInTheAir(game, to, body.width / 2) &&
    !game.boats.isUnder(to, body.width / 2);
  if (!isHanging) {
    hanging.delete(player);
    return;
  }
  const since = hanging.get(player) ?? performance.now();
  hanging.set(player, since);
  if (performance.now() - since <= borneMs) return;
  game.log(`${player.username} was flying, which is off here`);
  player._client.end(messagesOf(player).noFlying);
}

/** Water, ladders and plants count as something. */
function isInTheAir(game: Game, { x, y, z }: { x: number; y: number; z: number }, half: number): boolean {
  const corners = [-half, half].flatMap((dx) => [-half, half].map((dz) => [dx, dz] as const));
  return corners.every(([dx, dz]) =>
    [y - below, y, y + 1, y + 1.8].every((height) => {
      const at = new Vec3(x + dx, height, z + dz).floored();
      return at.y < 0 || at.y >= worldHeight || game.world.blockStateAt(at) === 0;
    }),
  );
}
