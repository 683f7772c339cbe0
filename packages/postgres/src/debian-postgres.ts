import { execFile } from 'node:child_process';
import { appendFile, chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { systemUser } from './system-user.ts';

const run = promisify(execFile);

/** Debian's packages have them here, by version. */
const versions = '/usr/lib/postgresql';

/** An operator's own server, as packaged by Debian, on 127.0.0.1: roles need a password, and PUBLIC has its default privileges. */
export interface DebianPostgres extends AsyncDisposable {
  /** Of its superuser, by a unix socket. */
  url: string;
  port: number;
  /** Its folder, with `server.crt` where it has a certificate. */
  folder: string;
  start(): Promise<void>;
  /** Clients are sent off. */
  stop(): Promise<void>;
}

/**
 * @param tls its key and certificate, in PEM
 * @param link another address of this machine to listen on, with the length of its prefix, for clients in that network
 * @throws Error if it is not installed on this machine
 */
export async function startDebianPostgres(
  tls?: { key: string; cert: string } | null,
  link?: string,
): Promise<DebianPostgres> {
  const version = (await readdir(versions).catch(() => [])).toSorted((a, b) => Number(a) - Number(b)).at(-1);
  if (version === undefined) throw new Error("Debian's PostgreSQL is missing: apt-get install postgresql");
  const user = process.getuid?.() === 0 ? systemUser('postgres') : userInfo();
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-debian-postgres-'));
  await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const port = await freePort();
  const call = (program: string, ...args: string[]) =>
    run(join(versions, version, 'bin', program), args, {
      cwd: folder,
      env: { LC_ALL: 'C' },
      uid: user.uid,
      gid: user.gid,
    });
  const start = async () => {
    await call('pg_ctl', 'start', '--wait', '--silent', '-D', data, '-l', join(folder, 'log'));
  };
  const stop = async () => {
    await call('pg_ctl', 'stop', '--wait', '--silent', '--mode=fast', '-D', data);
  };

  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256'];
  await call('initdb', '-D', data, '--username=postgres', '--encoding=UTF8', '--no-sync', ...auth);
  const settings = [`port = ${port}`, `unix_socket_directories = '${folder}'`, 'fsync = off'];
  if (link !== undefined) {
    settings.push(`listen_addresses = '127.0.0.1,${link.split('/')[0]}'`);
    await appendFile(join(data, 'pg_hba.conf'), `host all all ${link} scram-sha-256\n`);
  }
  if (tls) {
    for (const [name, pem] of [
      ['server.key', tls.key],
      ['server.crt', tls.cert],
    ] as const) {
      await writeFile(join(folder, name), pem, { mode: name === 'server.key' ? 0o600 : 0o644 });
      await chown(join(folder, name), user.uid, user.gid);
    }
    settings.push('ssl = on', `ssl_key_file = '${folder}/server.key'`, `ssl_cert_file = '${folder}/server.crt'`);
  }
  await appendFile(join(data, 'postgresql.conf'), settings.join('\n') + '\n');
  await start();
  return {
    url: `postgres://postgres@${encodeURIComponent(folder)}:${port}/postgres`,
    port,
    folder,
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop().catch(() => undefined);
      await rm(folder, { recursive: true });
    },
  };
}
