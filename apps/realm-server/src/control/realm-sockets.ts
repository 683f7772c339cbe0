import { controlDescriptor, gameDescriptor } from '@realmkeep/realm-protocol';
import { holdUnix } from '@realmkeep/sockets';

/** The descriptors of the sockets on which a realm is served. */
export interface RealmSockets {
  control: number;
  game: number;
}

/** Those that it was started with, or made at these paths, which whoever started it in a container takes from there. */
export function realmSockets(pathStart: string | null): RealmSockets {
  if (pathStart === null) return { control: controlDescriptor, game: gameDescriptor };
  const made = (name: string): number => holdUnix(`${pathStart}-${name}`, { mode: 0o600 }).fd;
  return { control: made('control'), game: made('game') };
}
