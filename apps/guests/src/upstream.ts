import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { shortPath } from '@realmkeep/sockets';

const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const withinMs = 5_000;

/** A connection to the server of an address, encrypted where the address asks for that. @throws Error */
export async function connectUpstream(databaseUrl: string): Promise<Socket> {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  const port = Number(url.port || 5432);
  if (host.startsWith('/')) {
    using path = shortPath(join(host, `.s.PGSQL.${port}`));
    return await connected(connect({ path: path.path, allowHalfOpen: false }));
  }
  const socket = await connected(connect({ host: host || 'localhost', port, keepAlive: true }));
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  if (mode === 'disable' || mode === 'allow') return socket;
  const answered = once(socket, 'data', { signal: AbortSignal.timeout(withinMs) }) as Promise<[Buffer]>;
  socket.write(sslRequest);
  const [answer] = await answered.catch((error: unknown) => {
    socket.on('error', () => undefined).destroy();
    throw error;
  });
  if (answer.toString() !== 'S') {
    if (mode === 'prefer' && answer.toString() === 'N') return socket;
    socket.destroy();
    throw new Error('the server has no TLS');
  }
  // Like the api's connections: `require` encrypts without verification, unless there is a root certificate.
  const root = url.searchParams.get('sslrootcert');
  const ca = root === null ? {} : { ca: await readFile(root) };
  const rejectUnauthorized = mode.startsWith('verify-') || root !== null;
  return await connected(connectTls({ socket, servername: host, rejectUnauthorized, ...ca }), 'secureConnect');
}

async function connected<S extends Socket>(socket: S, event = 'connect'): Promise<S> {
  try {
    await once(socket, event, { signal: AbortSignal.timeout(withinMs) });
    return socket;
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  }
}
