import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { postgresBinaries } from './binaries.ts';
import { ownerRole, runAlone } from './cluster.ts';
import { guestCluster } from './guests.ts';
import { keepPassword } from './password.ts';
import { systemUser } from './system-user.ts';

/**
 * Makes the guests' cluster out of a copy of the product's, where guests' databases lay until now: every byte of them, their roles and
 * passwords are as they were. The product's own database is dropped from the copy, and its role there gets another password. It is
 * there whole or not at all; of the product's cluster nothing is changed. No server may run on it.
 * @throws Error when it cannot be made, for lack of room for one
 */
export async function copyForGuests(productFolder: string, guestsFolder: string): Promise<void> {
  const user = process.getuid?.() === 0 ? systemUser(guestCluster.systemUser) : null;
  const cluster = join(guestsFolder, 'cluster');
  const aside = `${cluster}.copy`;
  if (existsSync(cluster)) throw new Error(`${cluster} is there already.`);
  await mkdir(guestsFolder, { recursive: true, mode: 0o711 });
  try {
    await rm(aside, { recursive: true, force: true });
    await run('cp', ['-a', '--reflink=auto', join(productFolder, 'cluster'), aside]);
    if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, aside]);
    const password = await keepPassword(guestsFolder);
    const place = { binaries: await postgresBinaries(user), cluster: aside, user };
    await runAlone(place, guestCluster.templateGrants, 'template1');
    await runAlone(place, [
      `drop database ${ownerRole}`,
      `create database ${ownerRole} owner ${ownerRole}`,
      `alter role ${ownerRole} password '${password}'`,
      ...guestCluster.grants,
      'checkpoint',
    ]);
    await run('sync', ['-f', aside]);
    await rename(aside, cluster);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

async function run(program: string, args: string[]): Promise<void> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
  const [errors] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`${program} failed: ${errors.slice(-500)}`);
}
