import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const daemon = '/usr/sbin/dockerd';
const startsWithinMs = 60_000;

/** A Docker of a test's own. */
export interface DockerEngine extends AsyncDisposable {
  socket: string;
  /** The containers that there are, running or not. */
  containers(): Promise<{ Id: string; Names: string[] }[]>;
}

/**
 * Starts one that shares nothing with others: it has its own folders and socket, and no network, as realms do not need one. It ends with this process.
 * @returns otherwise a message why that is not possible here
 */
export async function startDockerEngine(): Promise<DockerEngine | string> {
  if (process.getuid?.() !== 0) return 'Docker needs root';
  if (!existsSync(daemon)) return 'Docker is not installed: apt-get install --no-install-recommends docker.io';
  const root = await mkdtemp(join(tmpdir(), 'realmkeep-docker-'));
  const socket = join(root, 'socket');
  const places = ['--data-root', join(root, 'data'), '--exec-root', join(root, 'exec'), '--pidfile', join(root, 'pid')];
  const network = ['--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-masq=false'];
  const args = [...places, '-H', `unix://${socket}`, ...network];
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', '--', daemon, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said = (said + piece.toString()).slice(-2000)));
  const ended = once(child, 'exit');
  const call = async (method: string, path: string): Promise<string> => {
    const sent = request({ socketPath: socket, method, path });
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return text(response);
  };
  const containers = async () =>
    JSON.parse(await call('GET', '/containers/json?all=1')) as { Id: string; Names: string[] }[];
  const end = async (): Promise<void> => {
    // What a test that has failed has left would keep its folders.
    for (const { Id } of await containers().catch(() => []))
      await call('DELETE', `/containers/${Id}?force=1`).catch(() => null);
    child.kill('SIGTERM');
    await ended;
    await rm(root, { recursive: true, force: true });
  };
  try {
    const deadline = Date.now() + startsWithinMs;
    while ((await call('GET', '/_ping').catch(() => '')) !== 'OK') {
      if (child.exitCode !== null) {
        await end();
        return `dockerd does not run here: ${said}`;
      }
      if (Date.now() > deadline) throw new Error(`dockerd does not answer: ${said}`);
      await sleep(20);
    }
    return { socket, containers, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}
