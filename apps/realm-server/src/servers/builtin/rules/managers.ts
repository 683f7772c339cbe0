import type { Game } from './game.ts';
import { tell } from '../messages/notices.ts';
import type { Player } from '../squid/squid.ts';
import { messagesOf } from '../messages/messages.ts';

/** Whether the connection has proved to be of an account that may do what the owner and co-owners may. */
export function isManager({ settings }: Pick<Game, 'settings'>, { account }: Player): boolean {
  if (!account) return false;
  return settings.managers.some(
    ({ nickname, epoch }) => nickname.toLowerCase() === account.nickname.toLowerCase() && epoch <= account.epoch,
  );
}

/** Tells the player when they have become a manager, or no longer are one. */
export function tellIfChanged(game: Game, player: Player): void {
  const now = isManager(game, player);
  if (now === player.isToldManager) return;
  player.isToldManager = now;
  const messages = messagesOf(player);
  tell(player._client, now ? messages.manager : messages.noManager, now ? 'green' : 'red');
}
