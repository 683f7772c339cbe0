import { blockAt } from '../land/block-state.ts';
import { messagesOf } from '../messages/messages.ts';
import { tell } from '../messages/notices.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { passThroughEnd } from './end-portals.ts';
import { axisAt } from './frames.ts';
import { passThrough } from './nether-portals.ts';

/** How long a player who can be hurt must stand in a portal before it takes them through. */
const standTicks = 80;

/** Of those who stand in a portal: since how many ticks, and whether it has done with them until they step out. */
const standing = new WeakMap<Player, { ticks: number; isDone: boolean }>();

/** One tick of standing in a portal, or not. */
export function standInPortal(game: Game, player: Player): void {
  const places = [0, 1].map((up) => player.position.offset(0, up, 0).floored());
  const at = places.find((place) => axisAt(game, place));
  const isAtEnd = places.some((place) => blockAt(game, place)?.kind.name === 'end_portal');
  if (!at && !isAtEnd) return void standing.delete(player);
  if (player.health <= 0 || player.gameMode === gameModeNumber.SPECTATOR) return;
  const state = standing.get(player) ?? { ticks: 0, isDone: false };
  standing.set(player, state);
  state.ticks += 1;
  const isLong = isAtEnd || player.gameMode === gameModeNumber.CREATIVE || state.ticks >= standTicks;
  if (state.isDone || !isLong) return;
  state.isDone = true;
  // A player who is there from when the plan included it may leave.
  if (game.world.dimension === 'overworld' && !game.settings.plan.otherWorlds) {
    return tell(player._client, messagesOf(player).notInPlan, 'red');
  }
  const axis = at && axisAt(game, at);
  if (isAtEnd) passThroughEnd(game, player);
  else if (at && axis && game.world.dimension !== 'end') passThrough(game, player, at, axis);
}
