import { type ConsoleCommand, kitNames, prefixColours, readPrefix, weathers } from '@realmkeep/realm-protocol';
import { Vec3 } from 'vec3';
import { setBlock } from '../land/building.ts';
import { changeDifficulty, difficultyNumber } from '../rules/difficulty.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { give, makeItem } from '../players/items.ts';
import {
  type AccessCommand,
  accessUsages,
  managersCommands,
  runAccessCommand,
} from '../../../identity/access-commands.ts';
import { giveKit } from '../players/kits.ts';
import { moveTo, safeSpawn } from '../players/movement.ts';
import { announce, tell } from '../messages/notices.ts';
import { isInsideBorder, worldHeight } from '../rules/place.ts';
import { moveSpawn } from '../rules/spawn.ts';
import type { Player } from '../squid/squid.ts';
import { setWeather } from '../rules/weather.ts';
import { englishMessages, type Messages, messagesOf } from '../messages/messages.ts';

/** One use of a command. */
interface Call {
  game: Game;
  /** Null at the console. */
  by: Player | null;
  args: string[];
  messages: Messages;
}

interface Command {
  usage: string;
  /** To whom it is open. The console may do everything that needs no body. */
  who: 'everybody' | 'operators' | 'managers' | 'console';
  /** What the owner's plan must have for it. */
  needs?: 'weather' | 'editBlocks' | 'kits' | 'personalPrefix';
  /** @returns what the caller is told; null when the arguments are not as `usage` says. */
  run(call: Call): string | null;
}

const day = 24_000;
const times = new Map([
  ['day', 1000],
  ['night', 13_000],
]);
/** HARDCORE is not for a moment: it is the realm's setting. */
const difficulties = ['PEACEFUL', 'EASY', 'NORMAL', 'HARD'] as const;
const mostItems = 36 * 64;
const mostXp = 1_000_000;
const deadly = 20;

/** What needs somebody in the game. */
const inTheGame = new Set(['login', 'spawn', 'kit', 'prefix', '/pos1', '/pos2', '/set', '/replace']);

/** Every command that there is, for players and for the console. */
const commands: Record<string, Command> = {
  help: { usage: '/help', who: 'everybody', run: help },
  list: {
    usage: '/list',
    who: 'everybody',
    run: ({ game: { squid }, messages }) =>
      messages.online(squid.players.length, squid.players.map((player) => player.username).join(', ')),
  },
  // What is typed after it never comes here: chat.ts.
  login: { usage: '/login <code>', who: 'everybody', run: ({ messages }) => messages.loginUsage },
  spawn: {
    usage: '/spawn',
    who: 'everybody',
    run: ({ game, by, messages }) => {
      if (!by) return null;
      moveTo(game, by, safeSpawn(game));
      return messages.done;
    },
  },
  setworldspawn: { usage: '/setworldspawn [<x> <y> <z>]', who: 'operators', run: setSpawn },
  say: { usage: '/say <words>', who: 'operators', run: sayToAll },
  kick: { usage: '/kick <player> [words]', who: 'operators', run: kick },
  time: { usage: '/time set|add <number>|day|night', who: 'operators', run: changeTime },
  difficulty: { usage: '/difficulty peaceful|easy|normal|hard', who: 'operators', run: setDifficulty },
  gamemode: { usage: '/gamemode survival|creative|adventure|spectator [player]', who: 'operators', run: setGameMode },
  give: { usage: '/give <player> <item> [count]', who: 'operators', run: giveItem },
  setblock: { usage: '/setblock <x> <y> <z> <block>', who: 'operators', run: placeBlock },
  tp: { usage: '/tp <player> [to player]', who: 'operators', run: teleport },
  kill: { usage: '/kill <player>', who: 'operators', run: kill },
  xp: { usage: '/xp <amount> [player]', who: 'operators', run: addXp },
  weather: { usage: `/weather ${weathers.join('|')}`, who: 'managers', needs: 'weather', run: changeWeather },
  kit: { usage: `/kit ${kitNames.join('|')}`, who: 'managers', needs: 'kits', run: takeKit },
  prefix: {
    usage: `/prefix off|[${prefixColours.join('|')}] <words>`,
    who: 'managers',
    needs: 'personalPrefix',
    run: choosePrefix,
  },
  '/pos1': {
    usage: '//pos1',
    who: 'managers',
    needs: 'editBlocks',
    run: ({ game, by }) => by && game.edits.mark(by, 0),
  },
  '/pos2': {
    usage: '//pos2',
    who: 'managers',
    needs: 'editBlocks',
    run: ({ game, by }) => by && game.edits.mark(by, 1),
  },
  '/set': { usage: '//set <block>', who: 'managers', needs: 'editBlocks', run: setBlocks },
  '/replace': { usage: '//replace <block> <block>', who: 'managers', needs: 'editBlocks', run: replaceBlocks },
  ...accessCommands(),
  // From within the game it would look like a crash; the page turns the realm off.
  stop: {
    usage: '/stop',
    who: 'console',
    run: ({ game, messages }) => {
      game.stop();
      return messages.done;
    },
  },
};

