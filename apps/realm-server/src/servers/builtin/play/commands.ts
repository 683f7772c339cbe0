import type { ConsoleCommand } from '@realmkeep/realm-protocol';
import { isAccessCommand } from '../../../identity/access-commands.ts';
import { allCommands } from '../commands/all-commands.ts';
import { word } from '../commands/language/argument.ts';
import { type Command, reply } from '../commands/language/command.ts';
import { commandsPacket } from '../commands/language/declare-commands.ts';
import { type Source, sourceOf } from '../commands/language/source.ts';
import {
  complete,
  form,
  type Node,
  nodeOf,
  type Tree,
  understand,
  type Understood,
  usageOf,
  valuesOf,
} from '../commands/language/tree.ts';
import { inEnglish } from '../messages/english.ts';
import { englishMessages, messagesOf } from '../messages/messages.ts';
import { tell } from '../messages/notices.ts';
import { coloured, CommandError, fail, show, type Text } from '../messages/text.ts';
import type { Vec3 } from 'vec3';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';

/** One line runs for at most this many sources and this long, as selectors multiply. */
const mostSources = 1000;
const longestMs = 200;
const longestOfBlockMs = 20;
const mostCompletions = 500;
/** Characters of the line that are shown before a mistake. */
const shownBefore = 10;
/** Of so many kinds of players the tree is kept as it is sent. */
const mostTrees = 8;

const commands: Readonly<Record<string, Command>> = {
  help: {
    who: 'everybody',
    forms: [
      form([], (source) => help(source, [...openTo(source)])),
      form([word('command')], (source, name) => {
        const found = [...openTo(source)].filter(([known]) => known === name);
        return found.length > 0 ? help(source, found) : fail('commands.help.failed');
      }),
    ],
  },
  ...allCommands,
};
/** Grown when they are first asked for: a realm without players needs none. */
const nodes = new Map<string, Node>();
const packets = new Map<string, Buffer>();

/** Those that the console may be asked, under the owner's plan. */
export function consoleCommands(game: Game): ConsoleCommand[] {
  return [...openTo({ game, by: null })].map(([name, command]) => ({ name, usage: usageFor(name, command) }));
}

/** Runs one line of the console for whoever sent it. The result is printed in the console, except login codes. */
export function runConsoleCommand(game: Game, line: string, by: string | null): void {
  const isSecret = nameOf(line) === 'login';
  const shown = isSecret ? 'login …' : line;
  game.log(by === null ? `> ${shown}` : `> ${by}: ${shown}`);
  const source = sourceOf(game, null);
  try {
    run(source, line);
  } catch (error) {
    for (const text of mistakeOf(error, isSecret ? '' : line)) game.log(inEnglish(text));
  }
}

/** Runs what a player typed, with its slash. Of a command they may not use, the console shows only the name. */
export function runPlayersCommand(game: Game, player: Player, line: string): void {
  const name = nameOf(line);
  const command = find(name);
  const isOpen = command !== undefined && mayUse(game, player, command);
  if (command && !isOpen) game.log(`§c${player.username} was refused the command /${name}`);
  else if (command && command.who !== 'everybody') game.log(`${player.username} used ${line}`);
  try {
    run(sourceOf(game, player), line);
  } catch (error) {
    for (const text of mistakeOf(error, line)) show(player._client, coloured(text, 'red'));
    if (command && !isOpen) tell(player._client, messagesOf(player).forManagers, 'red');
  }
}

