import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shortPath } from '@realmkeep/sockets';
import { connectionsOfRealm } from './database-doors.ts';
import type { HostConnection } from './host-connection.ts';
import { doorSocket } from './remote-calls.ts';
import { DoorLine } from './remote-messages.ts';

const pauseMs = 500;

interface Doors {
  /** The folder of the doors on this machine. */
  folder: string;
  /** Whether the realm is on that host: a host is not trusted about others' realms. */
  isThere: (realmId: string) => Promise<boolean>;
}

/**
 * Fetches the connections that wait at a host's doors, and leads them to the doors of this machine, which admit each realm only to its own
 * database. Until the signal aborts.
 * @param contact @throws RuntimeError unreachable
 */
export async function leadToDatabases(
  contact: () => HostConnection,
  { folder, isThere }: Doors,
  signal: AbortSignal,
): Promise<void> {
  const led = new Map<string, number>();
  while (!signal.aborted) {
    try {
      const connection = contact();
      for await (const { realmId, connection: id } of connection.lines({ name: 'doors', args: [], signal }, DoorLine)) {
        const path = join(folder, realmId, doorSocket);
        // Where there is no door, another api may have it.
        if (!existsSync(path) || !(await isThere(realmId))) continue;
        // Read after the await: some may have ended meanwhile.
        const count = led.get(realmId) ?? 0;
        if (count >= connectionsOfRealm) continue;
        led.set(realmId, count + 1);
        // Another api may have been faster, the door just closed, or the host gone: the client will connect again.
        const over = lead(connection, { realmId, id, path }).catch(() => undefined);
        void over.finally(() => {
          const left = (led.get(realmId) ?? 1) - 1;
          if (left > 0) led.set(realmId, left);
          else led.delete(realmId);
        });
      }
    } catch {
      // The host is away, or has no doors: the watch of its realms reports that.
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Resolves when they are through. @throws Error when they cannot be led there */
async function lead(
  connection: HostConnection,
  { realmId, id, path }: { realmId: string; id: string; path: string },
): Promise<void> {
  using short = shortPath(path);
  const { call, response } = await connection.exchange({ name: 'door', realmId, args: [id] });
  const door = connect({ path: short.path });
  const ended = Promise.withResolvers<void>();
  door.on('error', () => undefined);
  response.on('error', () => undefined);
  door.once('close', () => call.end());
  response.once('close', () => {
    door.destroySoon();
    ended.resolve();
  });
  door.pipe(call);
  response.pipe(door);
  await ended.promise;
}