/** Those that the console may be asked, under the owner's plan. */
export function consoleCommands(game: Game): ConsoleCommand[] {
  return Object.entries(commands).flatMap(([name, command]) => {
    if (inTheGame.has(name) || !isInPlan(game, command)) return [];
    return [{ name, usage: command.usage.split(' ').slice(1).join(' ') }];
  });
}

/** Runs one line of the console for whoever has sent it. What comes of it is told in the console; a code to log in with is not. */
export function runConsoleCommand(game: Game, line: string, by: string | null): void {
  const shown = nameOf(line) === 'login' ? 'login …' : line;
  game.log(by === null ? `> ${shown}` : `> ${by}: ${shown}`);
  game.log(run(game, null, englishMessages, line));
}

/** What a player has typed, with its slash. Of a command that they may not use, the console shows no more than the name. */
export function runPlayersCommand(game: Game, player: Player, line: string): void {
  const messages = messagesOf(player);
  const name = nameOf(line);
  const command = find(name);
  if (!command) return tell(player._client, messages.unknownCommand, 'red');
  if (!mayUse(game, player, command)) {
    game.log(`§c${player.username} was refused the command /${name}`);
    return tell(player._client, messages.forManagers, 'red');
  }
  if (command.who !== 'everybody') game.log(`${player.username} used ${line}`);
  tell(player._client, run(game, player, messages, line), 'gray');
}

