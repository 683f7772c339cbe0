import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, open, readFile, realpath, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { postgresBinaries } from './binaries.ts';
import { GRANTS, HBA, initCluster, ROLE, runAlone } from './cluster.ts';
import { freePort, isPortFree } from './free-port.ts';
import { takeLock } from './lock.ts';
import { findPostmaster } from './postmaster.ts';
import { signalProcess } from './signal-process.ts';
import { systemUser, type SystemUser } from './system-user.ts';

/** Not the gateway's user: who breaks into that must not find the database open. */
const USER = 'realmkeep-db';
const START_DEADLINE_MS = 120_000;
/** What a start says while processes of a killed server are on their way out. */
const STILL_ENDING = 'pre-existing shared memory block';
const LOG_BYTES = 10 * 1024 * 1024;

export interface PostgresOptions {
  /** Its folder, made if missing: the data, the password, the port. Absolute. */
  folder: string;
  /** Its log, at most 10 MB of it. Absolute; `postgres.log` in the folder by default. */
  log?: string;
  /** Answers before the disk does, so that a crash of the machine loses rows: for tests. */
  unsafe?: boolean;
}

/** A PostgreSQL server that takes connections on 127.0.0.1. It outlives this process unless it is stopped. */
export interface Postgres {
  /** postgres://…, with the password. Its role owns the database and may make others. */
  url: string;
  port: number;
  pid: number;
  /** Whether it ran before this call, left by a process that was killed. */
  adopted: boolean;
  /** Settles when the server is gone, for whatever reason. */
  exited: Promise<void>;
  /** Ends it: transactions are broken off, what is committed stays. Bounded to 30 s. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts the built-in PostgreSQL on a folder, or adopts the one that runs on it. As root it runs as the user
 * `realmkeep-db`, made if missing, or as whoever owns the data already.
 * @throws Error with the end of the server's log when it does not come up within 120 s
 */
export async function startPostgres({ folder, log, unsafe = false }: PostgresOptions): Promise<Postgres> {
  // The folder stays root's, so that the server's user cannot turn our files in it into links; it passes through to its data.
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const place = await realpath(folder);
  let user: SystemUser | null = null;
  if (process.getuid?.() === 0) {
    await chmod(place, 0o711);
    user = await ownerOf(join(place, 'cluster'));
  }
  // Only for as long as this takes: from then on the running server itself is what the next one finds.
  const lock = await takeLock(join(place, 'start.lock'));
  if (!lock) throw new Error(`Another process is starting PostgreSQL on ${place}.`);
  try {
    return await adoptOrStart({ folder: place, log: log ?? join(place, 'postgres.log'), user, unsafe });
  } finally {
    await lock.release();
  }
}

async function ownerOf(cluster: string): Promise<SystemUser> {
  const kept = await stat(cluster).catch(() => null);
  return kept && kept.uid !== 0 ? { uid: kept.uid, gid: kept.gid } : systemUser(USER);
}

interface Place {
  folder: string;
  log: string;
  user: SystemUser | null;
  unsafe: boolean;
}

async function adoptOrStart(place: Place): Promise<Postgres> {
  const { folder, user, unsafe } = place;
  const cluster = join(folder, 'cluster');
  const password = await keep(join(folder, 'password'), () => randomBytes(32).toString('base64url'));
  const running = await findPostmaster(cluster);
  if (running) {
    await waitUntilReady(cluster, () => false);
    return handle(place, running.pid, running.port, password, true);
  }
  const binaries = await postgresBinaries(user);
  const isNew = !existsSync(cluster);
  await initCluster({ binaries, cluster, password, user, unsafe });
  await writeFile(join(folder, 'pg_hba.conf'), HBA, { mode: 0o644 });
  // Nobody runs here and nobody else can start: a pid file is left over from a crash, its number perhaps another's by now.
  await rm(join(cluster, 'postmaster.pid'), { force: true });

  // As a crash may have come between, a new cluster without the mark is granted twice.
  const mark = join(folder, 'granted');
  let isGranted = existsSync(mark);
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    if (!isGranted) {
      const granting = isNew ? null : runAlone({ binaries, cluster, user }, GRANTS);
      const fault = granting && (await granting.then(() => null, String));
      if (fault?.includes(STILL_ENDING) && Date.now() < deadline) {
        await delay(200);
        continue;
      }
      if (fault !== null) throw new Error(`PostgreSQL did not take its grants on ${folder}:\n${fault}`);
      await writeFile(mark, '');
      isGranted = true;
    }
    const port = await keepFreePort(join(folder, 'port'));
    const child = await spawnServer(binaries, place, port);
    if (await waitUntilReady(cluster, () => child.exitCode !== null || child.signalCode !== null)) {
      return handle(place, child.pid ?? 0, port, password, false);
    }
    const log = await tail(place.log);
    // Either passes: somebody took the port at the same moment, or processes of a killed server are still on their way out.
    const passes = log.includes('could not bind') || log.includes(STILL_ENDING);
    if (!passes || Date.now() > deadline) throw new Error(`PostgreSQL did not start on ${folder}:\n${log}`);
    await delay(200);
  }
}

