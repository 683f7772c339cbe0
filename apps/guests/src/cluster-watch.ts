import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import type { Session } from './session-policy.ts';

/**
 * Functions alone: where the table of locks is full, no relation that all databases share can be read any more (nor an end be asked
 * for by pg_terminate_backend, which reads one), and it is then that this has to work.
 */
const selectSessions = `select a.pid, a.state, a.wait_event as "waitsFor",
    coalesce(extract(epoch from clock_timestamp() - a.query_start), 0)::float8 as "statementS",
    coalesce(extract(epoch from clock_timestamp() - a.xact_start), 0)::float8 as "transactionS",
    coalesce(extract(epoch from clock_timestamp() - a.state_change), 0)::float8 as "idleS",
    coalesce(l.locks, 0)::int as locks, coalesce(l.writes, false) as "altersShared",
    pg_tablespace_size(1664::oid)::float8 as "sharedBytes", pg_notification_queue_usage() as queue,
    a.backend_xid is not null or coalesce(a.xact_start > a.query_start, false) as "takesIds",
    extract(epoch from clock_timestamp() - a.backend_start)::float8 as "ageS",
    age('3'::xid) as transactions, mxid_age('1') as multixacts
  from pg_stat_get_activity(null) a left join (
    select pid, count(*) as locks, bool_or(database = 0 and locktype = 'relation' and mode = 'RowExclusiveLock') as writes
    from pg_lock_status() group by pid) l using (pid)`;

interface Taken {
  /** How far the cluster's next ids are from the first, modulo 2^32 and signed. A snapshot would not include subtransactions. */
  transactions: number;
  multixacts: number;
  /** Of the catalogues that all databases share: pg_global. */
  sharedBytes: number;
}

type Row = Omit<Session, 'name' | 'bytes' | 'processorS'> & Taken & { queue: number };

export interface Size {
  bytes: number;
  /** Of its oldest ids. */
  transactionAge: number;
  multixactAge: number;
}

/** A session's process says whose it is, as PostgreSQL names its processes; other roles than guests' are ours. */
const guest = /^postgres: (realm_[0-9a-f]{32}) /;

/** The only connection for watching guests: opened before they connect, as none may be left when there are too many. */
export class ClusterWatch {
  readonly #url: string;
  #client: Client | null = null;
  #before: Taken | null = null;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * `taken`: ids of transactions and multixacts that all have taken since it looked last; `grown`: bytes by which what they share has
   * grown.
   */
  async sessions(): Promise<{ sessions: Session[]; queue: number; taken: number; grown: number }> {
    const client = await this.#connected();
    const { rows } = await client.query<Row>(selectSessions);
    const sessions = await Promise.all(rows.map(named));
    const [now] = rows;
    if (!now) throw new Error('the server shows no session, not even this one');
    const then = this.#before ?? now;
    this.#before = now;
    const taken = ((now.transactions - then.transactions) >>> 0) + ((now.multixacts - then.multixacts) >>> 0);
    const grown = Math.max(0, now.sharedBytes - then.sharedBytes);
    return { sessions: sessions.filter((session) => session !== null), queue: now.queue, taken, grown };
  }

  async sizes(names: readonly string[]): Promise<Map<string, Size>> {
    const client = await this.#connected();
    const { rows } = await client.query<Size & { name: string }>(
      `select datname as name, pg_database_size(oid)::float8 as bytes, age(datfrozenxid) as "transactionAge",
         mxid_age(datminmxid) as "multixactAge" from pg_database where datname = any($1)`,
      [names],
    );
    return new Map(rows.map(({ name, ...size }) => [name, size]));
  }

  /** Forgets what a role has set for itself. */
  async resetSettings(name: string): Promise<void> {
    const client = await this.#connected();
    await client.query(`alter role ${name} reset all; alter role ${name} in database ${name} reset all`);
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
    // A server that has crashed may have lost some of the last ones.
    this.#before = null;
    return (this.#client = client);
  }
}

/** null: it is no guest's, or has ended. */
async function named(row: Row): Promise<Session | null> {
  const name = await guestOf(row.pid);
  if (name === null) return null;
  const status = await readFile(`/proc/${row.pid}/status`, 'utf8').catch(() => '');
  const bytes = Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
  return { ...row, name, bytes, processorS: await processorOf(row.pid) };
}

/** User and system time, in hundredths of a second: the 14th and 15th fields of proc_pid_stat(5). The second field may contain blanks. */
async function processorOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(words[11] ?? 0) + Number(words[12] ?? 0)) / 100;
}

async function guestOf(pid: number): Promise<string | null> {
  return guest.exec(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))?.[1] ?? null;
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
