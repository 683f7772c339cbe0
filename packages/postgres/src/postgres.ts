import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  readFile,
  readdir,
  realpath,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { postgresBinaries } from './binaries.ts';
import { ownerGrants, hba, initCluster, ownerRole, runAlone } from './cluster.ts';
import { freePort, isPortFree } from './free-port.ts';
import { takeLock } from './lock.ts';
import { keepPassword } from './password.ts';
import { findPostmaster } from './postmaster.ts';
import { isListening, socketPort, socketUrl } from './running-postgres.ts';
import { signalProcess } from './signal-process.ts';
import { type ServerBounds, spawnServer } from './spawn-server.ts';
import { systemUser, type SystemUser } from './system-user.ts';

/** Not the gateway's user: who breaks into that must not find the database open. */
const databaseUser = 'realmkeep-db';
const startDeadlineMs = 120_000;
/** What a start says while processes of a killed server are on their way out. */
const stillEnding = 'pre-existing shared memory block';
const logBytes = 10 * 1024 * 1024;

export interface PostgresOptions {
  /** Its folder, made if missing: the data, the password, the socket. Absolute. */
  folder: string;
  /** Its log, at most 10 MB, and the previous 10 MB as `….1`. Absolute; `postgres.log` in the folder by default. */
  log?: string;
  /** Who owns the database of the same name; the product's by default. */
  role?: string;
  /** The user of this machine that it runs as where this process is root, made if missing. */
  systemUser?: string;
  /** Lines of pg_hba.conf: who may connect. */
  hba?: readonly string[];
  /** What the superuser carries out once, and again when it is changed: it must bear that. */
  grants?: readonly string[];
  /** The same in template1, of which each database that is made is a copy. */
  templateGrants?: readonly string[];
  /** Of the server, beside and instead of ours. */
  settings?: Readonly<Record<string, string | number>>;
  /** Whether it takes connections on a port of 127.0.0.1 as well, kept from start to start. */
  tcp?: boolean;
  bounds?: ServerBounds;
  /** Milliseconds that sessions have to end when it is stopped; then it recovers at the next start. */
  patienceMs?: number;
  /** Used instead of the built-in programs. */
  programs?: Programs;
  /** Does not wait for the disk, so that a crash of the machine loses rows: for tests. */
  unsafe?: boolean;
}

/** A folder with `bin/postgres` and `bin/initdb`, made out of the built-in one. */
interface Programs {
  /** Where it is for a cluster in that folder. */
  place(folder: string): string;
  make(built: string, folder: string): Promise<string>;
}

/**
 * A PostgreSQL server that takes connections on a unix socket, in a folder that its user and root alone can pass. It outlives this
 * process unless it is stopped.
 */
export interface Postgres {
  /** postgres://…, with the password and the socket's folder as the host. Its role owns the database. */
  url: string;
  /** Of TCP where it listens there, and in the name of the socket. */
  port: number;
  pid: number;
  /** Whether it ran before this call, left by a process that was killed. */
  adopted: boolean;
  /** Settles when the server is gone, for any reason. */
  exited: Promise<void>;
  /** Ends it: aborts transactions, keeps what is committed. Bounded to 30 s. Idempotent. */
  stop(): Promise<void>;
}

/**
 * Starts the built-in PostgreSQL on a folder, or adopts the one that runs on it. As root it runs as the user
 * `realmkeep-db`, created if missing, or as the owner of existing data.
 * @throws Error with the end of the server's log if it is not ready within 120 s
 */
export async function startPostgres({
  folder,
  systemUser: name = databaseUser,
  ...options
}: PostgresOptions): Promise<Postgres> {
  // Root stays the folder's owner, so that the server's user cannot replace our files in it by links; it passes through to its data.
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const place = await realpath(folder);
  let user: SystemUser | null = null;
  if (process.getuid?.() === 0) {
    await chmod(place, 0o711);
    user = await ownerOf(join(place, 'cluster'), name);
  }
  // Only during the start: after that the next start finds the running server itself.
  const lock = await takeLock(join(place, 'start.lock'));
  if (!lock) throw new Error(`Another process is starting PostgreSQL on ${place}.`);
  try {
    const rights = { role: ownerRole, hba: hba, grants: ownerGrants, templateGrants: [] };
    const standard = {
      ...rights,
      settings: {},
      bounds: {},
      tcp: false,
      unsafe: false,
      programs: null,
      patienceMs: 20_000,
    };
    return await adoptOrStart({ ...standard, log: join(place, 'postgres.log'), ...options, folder: place, user });
  } finally {
    await lock.release();
  }
}

async function ownerOf(cluster: string, name: string): Promise<SystemUser> {
  const kept = await stat(cluster).catch(() => null);
  return kept && kept.uid !== 0 ? { uid: kept.uid, gid: kept.gid } : systemUser(name);
}

type Place = Required<Omit<PostgresOptions, 'systemUser' | 'programs'>> & {
  programs: Programs | null;
  user: SystemUser | null;
};

