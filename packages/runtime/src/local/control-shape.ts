import type { ControlFile, RealmEvent, RealmPlayer, RealmState, SettingsResult } from '../control.ts';

/*
 * What a realm says is not trusted: a realm-server may have been taken over by its players. Each parser answers null for what
 * is not of the shape, and cuts what is too long.
 */

const PLAYERS = 1000;
const WORLDS = 16;
const NAME_LENGTH = 64;
const LINE_LENGTH = 2048;

export function parseControlFile(text: string): ControlFile | null {
  const file = fields(parseJson(text));
  const { pid, processStart, controlPort, token, lease } = file;
  if (!isCount(pid) || typeof processStart !== 'string' || !isPort(controlPort) || !isCount(lease)) return null;
  // It becomes a header.
  if (typeof token !== 'string' || !/^[\w~+/=.-]{16,256}$/.test(token)) return null;
  return { pid, processStart, controlPort, token, lease };
}

export function parseEvent(line: string): RealmEvent | null {
  const event = fields(parseJson(line));
  if (event.type === 'console') {
    const { at, line } = event;
    return isNumber(at) && typeof line === 'string' ? { type: 'console', at, line: line.slice(0, LINE_LENGTH) } : null;
  }
  const state = event.type === 'state' ? parseState(event.state) : null;
  return state && { type: 'state', state };
}

function parseState(value: unknown): RealmState | null {
  const { realmId, lease, phase, gamePort, startedAt, slots, players, worlds, tps, resources } = fields(value);
  const { cpu, memoryBytes } = fields(resources);
  if (typeof realmId !== 'string' || !isCount(lease) || !isNumber(startedAt)) return null;
  if (phase !== 'STARTING' && phase !== 'READY' && phase !== 'STOPPING') return null;
  if (!(gamePort === null || isPort(gamePort)) || !(slots === null || isCount(slots))) return null;
  if (!(tps === null || isNumber(tps)) || !isNumber(cpu) || !isNumber(memoryBytes)) return null;
  if (!Array.isArray(players) || !Array.isArray(worlds)) return null;
  return {
    realmId,
    lease,
    phase,
    gamePort,
    startedAt,
    slots,
    players: players.slice(0, PLAYERS).flatMap(parsePlayer),
    worlds: worlds.slice(0, WORLDS).flatMap(parseWorld),
    tps,
    resources: { cpu, memoryBytes },
  };
}

function parsePlayer(value: unknown): RealmPlayer[] {
  const { nickname, uuid, world } = fields(value);
  if (typeof nickname !== 'string' || typeof uuid !== 'string' || typeof world !== 'string') return [];
  return [{ nickname: cut(nickname), uuid: cut(uuid), world: cut(world) }];
}

function parseWorld(value: unknown): RealmState['worlds'] {
  const { name, players } = fields(value);
  return typeof name === 'string' && isCount(players) ? [{ name: cut(name), players }] : [];
}

const SETTINGS = ['slots', 'borderDiameter', 'gameMode', 'motd', 'spawnProtectionRadius'] as const;

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

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isPort(value: unknown): value is number {
  return isCount(value) && value >= 1 && value <= 65_535;
}

function cut(text: string): string {
  return text.slice(0, NAME_LENGTH);
}
