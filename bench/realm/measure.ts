import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Bot } from 'mineflayer';
import { encodeProxyV2 } from '@realmkeep/protocol';
import { createGameBot } from '@realmkeep/testkit/game-bot';

const clockTicksPerSecond = 100;

/** Joins with a real game client, and leaves. @param behindProxy whether the server requires a PROXY v2 header @returns how many milliseconds it took to be in the game */
export async function joinOnce(where: number | string, behindProxy: boolean): Promise<number> {
  const began = performance.now();
  const bot = dialRealm(where, behindProxy);
  await once(bot, 'spawn', { signal: AbortSignal.timeout(20_000) });
  const milliseconds = performance.now() - began;
  const ended = once(bot, 'end');
  bot.quit();
  await ended;
  return milliseconds;
}

/** A real game client that is joining. @param viewDistance the default is a client's own */
export function dialRealm(where: number | string, behindProxy: boolean, viewDistance: number | 'far' = 'far'): Bot {
  const to = typeof where === 'string' ? { path: where } : { port: where, host: '127.0.0.1' };
  const address = { host: '127.0.0.1', port: 25_565 };
  const header = behindProxy ? encodeProxyV2({ source: address, destination: address }) : undefined;
  return createGameBot({ username: 'Bench', viewDistance }, to, header);
}

/** Memory that the processes share with no other, in MB (Private_Clean + Private_Dirty of /proc/<pid>/smaps_rollup, see proc(5)). */
export function privateMegabytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + privateOf(pid), 0);
}

function privateOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = [...rollup.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)].map(([, value]) => Number(value));
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1024;
}

/** Resident memory, part of which may be shared, in MB: now, and its peak (VmRSS and VmHWM of /proc/<pid>/status). */
export function residentMegabytes(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const of = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024;
  return { now: of('VmRSS'), most: of('VmHWM') };
}

/** Processor time that the processes have used so far, in seconds (fields 14 and 15 of /proc/<pid>/stat). */
export function cpuSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + secondsOf(pid), 0);
}

function secondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
