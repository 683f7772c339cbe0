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

/** The sockets that it inherited, or makes at these paths, from where the driver of its container takes them. */
export function realmSockets(pathStart: string | null): RealmSockets {
  if (pathStart === null) return { control: controlDescriptor, game: gameDescriptor };
  const { control, game } = paths(pathStart);
  return { control: made(control), game: made(game) };
}

/** Returns when the sockets it made have been taken. By then the driver has prepared what an owner's server needs, such as the way to the internet. */
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
