import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { DatabaseError } from '../../src/db/client.ts';
import { type Db, openDb, openPool } from '../../src/db/pool.ts';
import { unseal } from '../../src/domains/identity/chat/sealed.ts';
import { sealOwner } from '../../src/domains/databases/database-build.ts';
import { databaseName, type DatabaseAccess } from '../../src/domains/databases/database-policy.ts';
import { findDatabase } from '../../src/domains/databases/database-queries.ts';
import {
  endConnections,
  oneAtATime,
  setRoleAccess,
  setRoleLogin,
  setRolePassword,
} from '../../src/domains/databases/database-server-queries.ts';
import { scramVerifier } from '../../src/domains/databases/scram-verifier.ts';
import { defineApart } from '../../src/domains/databases/server-trial.ts';
import { type Child, NotCopied, printable, TookTooLong, waitForChild } from './bounded-child.ts';
import { type PackedFile, readPacked, TooMuch, writePacked } from './packed.ts';

/** Where a realm's database lies that is on a server of the operator's. */
export interface OutsideDatabase {
  realmId: string;
  server: 'named' | 'product';
}

/** The output of pg_dump, in the format for pg_restore. */
export type DumpedDatabase = OutsideDatabase & PackedFile;

/** By which address each server is reached; null: the operator has none. */
export type OutsideServers = Record<OutsideDatabase['server'], string | null>;

/** The product's own database, where the rows of realms' are, and what passwords in them are sealed by. */
export interface Rows {
  productUrl: string;
  tokenKey: string;
}

/** Of one database: code of its realm runs while it is dumped and while it is restored. */
const standard = { bytes: 64 * 1024 ** 3, lockMs: 30_000, dumpMs: 10 * 60_000, restoreMs: 30 * 60_000 };

export type Bounds = Readonly<typeof standard>;

/** A role has eight concurrent sessions through its door: with this many there is room for pg_dump. */
const placesWhileDumped = 10;

/** In the copy's folder. */
export const dumpFile = (realmId: string) => join('databases', `${realmId}.zst`);

const addressOf = (servers: OutsideServers, { server }: OutsideDatabase): string => {
  const url = servers[server];
  if (url !== null) return url;
  throw new Error(
    `A realm has a database on a server of yours: set ${server === 'named' ? 'REALM_' : ''}DATABASE_URL.`,
  );
};

/** A database on its server, and by `current` the role of its name as its row has that; null: it is deleted. */
interface Place {
  /** Of our own role, which runs nothing in the database itself: there is code of a realm's. */
  url: string;
  db: Db;
  name: string;
  current(): Promise<{ password: string; access: DatabaseAccess } | null>;
}

async function withPlace<T>(
  servers: OutsideServers,
  database: OutsideDatabase,
  { productUrl, tokenKey }: Rows,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const url = addressOf(servers, database);
  const [db, product] = [openDb(openPool(url, 1)), openDb(openPool(productUrl, 1))];
  const name = databaseName(database.realmId);
  async function current() {
    const row = await findDatabase(product, database.realmId);
    if (!row) return null;
    const password = unseal(tokenKey, sealOwner(row.realm_id), row.password);
    return { password, access: row.access as DatabaseAccess };
  }
  try {
    return await work({ url, db, name, current });
  } finally {
    await Promise.all([db.destroy(), product.destroy()]);
  }
}

/**
 * Dumps each database as of one moment, by this machine's pg_dump.
 * @returns the dumped ones; and by realm the reason for each that was not
 */
export async function dumpDatabases(
  servers: OutsideServers,
  databases: readonly OutsideDatabase[],
  folder: string,
  rows: Rows,
  bounds: Bounds = standard,
): Promise<{ dumped: DumpedDatabase[]; leftOut: Map<string, string[]> }> {
  await mkdir(join(folder, 'databases'), { mode: 0o700 });
  const dumped: DumpedDatabase[] = [];
  const leftOut = new Map<string, string[]>();
  for (const database of databases) {
    const path = join(folder, dumpFile(database.realmId));
    try {
      const dump = await withPlace(servers, database, rows, (place) => dumpDatabase(place, path, bounds));
      if (dump === null) continue;
      dumped.push({ ...database, ...dump.file });
      if (dump.leftOut !== null) leftOut.set(database.realmId, [dump.leftOut]);
    } catch (error) {
      // A role that is changed by its own session at the same moment we cannot change.
      if (!(error instanceof NotCopied || error instanceof DatabaseError)) throw error;
      leftOut.set(database.realmId, [`its database: ${error.message}`]);
    }
  }
  return { dumped, leftOut };
}

/** Dumps it as its own role, which can connect even if all its sessions are in use, its password has changed, or it is closed. */
async function dumpDatabase(place: Place, path: string, bounds: Bounds): Promise<Dump | null> {
  const { db, name } = place;
  const role = await oneAtATime(db, async (connection) => {
    const found = await place.current();
    // To a closed database only pg_dump can connect.
    const connections = found?.access === 'closed' ? 1 : placesWhileDumped;
    if (found) await setRoleLogin(connection, name, { verifier: scramVerifier(found.password), connections });
    return found;
  });
  if (role === null) return null;
  try {
    return await dumpAsItself({ ...place, password: role.password }, path, bounds);
  } finally {
    const isOpen = (await place.current())?.access !== 'closed';
    if (!isOpen) await endConnections(db, name);
    await setRoleLogin(db, name, { verifier: null, isOpen });
  }
}