function run(game: Game, by: Player | null, messages: Messages, line: string): string {
  const command = find(nameOf(line));
  const args = line.trim().split(/\s+/).slice(1);
  if (!command) return messages.unknownCommand;
  if (!isInPlan(game, command)) return messages.notInPlan;
  return command.run({ game, by, args, messages }) ?? messages.usage(command.usage);
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

function isInPlan({ settings }: Game, { needs }: Command): boolean {
  return needs === undefined || Boolean(settings.plan[needs]);
}

function help({ game, by, messages }: Call): string {
  const open = Object.values(commands).filter(
    (command) => (!by || mayUse(game, by, command)) && isInPlan(game, command),
  );
  return [messages.commands, ...open.map(({ usage }) => usage)].join('\n');
}

function accessCommands(): Record<string, Command> {
  const names = Object.keys(accessUsages) as AccessCommand[];
  return Object.fromEntries(
    names.map((name): [string, Command] => [
      name,
      {
        usage: `/${name} ${accessUsages[name]}`.trimEnd(),
        who: managersCommands.has(name) ? 'managers' : 'operators',
        run: ({ game, by, args, messages }) =>
          runAccessCommand(name, {
            access: game.access,
            visitors: game.squid.players.flatMap(({ _client }) => game.admission.identity(_client) ?? []),
            by: by?.account?.nickname ?? null,
            messages,
            args,
          }),
      },
    ]),
  );
}

function sayToAll({ game, args, messages }: Call): string | null {
  if (args.length === 0) return null;
  const said = `[Server] ${args.join(' ')}`;
  announce(game, () => said, 'light_purple');
  game.log(`§d${said}`);
  return messages.done;
}

function kick({ game, args: [name = '', ...reason], messages }: Call): string | null {
  return withPlayer(game, messages, name, (player) =>
    player._client.end(reason.join(' ') || messagesOf(player).sentOff),
  );
}

function changeTime({ game: { squid }, args: [what, value = ''], messages }: Call): string | null {
  const ticks = times.get(value) ?? (/^\d{1,9}$/.test(value) ? Number(value) : null);
  if ((what !== 'set' && what !== 'add') || ticks === null) return null;
  squid.setTime((what === 'add' ? squid.time + ticks : ticks) % day);
  return messages.time(squid.time);
}

function setDifficulty({ game: { squid }, args: [name = ''], messages }: Call): string | null {
  const level = difficulties.find((known) => known.toLowerCase() === name);
  if (!level) return null;
  changeDifficulty(squid, difficultyNumber[level]);
  return messages.done;
}

function setGameMode({ game, by, args: [name = '', whose], messages }: Call): string | null {
  const mode = Object.entries(gameModeNumber).find(([known]) => known === name.toUpperCase())?.[1];
  if (mode === undefined) return null;
  return withPlayer(game, messages, whose ?? by?.username ?? '', (player) => {
    player.hasFallen = false;
    player.setGameMode(mode);
  });
}

function giveItem({ game, args: [whom = '', item = '', amount = '1'], messages }: Call): string | null {
  const { registry } = game.squid;
  const count = Number(amount);
  if (!Number.isInteger(count) || count < 1 || count > mostItems) return null;
  const name = item.replace(/^minecraft:/, '');
  const known = Object.hasOwn(registry.itemsByName, name) ? registry.itemsByName[name] : undefined;
  if (!known) return messages.noSuchItem(name);
  return withPlayer(game, messages, whom, (player) => {
    for (let left = count; left > 0; left -= known.stackSize) {
      const stack = makeItem(registry, known.id, left);
      if (stack) give(player, stack);
    }
  });
}

/** Where the manager stands, or at the place that is given. */
function setSpawn({ game, by, args, messages }: Call): string | null {
  if (args.length !== 0 && args.length !== 3) return null;
  const own = by?.position.toArray();
  const [x, y, z] = args.length === 3 ? args.map((text, axis) => coordinate(text, own?.[axis])) : (own ?? []);
  if (x === undefined || y === undefined || z === undefined) return null;
  const to = { x: Math.floor(x), y: Math.floor(y), z: Math.floor(z) };
  return moveSpawn(game, to) ? messages.spawnSet(`${to.x} ${to.y} ${to.z}`) : messages.outside;
}

function placeBlock({ game, by, args, messages }: Call): string | null {
  const [x, y, z] = args.slice(0, 3).map((text, axis) => coordinate(text, by?.position.toArray()[axis]));
  const name = args[3];
  if (x === undefined || y === undefined || z === undefined || name === undefined) return null;
  const at = new Vec3(x, y, z).floored();
  const middle = { x: at.x + 0.5, z: at.z + 0.5 };
  const isInside = at.y >= 0 && at.y < worldHeight && isInsideBorder(game.settings, game.centre, middle);
  if (!isInside) return messages.outside;
  const block = blockNamed(game, name);
  if (!block) return messages.noSuchBlock(name);
  setBlock(game, at, block.defaultState);
  return messages.done;
}

function changeWeather({ game, args: [name], messages }: Call): string | null {
  const weather = weathers.find((known) => known === name);
  if (!weather) return null;
  setWeather(game, weather);
  return messages.done;
}

function takeKit({ game, by, args: [name = ''], messages }: Call): string | null {
  const kit = kitNames.find((known) => known === name);
  if (!by || !kit) return null;
  giveKit(by, game.squid.registry, kit);
  return messages.done;
}

/** The api keeps it, and the world at once, so that it is there again whatever happens to the realm before the api has heard. */
function choosePrefix({ game, by, args, messages }: Call): string | null {
  if (!by?.account || args.length === 0) return null;
  const line = args.join(' ');
  const prefix = readPrefix(line);
  if (!prefix) return messages.noSuchPrefix;
  const { nickname } = by.account;
  const reason = line === 'off' ? '' : line;
  if (!game.access.order({ deed: 'prefix', subject: nickname, by: nickname, inGame: true, player: null, reason })) {
    return messages.tooManyOrders;
  }
  by.prefix = reason || null;
  game.store.keep(by);
  return by.prefix === null ? messages.prefixGone : messages.prefixSet(prefix.text);
}

function setBlocks({ game, by, args: [name], messages }: Call): string | null {
  if (!by || name === undefined) return null;
  const to = blockNamed(game, name);
  return to ? game.edits.begin(by, null, to.defaultState) : messages.noSuchBlock(name);
}

function replaceBlocks({ game, by, args: [old, name], messages }: Call): string | null {
  if (!by || old === undefined || name === undefined) return null;
  const [from, to] = [blockNamed(game, old), blockNamed(game, name)];
  if (!from || !to) return messages.noSuchBlock(from ? name : old);
  return game.edits.begin(by, from.id, to.defaultState);
}

function blockNamed({ squid: { registry } }: Game, name: string) {
  const plain = name.replace(/^minecraft:/, '');
  return Object.hasOwn(registry.blocksByName, plain) ? registry.blocksByName[plain] : undefined;
}

/** A number, or `~` with or without one: so far from where the player is. */
function coordinate(text: string, own: number | undefined): number | undefined {
  const match = /^(~?)(-?\d{0,9})$/.exec(text);
  const number = match ? Number(match[2] === '-' ? Number.NaN : match[2]) : Number.NaN;
  if (!match || text === '' || Number.isNaN(number)) return undefined;
  if (match[1] === '') return number;
  return own === undefined ? undefined : own + number;
}

function teleport({ game, by, args: [first = '', second], messages }: Call): string | null {
  const [who, to] = second === undefined ? [by?.username ?? '', first] : [first, second];
  const target = playerNamed(game, to);
  if (!target) return to === '' ? null : messages.notOn(to);
  return withPlayer(game, messages, who, (player) => moveTo(game, player, target.position.clone()));
}

function kill({ game, args: [name = ''], messages }: Call): string | null {
  return withPlayer(game, messages, name, (player) => player.takeDamage({ damage: deadly }));
}

function addXp({ game, by, args: [amount = '', whose], messages }: Call): string | null {
  if (!/^-?\d{1,9}$/.test(amount)) return null;
  return withPlayer(game, messages, whose ?? by?.username ?? '', (player) =>
    player.setXp(Math.max(0, Math.min(mostXp, player.xp + Number(amount)))),
  );
}

/** Does it with the player of this name, if there is one. Null for no name. */
function withPlayer(game: Game, messages: Messages, name: string, act: (player: Player) => void): string | null {
  if (name === '') return null;
  const player = playerNamed(game, name);
  if (!player) return messages.notOn(name);
  act(player);
  return messages.done;
}

function playerNamed({ squid }: Game, name: string): Player | undefined {
  return squid.players.find((player) => player.username.toLowerCase() === name.toLowerCase());
}
