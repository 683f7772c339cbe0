import { readPrefix } from '@realmkeep/realm-protocol';
import { coloured } from '../messages/text.ts';
import type { Game } from './game.ts';
import type { Player } from '../squid/squid.ts';

/** Who said it, as the others read it in front of the line: a text component of the game. */
export function nameInChat(
  { settings, access, scoreboard }: Game,
  { account, username, prefix: kept }: Player,
): unknown {
  const { highlightedNickname, personalPrefix } = settings.plan;
  const shown = scoreboard.inTeam(username);
  if (!account || !access.isManager(account)) return shown;
  const name = highlightedNickname ? coloured(shown, 'gold') : shown;
  const prefix = personalPrefix ? readPrefix(access.prefixOf(account.nickname) ?? kept ?? '') : null;
  return prefix ? { text: '', extra: [{ text: `[${prefix.text}] `, color: prefix.color }, name] } : name;
}
