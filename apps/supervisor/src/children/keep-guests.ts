import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, guestCluster, isPortFree, type Lock, systemUser, takeLock } from '@realmkeep/postgres';
import { probeEnforcement, serviceGroup } from '@realmkeep/runtime/local';
import { settingsFor } from './child-environment.ts';
import type { Config } from '../config.ts';
import type { DataDir } from '../data-dir.ts';
import { keepChild, type ChildPlan, type KeptChild } from './keep-child.ts';
import { keepPostgres, type KeptPostgres } from './keep-postgres.ts';
import type { ProcessIdentity } from './run-file.ts';

/** Of the guests' cluster as a whole, where there are cgroups. */
const memoryMib = 1024;
const processes = 200;
const lockWithinMs = 10_000;

export interface KeptGuests {
  /** The api's environment. */
  environment(): NodeJS.ProcessEnv;
  /** What the api says: it asks for the cluster or for the doors, when the first database is made. */
  onMessage(message: unknown, api: ChildProcess): void;
  identities(): ProcessIdentity[];
  stop(): Promise<void>;
}

interface Place {
  config: Config;
  data: DataDir;
  common: Pick<ChildPlan, 'folder' | 'say' | 'onChange'>;
  /** Whether what guests had on the product's own server is here; until then nothing is made in its place. */
  isCarried: boolean;
}

/**
 * Keeps the cluster with realms' databases running, and the process with the doors to it. An installation without any such database runs
 * neither: they start when the api asks for them, and from then on with the product.
 */
export async function keepGuests({ config, data, common, isCarried }: Place): Promise<KeptGuests> {
  const { say } = common;
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? systemUser(guestCluster.systemUser) : null;
  // Within walls, and in a container, a realm's programs find it at a port of their own.
  const isApart = config.values.RUNTIME === 'docker' || (await probeEnforcement(tmpdir(), [])).walls.network;
  const tcpPort = isApart ? null : await keepTcpPort(data.guests);
  let cluster: Promise<KeptPostgres> | null = null;
  let lock: Lock | null = null;
  let doors: ReturnType<typeof keepChild> | null = null;
  let url: string | null = null;
  let running: KeptChild | null = null;

  function startCluster(): Promise<KeptPostgres> {
    const started = limits(data.path).then(async (groups) => {
      lock ??= await lockGuests(data.guests);
      return keepPostgres(
        {
          ...guestCluster,
          folder: data.guests,
          log: join(data.logs, 'guests-postgres.log'),
          bounds: { ...guestCluster.bounds, groups },
        },
        say,
        () => undefined,
        "The database of realms' programs",
      );
    });
    // What failed is tried again when it is asked for again.
    started.catch(() => (cluster = null));
    return started;
  }

  const plan: ChildPlan = {
    ...common,
    name: 'guests',
    sockets: {},
    script: join(config.app, 'apps/guests/dist/main.js'),
    log: join(data.logs, 'guests.log'),
    user,
    environment: () => ({
      ...settingsFor('guests', config),
      GUESTS_DIR: data.guests,
      GUESTS_DATABASE_URL: url ?? '',
      GUESTS_TCP_PORT: tcpPort === null ? '' : String(tcpPort),
    }),
    onMessage: (message) => {
      if (typeof message !== 'object' || message === null || !('restart' in message)) return;
      say(`The database of realms' programs starts anew: ${String(message.restart)}.`);
      void cluster?.then((server) => server.restart()).catch((error: unknown) => say(String(error)));
    },
    readyMs: 60_000,
    askToStop: (child) => child.kill('SIGTERM'),
    stopMs: 10_000,
    isOutlived: false,
  };

  async function start(what: 'cluster' | 'doors'): Promise<void> {
    if (what === 'cluster' && !isCarried) throw new Error('what there was has not been carried over');
    await mkdir(data.guests, { recursive: true, mode: 0o711 });
    await mkdir(join(data.guests, 'doors'), { recursive: true, mode: 0o711 });
    if (asRoot) await chmod(data.guests, 0o711);
    // Doors that were there for a named server alone learn of the cluster.
    const learns = what === 'cluster' && cluster === null ? doors : null;
    if (what === 'cluster') url = (await (cluster ??= startCluster())).url();
    doors ??= keepChild(plan);
    const child = await doors.catch((error: unknown) => {
      doors = null;
      throw error;
    });
    running = child;
    if (learns) child.restart();
  }

  if (existsSync(join(data.guests, 'cluster'))) await start('cluster');
  else if (existsSync(join(data.guests, 'doors.json')) && config.values.REALM_DATABASE_URL) await start('doors');

  return {
    environment: () => ({
      GUESTS_DATABASE_URL: url ?? '',
      GUESTS_TCP_PORT: tcpPort === null ? '' : String(tcpPort),
      // An operator's own server is left as it is.
      GUESTS_CARRY_OVER: String(!config.values.DATABASE_URL),
      GUESTS_MISSING: isCarried
        ? ''
        : "realms' databases of before could not be carried over; the next start tries again",
      GUESTS_USER: user ? `${user.uid}:${user.gid}` : '',
    }),
    onMessage(message, api) {
      if (typeof message !== 'object' || message === null || !('guests' in message)) return;
      const what = message.guests === 'cluster' ? 'cluster' : 'doors';
      start(what).then(
        () => api.connected && api.send({ guests: { url } }, () => {}),
        (error: unknown) => {
          say(`Failed to start the database of realms' programs: ${String(error)}`);
          if (api.connected)
            api.send({ guests: { fault: error instanceof Error ? error.message : String(error) } }, () => {});
        },
      );
    },
    identities: () => running?.identities() ?? [],
    async stop() {
      await (await doors?.catch(() => null))?.stop();
      await (await cluster?.catch(() => null))?.stop();
      await lock?.release();
    },
  };
}

/** Locks the data against a server in a container of deploy/compose.yaml, which is invisible from here: two servers would ruin it. @throws Error */
async function lockGuests(folder: string): Promise<Lock> {
  const deadline = Date.now() + lockWithinMs;
  for (;;) {
    const lock = await takeLock(join(folder, 'lock'));
    if (lock !== null) return lock;
    if (Date.now() > deadline) throw new Error('a container of bin/compose keeps them: bin/compose down');
    // That of a supervisor that was killed goes in a moment.
    await delay(100);
  }
}

/** The folders of its cgroups: half of the machine's processors, and bounded memory. */
function limits(dataDir: string): Promise<string[]> {
  const name = `guests-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const cores = Math.max(1, availableParallelism() / 2);
  return serviceGroup(name, { memoryMiB: memoryMib, cores, processes: processes });
}

/** The port of 127.0.0.1 for realms without walls: that of the last time if it is free. */
async function keepTcpPort(folder: string): Promise<number> {
  const file = join(folder, 'port');
  const kept = Number(await readFile(file, 'utf8').catch(() => ''));
  if (kept > 0 && (await isPortFree(kept))) return kept;
  const port = await freePort();
  await mkdir(folder, { recursive: true, mode: 0o711 });
  await writeFile(file, String(port));
  return port;
}
