import {
  type ConsoleCommand,
  type ConsoleLine,
  plainSettings,
  type RealmEvent,
  type RealmPlayer,
  type RealmSettings,
  type RealmState,
  type SettingsResult,
} from '../../control.ts';
import { isRealmId } from '../folder/realm-paths.ts';

/*
 * What a realm says is not trusted: a realm-server may have been taken over by its players. Each parser answers null for what
 * is not of the shape; only a console line that is too long is cut.
 */

const PLAYERS = 1000;
const WORLDS = 16;
const LINE_LENGTH = 2048;
const LINES = 1000;
const COMMANDS = 500;
const COMMAND = /^[\w/:.-]{1,64}$/;
const USAGE = /^\P{Cc}{0,256}$/u;
/** Far more than a kernel reaches. */
const TPS = 1000;
/** How far a clock may have been set back since. */
const CLOCK_MS = 60_000;
const WORLD = /^[\w:.-]{1,64}$/;
const NICKNAME = /^[A-Za-z0-9_]{1,16}$/;
/** RFC 9562, in lower case, with a version and the variant that it defines. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

export function parseEvent(line: string): RealmEvent | null {
  const event = fields(parseJson(line));
  const state = event.type === 'state' ? parseState(event.state) : null;
  return state && { type: 'state', state };
}

/** Null unless all are of the shape, their numbers growing from more than `after` on. */
export function parseConsoleLines(line: string, after: number): ConsoleLine[] | null {
  let last = after;
  return parseList(parseJson(line), LINES, (value) => {
    const { n, at, text } = fields(value);
    if (!isCount(n) || n <= last || !isTime(at) || typeof text !== 'string') return null;
    last = n;
    return { n, at, text: text.slice(0, LINE_LENGTH) };
  });
}

export function parseCommands(text: string): ConsoleCommand[] | null {
  return parseList(parseJson(text), COMMANDS, (value) => {
    const { name, usage } = fields(value);
    return matches(name, COMMAND) && matches(usage, USAGE) ? { name, usage } : null;
  });
}

/** Null unless the whole of it is of the shape: what passes goes on to users, as it is. */
function parseState(value: unknown): RealmState | null {
  const state = fields(value);
  const { realmId, lease, phase, startedAt, slots, tps } = state;
  // A process of an earlier version does not say it, and does not sleep.
  const emptySince = state.emptySince ?? null;
  const unmanagedSince = state.unmanagedSince ?? null;
  const unsavedSince = state.unsavedSince ?? null;
  const { cpu, memoryBytes } = fields(state.resources);
  const players = parseList(state.players, PLAYERS, parsePlayer);
  const worlds = parseList(state.worlds, WORLDS, parseWorld);
  if (typeof realmId !== 'string' || !isRealmId(realmId) || !isCount(lease) || !isTime(startedAt)) return null;
  if (phase !== 'STARTING' && phase !== 'READY' && phase !== 'STOPPING') return null;
  if (slots !== null && !(isCount(slots) && slots > 0)) return null;
  if (!(emptySince === null || isTime(emptySince))) return null;
  if (!(unmanagedSince === null || isTime(unmanagedSince))) return null;
  if (!(unsavedSince === null || isTime(unsavedSince))) return null;
  if (!(tps === null || isWithin(tps, TPS)) || !isWithin(cpu, Infinity) || !isCount(memoryBytes)) return null;
  if (players === null || worlds === null) return null;
  const resources = { cpu, memoryBytes };
  return {
    realmId,
    lease,
    phase,
    startedAt,
    slots,
    players,
    worlds,
    tps,
    emptySince,
    unmanagedSince,
    unsavedSince,
    resources,
  };
}

function parsePlayer(value: unknown): RealmPlayer | null {
  const { nickname, uuid, world } = fields(value);
  return matches(nickname, NICKNAME) && matches(uuid, UUID) && matches(world, WORLD) ? { nickname, uuid, world } : null;
}

function parseWorld(value: unknown): RealmState['worlds'][number] | null {
  const { name, players } = fields(value);
  return matches(name, WORLD) && isCount(players, PLAYERS) ? { name, players } : null;
}

/** Null when it is no list, too long, or has an element that is none. */
function parseList<T>(value: unknown, most: number, parse: (element: unknown) => T | null): T[] | null {
  if (!Array.isArray(value) || value.length > most) return null;
  const elements = value.map(parse).filter((element) => element !== null);
  return elements.length === value.length ? elements : null;
}

const SETTINGS = Object.keys(plainSettings) as (keyof RealmSettings)[];

export function parseSettingsResult(text: string): SettingsResult | null {
  const { applied, atNextStart } = fields(parseJson(text));
  if (!Array.isArray(applied) || !Array.isArray(atNextStart)) return null;
  return {
    applied: SETTINGS.filter((setting) => applied.includes(setting)),
    atNextStart: SETTINGS.filter((setting) => atNextStart.includes(setting)),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fields(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A number from 0 to `most`. */
function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= most;
}

function isCount(value: unknown, most = Number.MAX_SAFE_INTEGER): value is number {
  return isWithin(value, most) && Number.isSafeInteger(value);
}

/** Milliseconds since the epoch, past or present: a Date can be made of it. */
function isTime(value: unknown): value is number {
  return isCount(value, Date.now() + CLOCK_MS);
}

function matches(value: unknown, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value);
}
