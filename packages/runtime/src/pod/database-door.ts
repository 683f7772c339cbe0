import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostKey } from '../remote/host-key.ts';
import { doorSocket } from '../remote/remote-calls.ts';
import { callFromPod, joinSockets } from './call-from-pod.ts';

/** As many as the door itself accepts, and some that are refused there with a message. */
const maxConnections = 12;

/** Leads what connects to a socket in the folder that is returned to the database of the pod's realm, by its api. */
export async function openDatabaseDoor(to: string, key: HostKey): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'door-'));
  const server = createServer((socket) => {
    joinSockets(socket, callFromPod(to, key, 'database'));
  });
  server.maxConnections = maxConnections;
  server.listen(join(folder, doorSocket));
  await once(server, 'listening');
  return folder;
}