async function adoptOrStart(place: Place): Promise<Postgres> {
  const { folder, role, grants, templateGrants, user, unsafe, programs } = place;
  const cluster = join(folder, 'cluster');
  const password = await keepPassword(folder);
  const running = await findPostmaster(cluster);
  if (running) {
    await waitUntilReady(cluster, () => false);
    const adopted = handle(place, running.pid, running.port, password, true);
    const isOfItsPrograms = programs === null || running.program.startsWith(`${programs.place(folder)}/`);
    if (running.sockets && isOfItsPrograms) return adopted;
    // One of an older version, which listens on TCP alone or runs by what guests are not to have.
    await adopted.stop();
  }
  // A second server on the same files would ruin them.
  else if (await isListening(folder))
    throw new Error(`A PostgreSQL that cannot be seen from here, as in a container, runs on ${folder}.`);
  const built = await postgresBinaries(user);
  const binaries = (await programs?.make(built, folder)) ?? built;
  const isNew = !existsSync(cluster);
  await initCluster({ binaries, cluster, role, password, grants, templateGrants, user, unsafe });
  // PostgreSQL reads it from our folder, not from its own user's.
  await writeFile(join(folder, 'pg_hba.conf'), place.hba.join('\n') + '\n', { mode: 0o644 });
  await clearTraces(place);

  // After a crash in between, a new cluster without the mark is granted twice.
  const mark = join(folder, 'granted');
  const wanted = createHash('sha256')
    .update([...grants, ...templateGrants].join('\n'))
    .digest('hex');
  let isGranted = (await readFile(mark, 'utf8').catch(() => '')) === wanted;
  const deadline = Date.now() + startDeadlineMs;
  for (;;) {
    if (!isGranted) {
      const alone = { binaries, cluster, user };
      const granting = isNew ? null : runAlone(alone, templateGrants, 'template1').then(() => runAlone(alone, grants));
      const fault = granting && (await granting.then(() => null, String));
      if (fault?.includes(stillEnding) && Date.now() < deadline) {
        await delay(200);
        continue;
      }
      if (fault !== null) throw new Error(`PostgreSQL did not take its grants on ${folder}:\n${fault}`);
      await writeFile(mark, wanted);
      isGranted = true;
    }
    const port = place.tcp ? await keepFreePort(join(folder, 'port')) : socketPort;
    const child = await spawnServer({ ...place, command: serverCommand(binaries, place, port) });
    if (await waitUntilReady(cluster, () => child.exitCode !== null || child.signalCode !== null)) {
      return handle(place, child.pid ?? 0, port, password, false);
    }
    const log = await tail(place.log);
    // Both are transient: somebody took the port at the same moment, or processes of a killed server are still ending.
    const passes = log.includes('could not bind') || log.includes(stillEnding);
    if (!passes || Date.now() > deadline) throw new Error(`PostgreSQL did not start on ${folder}:\n${log}`);
    await delay(200);
  }
}

/**
 * Nothing runs here and nobody else can start: files that name a process are left over from a crash, and its id may have been reused.
 * The socket's folder stays, as clients may hold it open.
 */
async function clearTraces({ folder, user }: Place): Promise<void> {
  await rm(join(folder, 'cluster/postmaster.pid'), { force: true });
  const sockets = join(folder, 'socket');
  await mkdir(sockets, { recursive: true, mode: 0o700 });
  if (user) await chown(sockets, user.uid, user.gid);
  for (const name of await readdir(sockets)) await rm(join(sockets, name));
}

function serverCommand(binaries: string, place: Place, port: number): string[] {
  const settings = Object.entries(serverSettings(place, port)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [join(binaries, 'bin/postgres'), '-D', join(place.folder, 'cluster'), ...settings];
}

function serverSettings({ folder, tcp, unsafe, settings }: Place, port: number): Record<string, string | number> {
  const durable = unsafe ? 'off' : 'on';
  return {
    listen_addresses: tcp ? '127.0.0.1' : '',
    port,
    hba_file: join(folder, 'pg_hba.conf'),
    // By its path from the data, where the server is at home: an absolute one may be longer than the 107 bytes of unix(7).
    unix_socket_directories: '../socket',
    unix_socket_permissions: '0700',
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
    ...settings,
  };
}

/** True when the server takes connections, false when `gone` says that it ended. @throws Error at the deadline */
async function waitUntilReady(cluster: string, gone: () => boolean): Promise<boolean> {
  const deadline = Date.now() + startDeadlineMs;
  while (Date.now() < deadline) {
    if (gone()) return false;
    if ((await findPostmaster(cluster))?.ready) return true;
    await delay(20);
  }
  throw new Error(`PostgreSQL on ${cluster} does not take connections after ${startDeadlineMs / 1000} s.`);
}

function handle(
  { folder, role, log, patienceMs }: Place,
  pid: number,
  port: number,
  password: string,
  adopted: boolean,
): Postgres {
  const cluster = join(folder, 'cluster');
  const exited = watch(cluster, pid, log);
  return {
    url: socketUrl({ folder, role, password, port }),
    port,
    pid,
    adopted,
    exited,
    async stop() {
      // The fast, then the immediate shutdown of PostgreSQL: the second recovers at the next start.
      for (const [signal, withinMs] of [
        ['SIGINT', patienceMs],
        ['SIGQUIT', 10_000],
      ] as const) {
        if (await isGone(cluster, pid)) return;
        signalProcess(pid, signal);
        const deadline = Date.now() + withinMs;
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
  for (let look = 1; ; look += 1) {
    // Most looks are one system call; the others tell whether the pid is still the server's, which need not be our child.
    const isLong = look % 10 === 0;
    if (!existsSync(`/proc/${pid}`) || (isLong && (await isGone(cluster, pid).catch(() => false)))) return;
    // The operator may have removed it.
    const file = isLong ? await stat(log).catch(() => null) : null;
    if (file && file.size > logBytes) await turn(log).catch(() => undefined);
    await delay(100, undefined, { ref: false });
  }
}

/**
 * The log goes on empty, and what was in it is `….1`, in the place of what was there before. The server appends to the file that it has
 * open: between the copy and the cut a line may be lost; and all of it where there is no room for a copy.
 */
async function turn(log: string): Promise<void> {
  const before = `${log}.1`;
  await copyFile(log, before).then(
    () => chmod(before, 0o600),
    () => rm(before, { force: true }),
  );
  await truncate(log);
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
