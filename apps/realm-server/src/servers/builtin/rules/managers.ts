import type { Game } from './game.ts';
import { tell } from '../messages/notices.ts';
import type { Player } from '../squid/squid.ts';
import { messagesOf } from '../messages/messages.ts';

/** Tells the player when they have come to have a manager's or an operator's powers, or no longer have them. */
export function tellIfChanged(game: Game, player: Player): void {
  const now = game.access.hasPowers(player.account);
  if (now === player.isToldManager) return;
  player.isToldManager = now;
  const messages = messagesOf(player);
  tell(player._client, now ? messages.manager : messages.noManager, now ? 'green' : 'red');
}
