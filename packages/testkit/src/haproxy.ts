import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const startsWithinMs = 10_000;

/**
 * Debian's haproxy, which bin/test installs.
 * @param folder for its configuration
 * @param ports of 127.0.0.1 where it must listen
 * @throws Error with its output if it ends or is late
 */
export async function startHaproxy(folder: string, configuration: string, ports: number[]): Promise<ChildProcess> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`haproxy ended: ${said}`);
  });
  ended.catch(() => undefined);
  await Promise.race([Promise.all(ports.map(listens)), ended]);
  return child;
}

async function listens(port: number): Promise<void> {
  for (const deadline = performance.now() + startsWithinMs; performance.now() < deadline; await wait(20)) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error(`nothing listens on port ${port}`);
}
