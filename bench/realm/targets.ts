import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Kernels, RealmRuntime } from '@realmkeep/runtime';
import { plainSettings, type RealmSpec } from '@realmkeep/realm-protocol';
import { createLocalRuntime } from '@realmkeep/runtime/local';

const server = new URL('../../apps/realm-server/', import.meta.url);
const startDeadlineMs = 20_000;

export interface Started {
  /** The pids of the server and of the processes that sandbox it. */
  pids: number[];
  /** Where clients connect: a port, or the path of a unix socket; null where there is no game. */
  where: number | string | null;
  behindProxy: boolean;
  end(): Promise<void>;
  /** Runs a line in the console, where there is one. */
  command?(line: string): Promise<void>;
}

export interface Target {
  name: string;
  /** Starts it in its own folder below `folder`. Returns when clients may join. */
  start(folder: string): Promise<Started>;
}

/** Node itself without anything: the least that a realm can cost. */
export const bareNode: Target = {
  name: 'bare node',
  start: () => startBare([], {}),
};

/** The same, started the way the driver starts Node for a realm. */
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
  return { ...ofChild(child), where: null, behindProxy: false };
}

export const stockSquid: Target = {
  name: 'stock flying-squid',
  async start(folder) {
    const dir = await mkdtemp(join(folder, 'stock-'));
    const script = fileURLToPath(new URL('stock-squid.cjs', import.meta.url));
    const child = fork(script, [dir], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const [message] = (await once(child, 'message', { signal: AbortSignal.timeout(startDeadlineMs) })) as [
      { port: number },
    ];
    return { ...ofChild(child), where: message.port, behindProxy: false };
  },
};

/** The built realm-server, started by the driver in its sandbox. */
export const realmServer = realmTarget();

/** @param settings those that differ from a new realm's */
export function realmTarget(map = 'meadow', settings: Partial<RealmSpec['settings']> = {}, seed = '1'): Target {
  const world = { map, seed, settings: { ...plainSettings, ...settings } };
  return { name: 'realm-server', start: (folder) => startRealm(folder, world) };
}

async function startRealm(folder: string, world: Pick<RealmSpec, 'map' | 'seed' | 'settings'>): Promise<Started> {
  const dir = join(folder, 'realms');
  // Realms' users must be able to traverse it.
  await chmod(folder, 0o711);
  drivers.set(folder, drivers.get(folder) ?? startDriver(dir));
  const driver = await drivers.get(folder);
  if (!driver) throw new Error('there is no driver');
  const spec: RealmSpec = {
    realmId: randomUUID(),
    number: ++realms,
    kernel: 'sandbox',
    ...world,
    limits: { memoryMiB: 256, cores: 1, processes: 32 },
  };
  const ready = isReady(driver, spec.realmId);
  await driver.ensure(spec, 1);
  await ready;
  const pid = Number((await readFile(join(dir, '.driver', spec.realmId, 'run'), 'utf8')).split(' ')[0]);
  const { endpoint } = (await driver.inspect(spec.realmId)) ?? {};
  return {
    pids: [pid, ...(await wallsOf(pid))],
    where: endpoint && 'path' in endpoint ? endpoint.path : null,
    behindProxy: true,
    end: () => driver.destroy(spec.realmId),
    command: (line) => driver.command(spec.realmId, line),
  };
}

const drivers = new Map<string, Promise<RealmRuntime>>();
let realms = 0;

const built = (file: string): string => fileURLToPath(new URL(file, server));

async function startDriver(dir: string): Promise<RealmRuntime> {
  const { entry, fileAgent, ...launch } = await readLaunch();
  return createLocalRuntime({
    ...launch,
    dir,
    nodePath: process.execPath,
    entry: built(entry),
    fileAgent: built(fileAgent),
    kernels: JSON.parse(await readFile(built(launch.kernels), 'utf8')) as Kernels,
  });
}

async function isReady(driver: RealmRuntime, realmId: string): Promise<void> {
  for await (const observed of driver.watch(AbortSignal.timeout(startDeadlineMs))) {
    if (observed.realmId === realmId && observed.phase === 'READY') return;
  }
  throw new Error('realm-server did not become ready');
}

/** The processes that wait for this one outside its sandbox, if there are any. */
async function wallsOf(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  return (await readFile(`/proc/${parent}/comm`, 'utf8')) === 'bwrap\n' ? [parent] : [];
}

function ofChild(child: ChildProcess): Pick<Started, 'pids' | 'end'> {
  return {
    pids: [child.pid ?? 0],
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

interface Launch {
  entry: string;
  fileAgent: string;
  kernels: string;
  execArgv: string[];
  env: Record<string, string>;
}

async function readLaunch(): Promise<Launch> {
  return JSON.parse(await readFile(new URL('launch.json', server), 'utf8')) as Launch;
}
