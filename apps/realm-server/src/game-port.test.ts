import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { encodeProxyV2 } from '@realmkeep/protocol';
import { expect, test } from 'vitest';
import { openGamePort, type Origin } from './game-port.ts';

const header = encodeProxyV2({
  source: { host: '203.0.113.7', port: 40_000 },
  destination: { host: '203.0.113.1', port: 25_565 },
  unregistered: true,
});
/** Sends the header, and tells what becomes of the connection, which may be dropped before. In bash, which every user may run. */
const caller = `
  trap '' PIPE
  exec 3<>"/dev/tcp/$0/$1"
  printf "$2" >&3
  read -r -u 3 answer && echo in || echo out
`;

async function callAs(uid: number, port: number, host: string): Promise<string> {
  const bytes = header.toString('hex').replace(/../g, String.raw`\x$&`);
  const words = ['-c', caller, host, String(port), bytes];
  return (await promisify(execFile)('/bin/bash', words, { uid, gid: uid, cwd: '/' })).stdout.trim();
}

// A user that is not one's own takes root.
test.runIf(process.getuid?.() === 0).each(['127.0.0.1', '::ffff:127.0.0.1'])(
  'a process of a realm is not believed who it brings, by %s',
  async (host) => {
    const origins: Origin[] = [];
    const port = await openGamePort((socket, origin) => {
      origins.push(origin);
      socket.end('welcome\n');
    });
    await expect(callAs(65_534, port.port, host)).resolves.toBe('in');
    await expect(callAs(0x7000_0001, port.port, host)).resolves.toBe('out');
    expect(origins).toEqual([expect.objectContaining({ address: '203.0.113.7', unregistered: true })]);
    port.close();
  },
);
