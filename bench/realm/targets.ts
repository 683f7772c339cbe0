import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ControlFile, plainSettings, type RealmSpec, type RealmState } from '@realmkeep/runtime/control';

const SERVER = new URL('../../apps/realm-server/', import.meta.url);
const START_DEADLINE_MS = 20_000;

export interface Started {
  child: ChildProcess;
  /** Null where no game is played. */
  port: number | null;
  behindProxy: boolean;
}

export interface Target {
  name: string;
  /** Starts it in a folder of its own below `folder`. Returns when clients may come. */
  start(folder: string): Promise<Started>;
}

/** Node itself, as bare as it gets: what no realm can go below. */
export const bareNode: Target = {
  name: 'bare node',
  start: () => startBare([], {}),
};

/** The same as the driver starts Node for a realm. */
export const bareRealmNode: Target = {
  name: 'bare node with a realm’s flags',
  async start() {
    const { execArgv, env } = await readLaunch();
    return startBare(execArgv, env);
  },
};

async function startBare(execArgv: string[], env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, [...execArgv, '-e', 'console.log(1); setInterval(() => {}, 1e6)'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  return { child, port: null, behindProxy: false };
}

export const stockSquid: Target = {
  name: 'stock flying-squid',
  async start(folder) {
    const dir = await mkdtemp(join(folder, 'stock-'));
    const script = fileURLToPath(new URL('stock-squid.cjs', import.meta.url));
    const child = fork(script, [dir], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const [message] = (await once(child, 'message', { signal: AbortSignal.timeout(START_DEADLINE_MS) })) as [
      { port: number },
    ];
    return { child, port: message.port, behindProxy: false };
  },
};

/** Started as the driver does, from the build. */
export const realmServer: Target = {
  name: 'realm-server',
  async start(folder) {
    const dir = await mkdtemp(join(folder, 'realm-'));
    const spec: RealmSpec = {
      realmId: '2c3f1b52-6a0e-4a58-9d13-6f5b1c2d3e4f',
      number: 1,
      kernel: 'sandbox',
      map: 'meadow',
      settings: plainSettings,
      limits: { memoryMiB: 256, cores: 1, processes: 32 },
    };
    await writeFile(join(dir, 'spec.json'), JSON.stringify(spec));
    const launch = await readLaunch();
    const entry = fileURLToPath(new URL(launch.entry, SERVER));
    const child = spawn(process.execPath, [...launch.execArgv, entry, '--dir', dir, '--lease', '1'], {
      env: launch.env,
      stdio: 'ignore',
    });
    return { child, port: await gamePort(dir), behindProxy: true };
  },
};

interface Launch {
  entry: string;
  execArgv: string[];
  env: Record<string, string>;
}

async function readLaunch(): Promise<Launch> {
  return JSON.parse(await readFile(new URL('launch.json', SERVER), 'utf8')) as Launch;
}

async function gamePort(dir: string): Promise<number> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline) {
    const port = await askGamePort(dir).catch(() => null);
    if (port !== null) return port;
    await sleep(5);
  }
  throw new Error('realm-server did not become ready; is it built? (npm run build -w @realmkeep/realm-server)');
}

async function askGamePort(dir: string): Promise<number | null> {
  const { controlPort, token } = JSON.parse(await readFile(join(dir, 'control.json'), 'utf8')) as ControlFile;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${controlPort}/state`, { headers });
  return ((await response.json()) as RealmState).gamePort;
}