interface Dump {
  file: PackedFile;
  leftOut: string | null;
}

type Login = Pick<Place, 'url' | 'db' | 'name'> & { password: string };

async function dumpAsItself(login: Login, path: string, { bytes, lockMs, dumpMs }: Bounds): Promise<Dump> {
  const dump = async (...args: string[]) => {
    const options = ['--format=custom', '--compress=0', `--lock-wait-timeout=${lockMs}`, ...args];
    try {
      return await runProgram('pg_dump', login, options, dumpMs, async (child) => {
        child.stdin.end();
        return await writePacked(path, child.stdout, bytes);
      });
    } catch (error) {
      await rm(path, { force: true });
      throw error instanceof TooMuch ? new NotCopied(error.message) : error;
    }
  };
  try {
    return { file: await dump(), leftOut: null };
  } catch (error) {
    if (!(error instanceof NotCopied) || error instanceof TookTooLong) throw error;
    // FORCE ROW LEVEL SECURITY also applies to owners; pg_dump can only read this way.
    const file = await dump('--enable-row-security');
    return { file, leftOut: `of its database what its own policies hide: ${error.message}` };
  }
}

/**
 * Creates each on its server, with the password in its row, and fills it, unless it was left out of the copy. An existing one, as on a
 * server that was not lost with the machine, is left as it is. Prints each that is missing or incomplete.
 * @param dumped those in the copy
 * @returns the number of missing or incomplete ones
 */
export async function restoreDumps(
  servers: OutsideServers,
  databases: readonly OutsideDatabase[],
  dumped: readonly DumpedDatabase[],
  folder: string,
  rows: Rows,
  bounds: Bounds = standard,
): Promise<number> {
  let failed = 0;
  for (const database of databases) {
    const isDumped = dumped.some(({ realmId }) => realmId === database.realmId);
    const file = isDumped ? dumpFile(database.realmId) : null;
    const path = file === null ? null : join(folder, file);
    await withPlace(servers, database, rows, (place) => restoreDump(place, path, bounds)).catch((error: unknown) => {
      failed += 1;
      const reason = error instanceof Error ? error.message : String(error);
      const where = file === null ? 'The copy does not have it' : `The copy has it as ${file}`;
      console.error(`The database of realm ${database.realmId} is not whole: ${reason}. ${where}.`);
    });
  }
  return failed;
}

/** @param path of its dump; null: it was left out, and stays empty */
async function restoreDump(place: Place, path: string | null, { restoreMs }: Bounds): Promise<void> {
  const { url, db, name } = place;
  const role = await place.current();
  if (role === null) return;
  const login = { url, db, name, password: role.password };
  const { rows: found } = await sql`select from pg_database where datname = ${name}`.execute(db);
  const problem = await oneAtATime(db, (connection) => defineApart(connection, url, login));
  if (problem)
    throw new Error(`No databases for realms can be made: ${problem.words}. ${problem.statements.join(' ')}`);
  try {
    if (found.length > 0) console.log(`${name} is there already: it is left as it is.`);
    // It may end before the end of its input.
    else if (path !== null)
      await runProgram('pg_restore', login, [], restoreMs, (child) =>
        pipeline(readPacked(path), child.stdin).catch(() => undefined),
      );
  } finally {
    if (found.length === 0) await endConnections(db, name);
    await db.transaction().execute((tx) => setRoleAccess(tx, name, role.access));
    // Code in it may have changed that.
    await setRolePassword(db, name, scramVerifier(role.password));
  }
}

/**
 * Runs one of PostgreSQL's own programs, logged in as a database's own role, so that code in the database runs only as that role.
 * The password is not among its arguments.
 */
async function runProgram<T>(
  program: 'pg_dump' | 'pg_restore',
  { url: serverUrl, db, name, password }: Login,
  args: string[],
  ms: number,
  work: (child: Child) => Promise<T>,
): Promise<T> {
  const url = new URL(serverUrl);
  Object.assign(url, { username: name, password: '', pathname: `/${name}` });
  // node-postgres' own.
  url.searchParams.delete('uselibpqcompat');
  const words = ['--no-owner', '--no-acl', '--no-password', `--dbname=${url.href}`, ...args];
  const child = spawn(program, words, {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', PGPASSWORD: password },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  try {
    const { result, code, said } = await waitForChild(child, ms, work(child));
    if (code !== 0) throw new NotCopied(printable(said.join('; ')) || `${program} ended with ${code}`);
    return result;
  } catch (error) {
    // Its statements go on in the server without it.
    if (error instanceof TookTooLong) await endConnections(db, name);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Error(`There is no ${program}: apt-get install postgresql-client`, { cause: error });
  }
}
