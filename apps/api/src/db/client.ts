import { dirname, join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { shortPath } from '@realmkeep/sockets';
import { Client, DatabaseError, escapeIdentifier } from 'pg';

export { DatabaseError, escapeIdentifier };

/** A part of node-postgres that its types leave out: its reaction to a server's request for a password. */
interface Inside {
  connection: { stream: unknown; emit(event: 'error', problem: Error): void };
}

/**
 * A connection that protects its password: a server that asks for it in clear, or for its MD5 hash, which is as good, gets
 * it only through TLS with a verified certificate. An impostor on the server's port would ask that way.
 */
export class DatabaseClient extends Client {
  // Two of node-postgres' own, which its types leave out.
  protected _handleAuthCleartextPassword(message: unknown): void {
    this.#answer('_handleAuthCleartextPassword', message);
  }

  protected _handleAuthMD5Password(message: unknown): void {
    this.#answer('_handleAuthMD5Password', message);
  }

  #answer(how: '_handleAuthCleartextPassword' | '_handleAuthMD5Password', message: unknown): void {
    const { connection } = this as unknown as Inside;
    if (connection.stream instanceof TLSSocket && connection.stream.authorized) {
      (Client.prototype as unknown as Record<typeof how, (message: unknown) => void>)[how].call(this, message);
      return;
    }
    const problem = 'The database wants the password in a form that others could use. Let it ask for scram-sha-256';
    connection.emit(
      'error',
      new Error(`${problem} (in its pg_hba.conf), or connect to it by TLS with sslmode=verify-full.`),
    );
  }
}

/** How every connection is made: one to a machine that has gone is noticed within a minute or so. */
export function connectionTo(url: string) {
  return {
    connectionString: reachable(asLibpq(url)),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * `sslmode=require` as in libpq and PostgreSQL's manuals: encrypted, whoever answers; the certificate is verified only if
 * there is one to verify it against. node-postgres would refuse a self-signed certificate.
 */
function asLibpq(url: string): string {
  const parsed = URL.parse(url);
  const query = parsed?.searchParams;
  if (!parsed || !query || query.has('uselibpqcompat') || query.has('sslrootcert')) return url;
  if (!['prefer', 'require'].includes(query.get('sslmode') ?? '')) return url;
  query.set('uselibpqcompat', 'true');
  return parsed.href;
}

/** By the folder of a unix socket, a path short enough for one: kept open as long as this process runs. */
const shortFolders = new Map<string, string>();

function reachable(url: string): string {
  const parsed = URL.parse(url);
  const folder = decodeURIComponent(parsed?.hostname ?? '');
  if (!parsed || !folder.startsWith('/')) return url;
  const short = shortFolders.get(folder) ?? dirname(shortPath(join(folder, `.s.PGSQL.${parsed.port || 5432}`)).path);
  shortFolders.set(folder, short);
  parsed.hostname = encodeURIComponent(short);
  return parsed.href;
}
