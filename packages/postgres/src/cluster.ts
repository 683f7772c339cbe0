import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SystemUser } from './system-user.ts';

/** The role and the database that the product uses. It owns the database and is not a superuser. */
export const ownerRole = 'realmkeep';

/** Roles that the product makes on the guests' cluster: each reaches the one database of its name. */
export const guest = '"/^realm_[0-9a-f]{32}$"';

/** Who may connect: lines of pg_hba.conf. */
export const hba = [`local all ${ownerRole} scram-sha-256`];

/**
 * What the role may beside owning its database: make roles and databases of the guests, and connect when they have taken every
 * connection. They may be granted again and again.
 */
export const ownerGrants = [
  `alter role ${ownerRole} createdb createrole`,
  `grant pg_use_reserved_connections to ${ownerRole}`,
  'revoke connect, temporary on database postgres from public',
  'revoke connect, temporary on database template1 from public',
];

export interface NewCluster {
  /** The folder with bin/initdb. */
  binaries: string;
  /** The folder to make. */
  cluster: string;
  /** Who owns the database of the same name; lower-case letters, digits and _. */
  role: string;
  /** Of the role: letters, digits, - and _. */
  password: string;
  /** What the superuser carries out besides. */
  grants: readonly string[];
  /** Statements run in template1. */
  templateGrants: readonly string[];
  /** Who owns it; null: who runs this. */
  user: SystemUser | null;
  /** Without waiting for the disk. */
  unsafe: boolean;
}

/**
 * Makes a data folder with the role and its database, unless it exists. It is complete or absent. The superuser
 * cannot log in: an operator uses `postgres --single`.
 */
export async function initCluster({
  binaries,
  cluster,
  role,
  password,
  grants,
  templateGrants,
  user,
  unsafe,
}: NewCluster): Promise<void> {
  if (existsSync(cluster)) return;
  const aside = `${cluster}.new`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { mode: 0o700 });
  if (user) await chown(aside, user.uid, user.gid);
  const where = ['--pgdata', aside, '--username', 'postgres', '--auth', 'reject'];
  const how = ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'];
  const disk = unsafe ? ['--no-sync'] : [];
  await run(join(binaries, 'bin/initdb'), [...where, ...how, ...disk, '--data-checksums'], user);
  const place = { binaries, cluster: aside, user };
  await runAlone(place, templateGrants, 'template1');
  await runAlone(place, [
    `create role ${role} login password '${password}'`,
    `create database ${role} owner ${role}`,
    ...grants,
  ]);
  await rename(aside, cluster);
}

type Place = Pick<NewCluster, 'binaries' | 'cluster' | 'user'>;

/** Carries out statements as the superuser, who can log in from nowhere. No server may run on the cluster. */
export async function runAlone(
  { binaries, cluster, user }: Place,
  statements: readonly string[],
  database = 'postgres',
): Promise<void> {
  if (statements.length === 0) return;
  await run(
    join(binaries, 'bin/postgres'),
    // Not to show a password, should a statement fail.
    ['--single', '-j', '-D', cluster, '-c', 'log_min_error_statement=panic', database],
    user,
    statements.join(';\n\n') + ';\n\n',
  );
}

async function run(program: string, args: string[], user: SystemUser | null, input = ''): Promise<void> {
  const child = spawn(program, args, { cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, ...user });
  child.stdin.on('error', () => {}).end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  // The single-user server reports failed statements only as text, and exits with code 0.
  if (child.exitCode !== 0 || /^(ERROR|FATAL|PANIC):|\] (ERROR|FATAL|PANIC):/m.test(errors)) {
    throw new Error(`${program} failed:\n${(output + errors).slice(-2000)}`);
  }
}
