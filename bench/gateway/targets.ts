import { execFile, fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { GatewayMessage } from '@realmkeep/contract/gateway';

export const hostname = 'castle.localhost';

const haproxy = '/usr/sbin/haproxy';
const token = 'the-token-of-the-gateway-benchmark-run';
const startDeadlineMs = 10_000;

/** One way to the realm: where clients connect, and the process in between, whose CPU time is measured. */
export interface Target {
  name: string;
  port: number;
  pid: number | undefined;
}

/** Ends what was started for the run. */
export type Cleanup = AsyncDisposableStack;

export async function startRealm(port: number, cleanup: Cleanup): Promise<Target> {
  await startNode(new URL('realm-process.ts', import.meta.url), [`${port}`], {}, cleanup);
  return { name: 'direct', port, pid: undefined };
}

export async function startPipe(port: number, realmPort: number, cleanup: Cleanup): Promise<Target> {
  const ports = [`${port}`, `${realmPort}`];
  const { pid } = await startNode(new URL('pipe-process.ts', import.meta.url), ports, {}, cleanup);
  return { name: 'node pipe', port, pid };
}

/** The product's own gateway, with limits high enough for one client that does everything. */
export async function startGateway(port: number, realmPort: number, folder: string, cleanup: Cleanup): Promise<Target> {
  const apiPort = await startRoutes(realmPort, cleanup);
  const environment = {
    GAME_HOST: '127.0.0.1',
    GAME_PORT: `${port}`,
    API_URL: `http://127.0.0.1:${apiPort}`,
    GATEWAY_TOKEN: token,
    DATA_DIR: folder,
    MAX_CONNECTIONS: '1000000',
    MAX_CONNECTIONS_PER_ADDRESS: '1000000',
    MAX_LOGINS_PER_MINUTE: '1000000',
  };
  const { pid } = await startNode(
    new URL('../../apps/gateway/dist/main.js', import.meta.url),
    [],
    environment,
    cleanup,
  );
  return { name: 'gateway', port, pid };
}

/** haproxy in TCP mode, which reads the handshake's hostname as our gateway must; undefined where it is not installed. */
export async function startHaproxy(
  port: number,
  realmPort: number,
  folder: string,
  cleanup: Cleanup,
): Promise<Target | undefined> {
  const version = await promisify(execFile)(haproxy, ['-v']).catch(() => undefined);
  if (!version) return undefined;
  const file = join(folder, 'haproxy.cfg');
  await mkdir(folder, { recursive: true });
  await writeFile(
    file,
    `global
  nbthread 1
defaults
  mode tcp
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend game
  bind 127.0.0.1:${port}
  tcp-request inspect-delay 5s
  acl to_castle req.payload(0,0),hex -m sub ${Buffer.from(hostname).toString('hex').toUpperCase()}
  tcp-request content accept if to_castle
  use_backend realm if to_castle
backend realm
  server realm 127.0.0.1:${realmPort}
`,
  );
  const child = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'inherit', 'inherit'] });
  endWith(child, cleanup);
  await listening(port);
  return { name: 'haproxy', port, pid: child.pid };
}

export async function startNode(
  script: URL,
  args: string[],
  environment: Record<string, string>,
  cleanup: Cleanup,
): Promise<ChildProcess> {
  const child = fork(fileURLToPath(script), args, { env: environment, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  endWith(child, cleanup);
  const signal = AbortSignal.timeout(startDeadlineMs);
  const exited = once(child, 'exit', { signal }).then(() => {
    throw new Error(`${script.pathname} ended before it was ready`);
  });
  await Promise.race([once(child, 'message', { signal }), exited]);
  exited.catch(() => undefined);
  return child;
}

function endWith(child: ChildProcess, cleanup: Cleanup): void {
  cleanup.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
}

/** Stands in for the api, with one route, to the realm. */
async function startRoutes(realmPort: number, cleanup: Cleanup): Promise<number> {
  const message: GatewayMessage = {
    type: 'routes',
    routes: [
      {
        realmId: 'castle',
        address: 'castle',
        name: 'Castle',
        language: 'en',
        state: 'READY',
        endpoint: { host: '127.0.0.1', port: realmPort, proxyProtocol: false },
        reason: null,
        wakers: 'EVERYONE',
        slots: null,
      },
    ],
  };
  const server = createServer((_, response) => {
    response.write(`${JSON.stringify(message)}\n`);
    const heartbeat = setInterval(() => response.write('\n'), 5000);
    response.once('close', () => clearInterval(heartbeat));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function listening(port: number): Promise<void> {
  const deadline = performance.now() + startDeadlineMs;
  while (performance.now() < deadline) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(20);
  }
  throw new Error(`nothing listens on port ${port}`);
}
