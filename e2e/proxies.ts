import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { type Place } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';

/** A reverse proxy configured as in deploy/proxy, on its own loopback ports. */
export interface Proxy {
  page: number;
  /** Null for a proxy of HTTP only. */
  game: number | null;
  sftp: number | null;
  process: ChildProcess;
  ended: Promise<unknown>;
}

/** The folder of the product's sockets in a test, and the group that may connect to them, which Debian always has. */
export const proxySockets = ({ dataDir }: Place) => join(dirname(dataDir), 'proxy');
export const proxyGroup = process.getuid?.() === 0 ? 'www-data' : '';

/** The name in the examples, and in the certificate of the tests. */
export const proxyHost = 'realms.example';

interface Example {
  file: string;
  /** @returns the command that starts it with the file */
  program: (file: string) => string[];
  /** Adapts the example, which is written for a proxy of the whole machine. */
  change: (text: string, ports: { plain: number; page: number }, folder: string) => string;
  forwardsTcp: boolean;
}

const asRoot = (text: string) => (proxyGroup === '' ? text.replaceAll(/^\s*(user|group) .*\n/gm, '') : text);

export const examples = {
  Caddy: {
    file: 'Caddyfile',
    program: (file) => ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    change: (text, { page }, folder) =>
      text.replace(
        /^realms\.example \{/m,
        `{
          admin off
          auto_https disable_redirects
          default_bind 127.0.0.1
        }
        https://${proxyHost}:${page} {
          tls ${join(folder, 'certificate.pem')} ${join(folder, 'key.pem')}`,
      ),
    forwardsTcp: false,
  },
  nginx: {
    file: 'nginx.conf',
    program: (file) => ['/usr/sbin/nginx', '-c', file, '-g', 'daemon off;'],
    change: (text, _ports, folder) =>
      asRoot(text).replace('pid /run/nginx.pid;', `pid ${join(folder, 'nginx.pid')};\nerror_log stderr;`),
    forwardsTcp: true,
  },
  haproxy: {
    file: 'haproxy.cfg',
    program: (file) => ['/usr/sbin/haproxy', '-db', '-f', file],
    change: (text) => asRoot(text).replace('group haproxy', `group ${proxyGroup}`),
    forwardsTcp: true,
  },
} as const satisfies Record<string, Example>;

/** Creates a certificate for `proxyHost`. @returns the certificate, and the folder with it and its key */
export async function makeCertificate(place: Place): Promise<{ certificate: string; folder: string }> {
  const folder = join(dirname(place.dataDir), 'certificates');
  await mkdir(folder);
  await chmod(folder, 0o755);
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const name = ['-subj', `/CN=${proxyHost}`, '-addext', `subjectAltName=DNS:${proxyHost}`];
  await promisify(execFile)('openssl', ['req', ...kind, ...name, '-keyout', key, '-out', certificate]);
  await chmod(key, 0o644);
  const text = await readFile(certificate, 'utf8');
  await writeFile(join(folder, 'both.pem'), text + (await readFile(key, 'utf8')));
  return { certificate: text, folder };
}

/** Starts the proxy with its example. Returns when it listens. @param folder the certificate's */
export async function startProxy(name: keyof typeof examples, place: Place, folder: string): Promise<Proxy> {
  const { file, program, change, forwardsTcp } = examples[name];
  const [plain, page, game, sftp] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const example = await readFile(join(import.meta.dirname, '../deploy/proxy', file), 'utf8');
  const text = change(example, { plain, page }, folder)
    .replaceAll('/run/realmkeep/', `${proxySockets(place)}/`)
    .replaceAll('/etc/ssl/realmkeep/', `${folder}/`)
    .replaceAll('203.0.113.10:443', `127.0.0.1:${page}`)
    .replaceAll('203.0.113.10:80', `127.0.0.1:${plain}`)
    .replaceAll('203.0.113.10:25565', `127.0.0.1:${game}`)
    .replaceAll('203.0.113.10:2022', `127.0.0.1:${sftp}`);
  const path = join(folder, file);
  await writeFile(path, text);
  const [command = '', ...args] = program(path);
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (words: string) => (output += words));
  }
  const ports = forwardsTcp ? [page, game, sftp] : [page];
  const ready = Promise.all(ports.map((port) => vi.waitFor(() => reach(port), { timeout: 50_000, interval: 50 })));
  const ended = once(child, 'exit');
  const early = ended.then(() => {
    throw new Error(`${name} ended: ${output}`);
  });
  early.catch(() => undefined);
  await Promise.race([ready, early]);
  return {
    page,
    game: forwardsTcp ? game : null,
    sftp: forwardsTcp ? sftp : null,
    process: child,
    ended,
  };
}

/** Connects to the port, and closes. @throws Error when nobody listens */
async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}
