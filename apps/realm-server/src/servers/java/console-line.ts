import { stripVTControlCharacters } from 'node:util';

/** What the server has printed, without the time before it: vanilla `[12:00:00] [Server thread/INFO]: …`, Paper `[12:00:00 INFO]: …`. */
export interface PrintedLine {
  level: 'INFO' | 'WARN' | 'ERROR';
  /** Without colours; patterns are matched against this. */
  text: string;
  /** What people see: with colours, and the level unless it is INFO. */
  shown: string;
}

const sgr = '(?:\u001b\\[[\\d;]{0,32}m)*';
const prefixPattern = new RegExp(`^(${sgr})\\[\\d\\d:\\d\\d:\\d\\d(?:\\] \\[[^\\]]{0,100}/(\\w+)\\]| (\\w+)\\]): ?`);

/** A line of the server's standard output. What has no prefix, as of a stack, is as it is. */
export function readPrinted(line: string): PrintedLine {
  const [prefix = '', colour = '', vanilla, paper] = prefixPattern.exec(line) ?? [];
  const word = vanilla ?? paper;
  const level = word === 'WARN' ? 'WARN' : word === 'ERROR' || word === 'FATAL' ? 'ERROR' : 'INFO';
  const rest = line.slice(prefix.length);
  return {
    level,
    text: stripVTControlCharacters(rest).trim(),
    shown: level === 'INFO' ? `${colour}${rest}` : `${colour}${level}: ${rest}`,
  };
}

/** What the rest of the kernel must hear of. */
export type Heard =
  | { kind: 'ready' }
  /** From now on it writes nothing by itself. */
  | { kind: 'saving-off' }
  | { kind: 'saved' }
  /** A write of its has failed for lack of room. */
  | { kind: 'no-room' }
  /** `address` is the connection's other end on this machine, such as `127.0.0.1:40000`. */
  | { kind: 'joined'; name: string; address: string }
  /** The line claims that somebody became one. */
  | { kind: 'operator' }
  /** The line claims that somebody typed `/trigger kit.…`. */
  | { kind: 'kit'; name: string; kit: string }
  | { kind: 'spawn'; x: number; y: number; z: number }
  | { kind: 'tps'; perSecond: number }
  /** Where a player is, without the game's own `minecraft:`. */
  | { kind: 'dimension'; name: string; dimension: string };

const name = '([A-Za-z0-9_]{1,16})';
const ready = /^Done \([\d.,]+m?s\)! For help, type "help"/;
const savingOff = new Set(['Automatic saving is now disabled', 'Saving is already turned off']);
/** Of a stack, which has no time before it, or the answer to `save-all`. */
const noRoom =
  /^(?:(?:Caused by: )?java\.[\w.]{1,60}: .{0,300}(?:No space left on device|Disk quota exceeded)$|Unable to save the game \(is there enough disk space\?\))/;
/** Any name at all: somebody who bypasses the login proxy may use one that is not a valid nickname. */
const joinedPattern = /^(.{1,64}?)\[\/?([\d.:a-f%]{3,60})\] logged in with entity id /;
/** What may precede a name: a team's prefix, such as `[King] `. */
const prefix = '(?:\\[[^\\]]{1,64}\\] ?)?';
/** From the console, or in brackets from a player. Chat lines begin with the player's name in angle brackets. */
const operatorPattern = new RegExp(`^(?:\\[${prefix}[^:\\]]{1,40}: )?Made ${name} a server operator\\]?$`);
/** Source: commands.trigger.simple.success and its siblings in the game's language files. */
const kitPattern = new RegExp(
  `^\\[${prefix}${name}: Triggered \\[kit\\.(\\w{1,16})\\](?: \\((?:set|added) [\\w -]{1,40}\\))?\\]$`,
);
/**
 * Who moved it is printed as above. From 1.21.9 on other worlds may have their own, and the line ends with the world's name.
 * Source: commands.setworldspawn.success of the game's language files.
 */
const spawnPattern =
  /^(?:\[(?:\[[^\]]{1,64}\] ?)?[^:\]]{1,40}: )?Set the world spawn point to (-?\d{1,8}), (-?\d{1,4}), (-?\d{1,8}) \[[^\]]{1,40}\](?: in minecraft:overworld)?\]?$/;
/** Source: commands.data.entity.query of the game's language files. */
const dimensionPattern = new RegExp(
  `^${prefix}${name} has the following entity data: "(?:minecraft:)?([a-z\\d_.-]{1,32}(?:[:/][a-z\\d_./-]{1,64})?)"$`,
);
const tps = /^TPS from last [\d ms,h]+: \*?([\d.]{1,8})/;

/** Null for everything else. Players do not control how a line begins: the server puts their name in front of what they say. */
export function hear({ text }: PrintedLine): Heard | null {
  if (ready.test(text)) return { kind: 'ready' };
  if (text === 'Saved the game' || text === 'Saved the world') return { kind: 'saved' };
  if (noRoom.test(text)) return { kind: 'no-room' };
  if (savingOff.has(text)) return { kind: 'saving-off' };
  const [, joined, address] = joinedPattern.exec(text) ?? [];
  if (joined !== undefined && address !== undefined) return { kind: 'joined', name: joined, address };
  if (operatorPattern.test(text)) return { kind: 'operator' };
  const [, taker, kit] = kitPattern.exec(text) ?? [];
  if (taker !== undefined && kit !== undefined) return { kind: 'kit', name: taker, kit };
  const [, x, y, z] = spawnPattern.exec(text) ?? [];
  if (x !== undefined) return { kind: 'spawn', x: Number(x), y: Number(y), z: Number(z) };
  const [, player, dimension] = dimensionPattern.exec(text) ?? [];
  if (player !== undefined && dimension !== undefined) return { kind: 'dimension', name: player, dimension };
  const [, perSecond] = tps.exec(text) ?? [];
  return perSecond === undefined ? null : { kind: 'tps', perSecond: Math.min(20, Number(perSecond)) };
}
