import { isIP } from 'node:net';
import { addressGroup } from '@realmkeep/protocol';
import {
  type AccessDeed,
  type ConsoleCommand,
  isSameName,
  nicknamePattern,
  type RealmVisitor,
} from '@realmkeep/realm-protocol';
import type { AccessMessages } from '../servers/kernel-messages.ts';
import type { Access } from './access.ts';

/** Commands of every server of the game. Source: https://minecraft.wiki/w/Commands */
export const accessUsages = {
  whitelist: 'on|off|list|add|remove [player]',
  op: '<player>',
  deop: '<player>',
  ban: '<player> [words]',
  'ban-ip': '<address or player> [words]',
  pardon: '<player>',
  'pardon-ip': '<address>',
  banlist: '',
} as const;
export type AccessCommand = keyof typeof accessUsages;

export const accessConsoleCommands: ConsoleCommand[] = Object.entries(accessUsages).map(([name, usage]) => ({
  name,
  usage,
}));

/** These two are for managers alone. */
export const managersCommands: ReadonlySet<string> = new Set(['op', 'deop']);

export function isAccessCommand(name: string): name is AccessCommand {
  return Object.hasOwn(accessUsages, name);
}

interface Call {
  access: Access;
  /** Who is on. */
  visitors: readonly RealmVisitor[];
  /** The account that typed it; null: the console, or one of several in the game. */
  by: string | null;
  inGame?: boolean;
  messages: AccessMessages;
  args: string[];
}

/** @returns the reply; null if the arguments do not match its usage */
export function runAccessCommand(name: AccessCommand, call: Call): string | null {
  const [first = '', ...words] = call.args;
  if (name === 'whitelist') return changeWhitelist(call);
  if (name === 'banlist') {
    const { bans, addressBans } = call.access.now;
    return call.messages.banList(bans.map(({ nickname }) => nickname).join(', '), addressBans.length);
  }
  if (name === 'ban-ip' || name === 'pardon-ip') return changeAddress(name, call);
  return changePlayer(name, first, call, words.join(' '));
}

function changeWhitelist(call: Call): string | null {
  const { access, messages, args } = call;
  const [what, player = ''] = args;
  if (what === 'list') return messages.whitelist(access.now.whitelist.join(', '), access.now.whitelistOn);
  if (what === 'on' || what === 'off') {
    return access.now.whitelistOn === (what === 'on')
      ? messages.unchanged
      : (give(call, `whitelist-${what}`, '') ?? messages.accessDone);
  }
  return what === 'add' || what === 'remove' ? changePlayer(`whitelist-${what}`, player, call) : null;
}

function changePlayer(
  deed: 'whitelist-add' | 'whitelist-remove' | 'op' | 'deop' | 'ban' | 'pardon',
  player: string,
  call: Call,
  reason = '',
): string | null {
  const { access, visitors, messages } = call;
  // A guest is meant by the nickname that they came with: the other is theirs only while they are on.
  const nickname = visitors.find(({ name }) => isSameName(name, player))?.nickname ?? player;
  if (!nicknamePattern.test(nickname)) return null;
  const { whitelist, operators, bans } = access.now;
  const isOn = (list: readonly { nickname: string }[]): boolean =>
    list.some((one) => isSameName(one.nickname, nickname));
  const isListed = whitelist.some((listed) => isSameName(listed, nickname));
  const isNeedless = {
    'whitelist-add': isListed,
    'whitelist-remove': !isListed,
    op: isOn(operators) || access.isManagersName(nickname),
    deop: !isOn(operators),
    ban: false,
    pardon: !isOn(bans),
  };
  if (isNeedless[deed]) return messages.unchanged;
  if (deed === 'ban' && access.isManagersName(nickname)) return messages.isManager(nickname);
  return give(call, deed, nickname, reason) ?? (deed === 'op' ? messages.opAsked(nickname) : messages.accessDone);
}

function changeAddress(deed: 'ban-ip' | 'pardon-ip', call: Call): string | null {
  const { access, visitors, messages, args } = call;
  const [target = '', ...reason] = args;
  if (target === '') return null;
  const visitor = isAddress(target) ? undefined : visitors.find(({ name }) => isSameName(name, target));
  const address = isAddress(target) ? target : visitor?.address;
  if (address === undefined) return deed === 'ban-ip' ? messages.notOn(target) : null;
  const group = addressGroup(address);
  const isBanned = access.now.addressBans.some((ban) => addressGroup(ban.address) === group);
  if (deed === 'pardon-ip' && !isBanned) return messages.unchanged;
  return give(call, deed, address, reason.join(' '), visitor?.nickname) ?? messages.accessDone;
}

/** Without the zone of a machine's own network, which no player comes from. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}

/** @returns why not, or null when it is done */
function give(
  { access, by, inGame = by !== null, messages }: Call,
  deed: AccessDeed,
  subject: string,
  reason = '',
  player: string | null = null,
): string | null {
  return access.order({ deed, subject, by, inGame, reason, player }) ? null : messages.tooManyOrders;
}
