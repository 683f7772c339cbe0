import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { neededPackages } from './needed-packages.ts';

const run = promisify(execFile);

const copies = '/var/lib/realmkeep';
const hourMs = 3_600_000;

/**
 * Copies the programs and Node to /var/lib/realmkeep/app-…, once per version, and returns that folder. For a
 * checkout that the users of realms and of the gateway cannot enter.
 */
export async function copyApp(checkout: string): Promise<string> {
  const name = `app-${await contentName(checkout)}`;
  const place = join(copies, name);
  process.stderr.write(
    `Other users cannot enter ${checkout}: it runs from ${place}, its data lie in ${copies} by default.\n`,
  );
  if (!existsSync(place)) await copy(checkout, place);
  await utimes(place, new Date(), new Date());
  await removeUnused(name);
  return place;
}

/** Changes with anything that is copied: the sources and builds by content, the packages by their lock file. */
async function contentName(checkout: string): Promise<string> {
  const hash = createHash('sha256');
  hash.update(process.version);
  for (const part of ['apps', 'packages']) {
    const entries = await readdir(join(checkout, part), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(file));
  }
  hash.update(await readFile(join(checkout, 'package-lock.json')));
  return hash.digest('hex').slice(0, 12);
}

async function copy(checkout: string, place: string): Promise<void> {
  await mkdir(copies, { recursive: true, mode: 0o755 });
  await chmod(copies, 0o755);
  // Copied aside and moved into place: a copy is whole or not there.
  const aside = await mkdtemp(`${place}.`);
  const list = join(aside, 'list');
  const lock = await readFile(join(checkout, 'package-lock.json'), 'utf8');
  const installed = neededPackages(lock).filter((path) => existsSync(join(checkout, path)));
  await writeFile(list, ['package.json', 'package-lock.json', 'apps', 'packages', ...installed].join('\n'));
  const script = 'set -o pipefail; from=$1 to=$2; shift 2; tar -C "$from" -c "$@" | tar -C "$to" -x --same-permissions';
  const options = ['--mode=a+rX,go-w', '--owner=0', '--group=0', `--files-from=${list}`];
  await run('bash', ['-c', script, 'copy', checkout, aside, ...options]);
  await rm(list);
  await mkdir(join(aside, '.tools/node/bin'), { recursive: true });
  await copyFile(process.execPath, join(aside, '.tools/node/bin/node'));
  await chmod(aside, 0o755);
  await rename(aside, place).catch(async (error: NodeJS.ErrnoException) => {
    await rm(aside, { recursive: true });
    // Another command was faster.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

/** Removes copies, also half-made ones, that no process runs from and that no start has used for an hour. */
async function removeUnused(inUse: string): Promise<void> {
  for (const name of await readdir(copies)) {
    if (!name.startsWith('app-') || name === inUse) continue;
    const place = join(copies, name);
    const found = await stat(place).catch(() => null);
    if (found && Date.now() - found.mtimeMs > hourMs && !isRunFrom(place))
      await rm(place, { recursive: true, force: true });
  }
}

function isRunFrom(place: string): boolean {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.some((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${place}/`);
    } catch {
      return false;
    }
  });
}
