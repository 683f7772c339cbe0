import { Kysely, PostgresDialect, sql, type PostgresPoolClient, type Transaction } from 'kysely';
import { DatabaseError, Pool, type PoolClient, Query, type QueryResult } from 'pg';
import { connectionTo, DatabaseClient } from './client.ts';
import type { DB } from './schema.gen.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

/** Longer than the server's own limit the second: for a server that does not answer at all. */
const patience = { statement_timeout: 15_000, query_timeout: 20_000 };

/**
 * @param max connections at once
 * @param limits of time, none of them for what may take any
 */
export function openPool(url: string, max = 10, limits: Partial<typeof patience> = patience): Pool {
  const pool = new Pool({ ...connectionTo(url), Client: DatabaseClient, max, ...limits });
  // A connection that breaks, idle or in use, is replaced, and its query rejects; without listeners the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** @param takeTurn waits until the caller may have a connection, and returns a function that ends its turn; null: no turn is needed */
export function openDb(pool: Pool, takeTurn: () => Promise<() => void> | null = () => null): Db {
  /** One wrapper per client, as Kysely keeps its data about a connection by client. */
  const clients = new WeakMap<PoolClient, PreparingClient>();
  const preparing = {
    connect: async () => {
      const endTurn = await takeTurn();
      try {
        const client = await pool.connect();
        const known = clients.get(client) ?? new PreparingClient(client);
        clients.set(client, known);
        known.endTurn = endTurn;
        // Without a cursor's package there are no cursors to be queried.
        return known as unknown as PostgresPoolClient;
      } catch (error) {
        endTurn?.();
        throw error;
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: preparing }) });
}

/** Each statement's name, by its text. Texts come from the code, so there are few; any beyond the bound are not named. */
const statementNames = new Map<string, string>();
const maxStatements = 500;

/** Prepares each statement once per connection: planning the larger ones takes four times as long as executing them. */
class PreparingClient {
  /** Ends the turn of the present holder. */
  endTurn: (() => void) | null = null;
  readonly #client: PoolClient;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Not by an object of options: of that node-postgres makes a copy, property by property. */
  query(text: string, values: unknown[]): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      const query: Query & { name?: string | undefined } = new Query(text, values, (error, result) =>
        error ? reject(error) : resolve(result),
      );
      query.name = nameOf(text);
      this.#client.query(query);
    });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
    this.endTurn?.();
  }
}

/** When the transaction began, by the database's clock. */
export const now = sql<Date>`now()`;

/** How long ago that was, by the database's clock, in milliseconds; null of null. */
export const msSince = (column: string) =>
  sql<number | null>`extract(epoch from now() - ${sql.ref(column)})::float8 * 1000`;

/** Ends a statement of too many shapes for each to be prepared: of a list's order, callers choose. */
export const unprepared = sql`-- unprepared`;

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= maxStatements) return known;
  // What defines a realm's database names it: each text is used once.
  if (/^(?:create|alter|drop|grant|revoke) |-- unprepared$/.test(text)) return undefined;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/** The name of the foreign key that a write violated, or null for any other fault. */
export function violatedReference(error: unknown): string | null {
  return error instanceof DatabaseError && error.code === '23503' ? (error.constraint ?? '') : null;
}

/** The name of the unique constraint or index that a write violated, or null for any other fault. */
export function violatedUnique(error: unknown): string | null {
  return error instanceof DatabaseError && error.code === '23505' ? (error.constraint ?? '') : null;
}
