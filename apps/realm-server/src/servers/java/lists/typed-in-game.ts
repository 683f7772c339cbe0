import type { RealmManager, RealmVisitor } from '@realmkeep/realm-protocol';
import { accessUsages, type AccessCommand, runAccessCommand } from '../../../identity/access-commands.ts';
import type { Access } from '../../../identity/access.ts';
import { type AccessMessages, accessMessages } from '../../kernel-messages.ts';
import { commandOf, type ForeignChange, type ServerLists } from './server-lists.ts';

interface Parts {
  access: Access;
  lists: ServerLists;
  players: {
    /** The accounts that may have typed what has just changed. */
    authors(): RealmManager[];
    /** The account of the player with this name, online or not, if it has powers. */
    accountOf(name: string): RealmManager | null;
    remembered(nameOrLoopback: string): RealmVisitor | undefined;
  };
  log: (line: string) => void;
  tellLines: (target: string, lines: string[], color: string) => void;
}

/**
 * Applies to the realm what was typed in the game of a Java server, so that it outlives this run and this server. In the game's
 * lists only bans name who typed them; anything else may be by anybody with the right.
 * @returns whether the server's list follows the realm's from here on, or the change is left to a plugin
 */
export function takeTyped(change: ForeignChange, parts: Parts): 'leave' | 'follow' {
  const { access, players, log } = parts;
  const { list, entry, isThere } = change;
  const isBan = isThere && (list === 'bans' || list === 'addressBans');
  const banner = isBan ? players.accountOf(entry.source ?? '') : null;
  // A plugin's, say: it holds until the next start, like everything else a plugin does.
  if (isBan && !banner) return 'leave';
  const authors = banner ? [banner] : players.authors();
  const typed = commandOf(list, { name: entry.name }, isThere);
  if (authors.length === 0) {
    log(`Undone, for nobody is here who may have typed it: ${typed}`);
    return 'follow';
  }
  const [only, ...others] = authors;
  const by = only && others.length === 0 ? only.nickname : null;
  const visitor = players.remembered(entry.name);
  const [name, args] = callOf(change, visitor, parts.lists);
  log(`> ${by ?? authors.map(({ nickname }) => nickname).join(' or ')}: ${name} ${args.join(' ')}`.trimEnd());
  const mayMakeOperators = authors.every((author) => access.isManager(author));
  const said = (messages: AccessMessages): string =>
    list === 'operators' && !mayMakeOperators ? messages.opUnsure : messages.opAsked(entry.name);
  if (list === 'operators' && (isThere || !mayMakeOperators)) {
    for (const author of authors) parts.tellLines(author.nickname, Object.values(accessMessages).map(said), 'gray');
  }
  if (list === 'operators' && !mayMakeOperators) {
    log(said(accessMessages.en));
    return 'follow';
  }
  const visitors = visitor ? [visitor] : [];
  const call = { access, visitors, by, inGame: true, messages: accessMessages.en, args };
  log(runAccessCommand(name, call) ?? accessUsages[name]);
  return 'follow';
}

/** As it is typed at the realm's own console, where players are called by the names that they play under and addresses are their own. */
function callOf(
  { list, entry: { name, reason = '' }, isThere }: ForeignChange,
  visitor: RealmVisitor | undefined,
  lists: ServerLists,
): [AccessCommand, string[]] {
  const words = ofGame(reason).split(' ');
  switch (list) {
    case 'switch':
      return ['whitelist', [isThere ? 'on' : 'off']];
    case 'whitelist':
      return ['whitelist', [isThere ? 'add' : 'remove', name]];
    case 'operators':
      return [isThere ? 'op' : 'deop', [name]];
    case 'bans':
      return isThere ? ['ban', [visitor?.name ?? name, ...words]] : ['pardon', [name]];
    default:
      return isThere ? ['ban-ip', [visitor?.name ?? name, ...words]] : ['pardon-ip', [lists.addressOf(name) ?? name]];
  }
}

/** The game's own reason, used when a ban is typed without one. */
function ofGame(reason: string): string {
  return /^Banned by an operator\.?$/.test(reason) ? '' : reason;
}
