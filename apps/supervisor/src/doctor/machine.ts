import { execFile } from 'node:child_process';
import type { StatsFs } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { closedFolder } from '../closed-folder.ts';
import type { Config } from '../config.ts';
import { good, note, problem, type Finding } from './finding.ts';

const run = promisify(execFile);
const gib = 1024 ** 3;
const nobody = { uid: 65_534, gid: 65_534 };

/** Who would run it. */
export async function checkUser(): Promise<Finding> {
  const uid = process.getuid?.();
  if (uid !== 0) return note('user', `Not root (uid ${uid}): every realm runs as you, and can read what you can.`);
  const missing: string[] = [];
  for (const name of ['realmkeep', 'realmkeep-db', 'realmkeep-guests']) {
    await run('id', ['-u', name]).catch(() => missing.push(name));
  }
  if (missing.length === 0)
    return good('user', 'root; the gateway, the database and each realm run as users of their own');
  const canMake = await run('useradd', ['--help']).then(
    () => true,
    () => false,
  );
  const users = `the system users ${missing.join(' and ')}`;
  return canMake ? good('user', `root; ${users} will be made`) : problem('user', `Make ${users}: there is no useradd.`);
}

/** Whether the checkout can be run from where it is. */
export async function checkCheckout({ checkout }: Config): Promise<Finding> {
  const closed = process.getuid?.() === 0 ? await closedFolder(checkout, nobody) : null;
  if (!closed) return good('checkout', checkout);
  return note('checkout', `Other users cannot enter ${closed}: what runs is copied to /var/lib/realmkeep.`);
}

/** Whether the data folder, or the one it will be made in, can be written to and reached. */
export async function checkDataDir({ values }: Config): Promise<Finding> {
  const path = values.DATA_DIR;
  const there = await existing(path);
  const uid = process.getuid?.();
  const owner = (await stat(there)).uid;
  if (there === path && uid !== 0 && owner !== uid) {
    return problem(
      'data',
      `${path} belongs to uid ${owner}, and you are ${uid}: start as its owner, or choose another with --data-dir.`,
    );
  }
  const writable = await access(there, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!writable)
    return problem('data', `You cannot write to ${there}. Choose another folder with --data-dir or DATA_DIR.`);
  const closed = uid === 0 ? await closedFolder(dirname(path), nobody).catch(() => null) : null;
  if (closed && there.startsWith(closed)) {
    return problem(
      'data',
      `Realms cannot reach ${path}: other users cannot enter ${closed}. chmod o+x it, or choose another with --data-dir.`,
    );
  }
  return good('data', there === path ? path : `${path} (will be made)`);
}

export async function checkDisk({ values }: Config): Promise<Finding> {
  return diskFinding(await statfs(await existing(values.DATA_DIR)));
}

/** The finding on a disk, from what the kernel reports about it. */
export function diskFinding({
  bavail,
  bsize,
  ffree,
  files,
}: Pick<StatsFs, 'bavail' | 'bsize' | 'ffree' | 'files'>): Finding {
  const free = bavail * bsize;
  const words = `${(free / gib).toFixed(1)} GiB free for the data`;
  if (files > 0 && ffree < 10_000)
    return problem('disk', `Only ${ffree} more files can be made there: free some inodes.`);
  if (free < gib / 2) return problem('disk', `${words}: make room for at least 1 GiB.`);
  return free < 5 * gib ? note('disk', `${words}: worlds will need more.`) : good('disk', words);
}

/** How many processes the api gets. */
export function checkWorkers({ values }: Config, cores = availableParallelism()): Finding {
  const workers = Number(values.API_WORKERS);
  const words = `${workers === 1 ? 'one process' : `${workers} processes`} on ${cores === 1 ? 'one core' : `${cores} cores`}`;
  if (workers <= cores) return good('api', words);
  return note('api', `${words}: more than cores cost memory, some 110 MB each, and gain nothing. See API_WORKERS.`);
}

export async function checkMemory(): Promise<Finding> {
  const kilobytes = /^MemAvailable:\s+(\d+) kB/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[1];
  const free = Number(kilobytes) * 1024;
  const words = `${(free / gib).toFixed(1)} GiB available`;
  if (free < gib / 4) return problem('memory', `${words}: it needs at least 0.5 GiB.`);
  return free < gib ? note('memory', `${words}: enough for a few realms only.`) : good('memory', words);
}

/** Whether a player on this machine finds a realm by its name, and what to do where that is not so. */
export async function checkNames({ values }: Config): Promise<Finding> {
  if (values.DNS_TARGET !== '') return good('names', `each realm gets DNS records, which lead to ${values.DNS_TARGET}`);
  const name = `some-realm.${values.BASE_DOMAIN}`;
  const addresses = await lookup(name, { all: true }).catch(() => []);
  if (addresses.length > 0) return good('names', `${name} is ${addresses.map(({ address }) => address).join(', ')}`);
  if (values.BASE_DOMAIN !== 'localhost') {
    return problem(
      'names',
      `${name} is not found: make a DNS record *.${values.BASE_DOMAIN} with the address of this machine.`,
    );
  }
  return note(
    'names',
    `${name} is not found by this machine's resolver; browsers find such names, not every game does. ` +
      "Install libnss-myhostname, or write a line for each realm into /etc/hosts: '127.0.0.1 address.localhost'.",
  );
}

/** The folder, or its nearest existing parent. */
export async function existing(path: string): Promise<string> {
  for (let folder = path; folder !== '/'; folder = dirname(folder)) {
    const there = await stat(folder).then(
      () => true,
      () => false,
    );
    if (there) return folder;
  }
  return '/';
}
