import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ports that were given to tests, each a file with the id of the process that has it. */
const givenPorts = join(tmpdir(), 'realmkeep-test-ports');

/**
 * A port that is free on all addresses now, and that no test of any process that lives was given: until it is used, all find it free.
 * Below those that the system gives to connections (ip_local_port_range), one of which would have it before it is used.
 */
export async function freePort(): Promise<number> {
  mkdirSync(givenPorts, { recursive: true });
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (!takePort(join(givenPorts, String(port)))) continue;
    const server = createServer().listen(port);
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (!isFree) continue;
    await once(server, 'close');
    return port;
  }
}

function takePort(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    // What a run before has left is free at the next look.
    const owner = ownerOf(file);
    if (owner && !existsSync(`/proc/${owner}`)) rmSync(file, { force: true });
    return false;
  }
}

function ownerOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