/** Runs a command block's line. @returns whether it succeeded */
export function runBlocksCommand(game: Game, at: Vec3, line: string): boolean {
  try {
    run({ ...sourceOf(game, null), position: at.offset(0.5, 0.5, 0.5), isBlock: true }, line);
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

/** Sends the player's client the commands it may use. */
export function sendCommands(game: Game, player: Player): void {
  const source = sourceOf(game, player);
  const key = [...openTo(source)].map(([name]) => name).join(' ');
  const { serializer } = player._client;
  let packet = packets.get(key);
  if (!packet) {
    packet = serializer.createPacketBuffer({ name: 'declare_commands', params: commandsPacket(treeFor(source)) });
    if (packets.size >= mostTrees) packets.clear();
    packets.set(key, packet);
  }
  serializer.write(packet);
}

/** Answers what may stand where the player types (tab_complete of protocol 754). */
export function completeFor(game: Game, player: Player, packet: Record<string, unknown>): void {
  const text = String(packet['text']);
  const line = text.replace(/^\//, '');
  const source = sourceOf(game, player);
  const { start, matches } = complete(treeFor(source), line, source, mostCompletions);
  player._client.write('tab_complete', {
    transactionId: packet['transactionId'],
    start: start + text.length - line.length,
    length: line.length - start,
    matches: matches.map((match) => ({ match })),
  });
}

/** @throws CommandError for a line that is none, or whose command came to nothing */
function run(source: Source, line: string): void {
  const name = nameOf(line);
  const command = find(name);
  if (command && !isInPlan(source.game, command) && (!source.by || mayUse(source.game, source.by, command))) {
    throw new CommandError((source.by ? messagesOf(source.by) : englishMessages).notInPlan);
  }
  const understood = understand(treeFor(source), plain(line), source);
  perform(understood, source);
}

function perform({ modifiers, form: last, values }: Understood, source: Source): void {
  const until = performance.now() + (source.isBlock ? longestOfBlockMs : longestMs);
  let sources = [source];
  for (const { form: modifier, values: of } of modifiers) {
    const next: Source[] = [];
    for (const one of sources) {
      if (performance.now() > until) fail('command.failed');
      if (next.length < mostSources) next.push(...(modifier.modify?.(one, valuesOf(modifier, of, one)) ?? []));
    }
    sources = next.slice(0, mostSources);
  }
  const isOne = sources.length === 1;
  for (const one of sources) {
    if (performance.now() > until) fail('command.failed');
    try {
      last.run?.(one, valuesOf(last, values, one));
    } catch (error) {
      // Of many, some may fail.
      if (isOne || !(error instanceof CommandError)) throw error;
    }
  }
}

/** The error, and the part of the line before it. */
function mistakeOf(error: unknown, line: string): Text[] {
  if (!(error instanceof CommandError)) throw error;
  if (error.cursor === null) return [error.text];
  const typed = plain(line);
  const before = typed.slice(Math.max(0, error.cursor - shownBefore), error.cursor);
  const wrong = typed.slice(error.cursor);
  const at = `${error.cursor > shownBefore ? '...' : ''}${before}`;
  const here = { translate: 'command.context.here', italic: true };
  return [error.text, { text: at, color: 'gray', extra: [{ text: wrong, color: 'red', underlined: true }, here] }];
}

function help(source: Source, open: [string, Command][]): number {
  const lines = open.map(([name, command]) => `/${name} ${usageFor(name, command)}`.trimEnd());
  reply(source, lines.join('\n'));
  return open.length;
}

function treeFor(source: Pick<Source, 'game' | 'by' | 'isBlock'>): Tree {
  const children = [...openTo(source)].map(([name, command]) => nodeFor(name, command));
  const execute = children.find(({ name }) => name === 'execute');
  return { root: { name: '', argument: null, children, form: null, link: null }, execute };
}

function* openTo({ game, by, isBlock }: Pick<Source, 'game' | 'by' | 'isBlock'>): Generator<[string, Command]> {
  for (const [name, command] of Object.entries(commands)) {
    const isOpen = by ? mayUse(game, by, command) : !command.needsBody && !(isBlock && isKeptFromBlocks(name, command));
    if (isOpen && isInPlan(game, command)) yield [name, command];
  }
}

function nodeFor(name: string, { forms }: Command): Node {
  const node = nodes.get(name) ?? nodeOf(name, forms);
  nodes.set(name, node);
  return node;
}

function usageFor(name: string, command: Command): string {
  return command.usage ?? usageOf(nodeFor(name, command));
}

/** Normalised for lookup: names of commands are case-insensitive. */
function plain(line: string): string {
  const typed = line.replace(/^\//, '').trim();
  const name = nameOf(line);
  return name + typed.slice(name.length);
}

function nameOf(line: string): string {
  return line.replace(/^\//, '').trim().split(/\s/, 1).join('').toLowerCase();
}

function find(name: string): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

function mayUse(game: Game, player: Player, { who }: Command): boolean {
  if (who === 'operators') return game.access.hasPowers(player.account);
  return who === 'everybody' || (who === 'managers' && game.access.isManager(player.account));
}

/** As in the game, where more powers are needed to send players off, or to keep them out. */
function isKeptFromBlocks(name: string, { who }: Command): boolean {
  return name === 'kick' || isAccessCommand(name) || who === 'managers' || who === 'console';
}

function isInPlan({ settings }: Game, { needs }: Command): boolean {
  return needs === undefined || Boolean(settings.plan[needs]);
}
