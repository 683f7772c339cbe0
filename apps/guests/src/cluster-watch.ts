import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import type { Session } from './session-policy.ts';

/**
 * Functions alone: where the table of locks is full, no relation that all databases share can be read any more (nor an end be asked
 * for by pg_terminate_backend, which reads one), and it is then that this has to work.
 */
const SESSIONS = `select a.pid, a.state, a.wait_event as "waitsFor",
    coalesce(extract(epoch from clock_timestamp() - a.query_start), 0)::float8 as "statementS",
    coalesce(extract(epoch from clock_timestamp() - a.xact_start), 0)::float8 as "transactionS",
    coalesce(extract(epoch from clock_timestamp() - a.state_change), 0)::float8 as "idleS",
    coalesce(l.locks, 0)::int as locks, pg_notification_queue_usage() as queue
  from pg_stat_get_activity(null) a left join (select pid, count(*) as locks from pg_lock_status() group by pid) l using (pid)`;

type Row = Omit<Session, 'name' | 'bytes'> & { queue: number };

/** A session's process says whose it is, as PostgreSQL names its processes; other roles than guests' are ours. */
const GUEST = /^postgres: (realm_[0-9a-f]{32}) /;

/** The one connection over which guests are watched: it is there before they are, as none may be left when they are too many. */
export class ClusterWatch {
  readonly #url: string;
  #client: Client | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  async sessions(): Promise<{ sessions: Session[]; queue: number }> {
    const client = await this.#connected();
    const { rows } = await client.query<Row>(SESSIONS);
    const sessions = await Promise.all(rows.map(named));
    return { sessions: sessions.filter((session) => session !== null), queue: rows[0]?.queue ?? 0 };
  }

  async sizes(names: readonly string[]): Promise<Map<string, number>> {
    const client = await this.#connected();
    const { rows } = await client.query<{ name: string; bytes: string }>(
      'select datname as name, pg_database_size(oid) as bytes from pg_database where datname = any($1)',
      [names],
    );
    return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => undefined);
  }

  async #connected(): Promise<Client> {
    if (this.#client) return this.#client;
    const client = new Client({ connectionString: this.#url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
    const gone = () => {
      if (this.#client === client) this.#client = null;
    };
    client.on('error', gone);
    client.on('end', gone);
    await client.connect();
    await client.query('set statement_timeout = 0; set transaction_timeout = 0');
    return (this.#client = client);
  }
}

/** null: it is no guest's, or has ended. */
async function named(row: Row): Promise<Session | null> {
  const name = await guestOf(row.pid);
  if (name === null) return null;
  const status = await readFile(`/proc/${row.pid}/status`, 'utf8').catch(() => '');
  const bytes = Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  return { ...row, name, bytes };
}

async function guestOf(pid: number): Promise<string | null> {
  return GUEST.exec(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))?.[1] ?? null;
}

/** As pg_terminate_backend and pg_cancel_backend do it. What has that number by now and is not this guest's is left alone. */
export async function signalSession(
  { pid, name }: { pid: number; name: string },
  does: 'cancel' | 'end',
): Promise<void> {
  if ((await guestOf(pid)) !== name) return;
  try {
    process.kill(pid, does === 'cancel' ? 'SIGINT' : 'SIGTERM');
  } catch {
    // It has ended meanwhile.
  }
}
