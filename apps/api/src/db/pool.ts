import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { DatabaseError, Pool } from 'pg';
import type { DB } from './schema.gen.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

/** @param max connections at once */
export function openPool(url: string, max = 10): Pool {
  const pool = new Pool({ connectionString: url, max, connectionTimeoutMillis: 5_000, statement_timeout: 15_000 });
  // A connection that breaks while idle is replaced; without a listener the process would end.
  pool.on('error', () => undefined);
  return pool;
}

export function openDb(pool: Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/** The name of the unique constraint or index that a write violated, or null for any other fault. */
export function violatedUnique(fault: unknown): string | null {
  return fault instanceof DatabaseError && fault.code === '23505' ? (fault.constraint ?? '') : null;
}