async function spawnServer(binaries: string, { folder, log: path, user, unsafe }: Place, port: number) {
  const log = await open(path, 'a', 0o600);
  try {
    const settings = Object.entries(serverSettings(folder, port, unsafe)).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = spawn(join(binaries, 'bin/postgres'), ['-D', join(folder, 'cluster'), ...settings], {
      cwd: folder,
      env: { LC_ALL: 'C', TZ: 'UTC' },
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      ...user,
    });
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

function serverSettings(folder: string, port: number, unsafe: boolean): Record<string, string | number> {
  const durable = unsafe ? 'off' : 'on';
  return {
    listen_addresses: '127.0.0.1',
    port,
    hba_file: join(folder, 'pg_hba.conf'),
    unix_socket_directories: '',
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    // A small footprint: tens of connections, a database of megabytes. Those of the product's own are kept from its guests.
    max_connections: 160,
    reserved_connections: 50,
    temp_file_limit: '512MB',
    shared_buffers: '32MB',
    io_method: 'sync',
    max_logical_replication_workers: 0,
    max_wal_senders: 0,
    wal_level: 'minimal',
    min_wal_size: '32MB',
    max_wal_size: '256MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failed statements are the api's to log; here they would show users' data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
  };
}

/** True when the server takes connections, false when `gone` says that it ended. @throws Error at the deadline */
async function waitUntilReady(cluster: string, gone: () => boolean): Promise<boolean> {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline) {
    if (gone()) return false;
    if ((await findPostmaster(cluster))?.ready) return true;
    await delay(20);
  }
  throw new Error(`PostgreSQL on ${cluster} does not take connections after ${START_DEADLINE_MS / 1000} s.`);
}

function handle({ folder, log }: Place, pid: number, port: number, password: string, adopted: boolean): Postgres {
  const cluster = join(folder, 'cluster');
  const exited = watch(cluster, pid, log);
  return {
    url: `postgres://${ROLE}:${password}@127.0.0.1:${port}/${ROLE}`,
    port,
    pid,
    adopted,
    exited,
    async stop() {
      // The fast, then the immediate shutdown of PostgreSQL: the second recovers at the next start.
      for (const [signal, patienceMs] of [
        ['SIGINT', 20_000],
        ['SIGQUIT', 10_000],
      ] as const) {
        if (await isGone(cluster, pid)) return;
        signalProcess(pid, signal);
        const deadline = Date.now() + patienceMs;
        while (Date.now() < deadline) {
          if (await isGone(cluster, pid)) return;
          await delay(20);
        }
      }
      throw new Error(`PostgreSQL (process ${pid}) does not end.`);
    },
  };
}

async function isGone(cluster: string, pid: number): Promise<boolean> {
  return (await findPostmaster(cluster))?.pid !== pid;
}

/** Settles when the server is gone. Meanwhile it bounds the log. */
async function watch(cluster: string, pid: number, log: string): Promise<void> {
  while (!(await isGone(cluster, pid))) {
    await delay(100, undefined, { ref: false });
    // The operator may have removed it.
    const file = await stat(log).catch(() => null);
    if (file && file.size > LOG_BYTES) await truncate(log);
  }
}

/** The content of a file that only this user can read; made whole with `make` at the first time. */
async function keep(file: string, make: () => string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept) return kept.trim();
  const made = make();
  await writeFile(`${file}.new`, made, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return made;
}

/** The port of the last time if it is free, else another one. */
async function keepFreePort(file: string): Promise<number> {
  const kept = Number(await readFile(file, 'utf8').catch(() => ''));
  if (kept > 0 && (await isPortFree(kept))) return kept;
  const port = await freePort();
  await writeFile(file, String(port));
  return port;
}

async function tail(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).slice(-1500);
}
