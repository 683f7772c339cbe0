import type { Game } from './game.ts';
import { tell } from '../messages/notices.ts';
import type { Player } from '../squid/squid.ts';
import { messagesOf } from '../messages/messages.ts';

/** entity_status of protocol 754: 24 and the level of powers, by which clients open command blocks. */
const levels = { none: 24, gameMaster: 26 };

/** Sends the player's client its permission level. */
export function showPowers(player: Player): void {
  const entityStatus = player.isToldManager ? levels.gameMaster : levels.none;
  player._client.write('entity_status', { entityId: player.id, entityStatus });
}

/** Informs the player when they have gained or lost the powers of a manager or operator. */
export function tellIfChanged(game: Game, player: Player): void {
  const now = game.access.hasPowers(player.account);
  if (now === player.isToldManager) return;
  player.isToldManager = now;
  showPowers(player);
  const messages = messagesOf(player);
  tell(player._client, now ? messages.manager : messages.noManager, now ? 'green' : 'red');
}
