import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlDescriptor, gameDescriptor } from '@realmkeep/realm-protocol';
import { holdUnix } from '@realmkeep/sockets';

/** The descriptors of the sockets on which a realm is served. */
export interface RealmSockets {
  control: number;
  game: number;
}

const lookEveryMs = 10;

/** Those that it was started with, or made at these paths, which whoever started it in a container takes from there. */
export function realmSockets(pathStart: string | null): RealmSockets {
  if (pathStart === null) return { control: controlDescriptor, game: gameDescriptor };
  const { control, game } = paths(pathStart);
  return { control: made(control), game: made(game) };
}

/** Returns when those that it has made are taken. Whoever does has done by then what a server of its owner's finds, as the way to the internet. */
export async function socketsTaken(pathStart: string | null): Promise<void> {
  if (pathStart === null) return;
  while (Object.values(paths(pathStart)).some((path) => existsSync(path))) await sleep(lookEveryMs);
}

function paths(start: string): Record<keyof RealmSockets, string> {
  return { control: `${start}-control`, game: `${start}-game` };
}

function made(path: string): number {
  return holdUnix(path, { mode: 0o600 }).fd;
}
