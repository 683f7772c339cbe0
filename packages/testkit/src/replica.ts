import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { giveUnix } from '@realmkeep/sockets';
import { firstHost } from './config.ts';
import { startHaproxy } from './haproxy.ts';
import type { Place } from './product.ts';

const root = join(import.meta.dirname, '../../..');
const readyWithinMs = 60_000;
/** More than an api takes to drain. */
const leavesWithinMs = 10_000;

/** The product listens at the first, the second api and gateway at the other, each at the ports that haproxy has on 127.0.0.1. */
const secondHost = '127.0.0.3';
export const firstHostFlags = ['--host', firstHost, '--game-host', firstHost];

/** A second api and a second gateway beside a product, and haproxy before all of them. */
export interface Replica {
  /** The second api leaves first, so that it does not restart what the product stops. Players stay on the second gateway, and are notified there. */
  end(): Promise<void>;
  /** At once. */
  kill(): void;
}

/**
 * @param place of a product that runs with `firstHostFlags`
 * @param sandboxPort of the stand-ins for providers; null: there are none
 */
export async function startReplica(place: Place, sandboxPort: number | null): Promise<Replica> {
  const { dataDir, port, gamePort, sftpPort = 0, uid } = place;
  const folder = join(dirname(dataDir), 'replica');
  await mkdir(folder, { recursive: true });
  const user = uid === undefined ? {} : { uid, gid: uid - 1 };
  if (uid !== undefined) await chown(folder, uid, uid - 1);
  const [api, gateway] = (
    JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as { children: { pid: number }[] }
  ).children;
  const socket = join(folder, 'internal.sock');
  const begin = (name: 'api' | 'gateway', settings: Record<string, string>, fds: number[] = []) => {
    const child = spawn(process.execPath, [join(root, `apps/${name}/dist/main.js`)], {
      ...user,
      env: settings,
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...fds],
    });
    // As what the supervisor starts (oom_score_adj of proc(5)).
    const score = `/proc/${(name === 'api' ? api : gateway)?.pid}/oom_score_adj`;
    writeFileSync(`/proc/${child.pid}/oom_score_adj`, readFileSync(score, 'utf8'));
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(log);
    return child;
  };
  const ofApi = { ...settingsOf(api?.pid ?? 0), HOST: secondHost, INTERNAL_FD: '4' };
  const second = giveUnix(socket, { mode: 0o600 }, (fd) => begin('api', ofApi, [fd]));
  if (uid !== undefined) await chown(socket, uid, uid - 1);
  second.on('message', (message) => {
    // The guests' cluster runs, and where is among its settings.
    if (typeof message === 'object' && message !== null && 'guests' in message) second.send({ guests: { url: null } });
  });
  await isReady(second, 'api');
  const ofGateway = {
    ...settingsOf(gateway?.pid ?? 0),
    GAME_HOST: secondHost,
    API_URL: `unix:${socket}`,
    DATA_DIR: folder,
  };
  const other = begin('gateway', ofGateway);
  await isReady(other, 'gateway');
  const served = [port, gamePort, ...(sftpPort ? [sftpPort] : []), ...(sandboxPort === null ? [] : [sandboxPort])];
  const haproxy = await startHaproxy(folder, spread({ port, gamePort, sftpPort, sandboxPort }), served);
  const all = [second, other, haproxy];
  return {
    end: () => leave(second),
    kill() {
      for (const child of all) child.kill('SIGKILL');
    },
  };
}

/** A process's settings, except for inherited sockets. */
function settingsOf(pid: number): Record<string, string> {
  const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  const entries = lines.map((line): [string, string] => {
    const at = line.indexOf('=');
    return [line.slice(0, at), line.slice(at + 1)];
  });
  return Object.fromEntries(entries.filter(([name]) => !/_FDS?$/.test(name) && !name.startsWith('NODE_CHANNEL')));
}

async function isReady(child: ChildProcess, name: string): Promise<void> {
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the second ${name} ended before it was ready`);
  });
  ended.catch(() => undefined);
  await Promise.race([once(child, 'message', { signal: AbortSignal.timeout(readyWithinMs) }), ended]);
}

async function leave(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), leavesWithinMs);
  await ended;
  clearTimeout(late);
}

interface Ports {
  port: number;
  gamePort: number;
  sftpPort: number;
  sandboxPort: number | null;
}

/** Each request and each connection to either, by chance. */
function spread({ port, gamePort, sftpPort, sandboxPort }: Ports): string {
  const addresses = existsSync('/proc/net/if_inet6') ? ['127.0.0.1', '[::1]'] : ['127.0.0.1'];
  const listen = (mode: 'http' | 'tcp', at: number, hosts: string[]) =>
    [
      `listen ${mode}-${at}`,
      `  mode ${mode}`,
      ...addresses.map((address) => `  bind ${address}:${at}`),
      ...hosts.map((host, index) => `  server server-${index + 1} ${host}:${at}`),
    ].join('\n');
  const both = [firstHost, secondHost];
  return `defaults
  timeout connect 5s
  timeout client 1h
  timeout server 1h
  # Of one that does not listen the other is asked.
  retries 3
  option redispatch 1
  balance random

${listen('http', port, both)}

${listen('tcp', gamePort, both)}

${sftpPort ? listen('tcp', sftpPort, both) : ''}

${sandboxPort === null ? '' : listen('tcp', sandboxPort, [firstHost])}
`;
}
