import { AppError } from '../../http/app-error.ts';
import type { Config } from '../../config.ts';
import { type Db, openDb, openPool } from '../../db/pool.ts';

/** Where a realm's database lies: on the guests' own cluster, the server named for them, or, from of old, the product's. */
export type ServerName = 'guests' | 'named' | 'product';

export interface DatabaseServer {
  url: string;
  db: Db;
}

/** Asks whoever has started this process for the guests' cluster, or for the doors to a named server, and waits until they are there. */
export type AskForGuests = (what: 'cluster' | 'doors') => Promise<string | null>;

/** Of each at once: what is done there is done one at a time. */
const connectionsMax = 3;

/** The servers that realms' databases lie on. */
export class DatabaseServers {
  /** Where new ones are made. */
  readonly forNew: 'guests' | 'named';
  readonly #urls: Record<ServerName, string | null>;
  readonly #product: Db;
  readonly #ask: AskForGuests | null;
  readonly #open = new Map<string, DatabaseServer>();
  #isAsked = false;

  /** @param ask null: nobody could start anything */
  constructor({ databaseUrl, guests }: Config, product: Db, ask: AskForGuests | null) {
    this.#urls = { product: databaseUrl, guests: guests.clusterUrl, named: guests.namedUrl };
    this.#product = product;
    this.#ask = ask;
    this.forNew = guests.namedUrl === null ? 'guests' : 'named';
  }

  /** Whether there is such a server, or could be when it is asked for. */
  has(name: ServerName): boolean {
    return this.#urls[name] !== null || (name === 'guests' && this.#ask !== null);
  }

  /** Whether it runs, as far as this process has been told. */
  runs(name: ServerName): boolean {
    return this.#urls[name] !== null;
  }

  urlOf(name: ServerName): string | null {
    return this.#urls[name];
  }

  /** Starts it if it is the guests' cluster and does not run. @throws AppError database_unavailable where there is none */
  async open(name: ServerName): Promise<DatabaseServer> {
    await this.#askFor(name);
    const url = this.#urls[name];
    if (url === null) throw new AppError('database_unavailable');
    const known = this.#open.get(name);
    if (known?.url === url) return known;
    const server = { url, db: name === 'product' ? this.#product : openDb(openPool(url, connectionsMax)) };
    this.#open.set(name, server);
    return server;
  }

  async close(): Promise<void> {
    for (const { db } of this.#open.values()) if (db !== this.#product) await db.destroy();
  }

  async #askFor(name: ServerName): Promise<void> {
    if (this.#ask === null || name === 'product' || this.#isAsked) return;
    const url = await this.#ask(name === 'guests' ? 'cluster' : 'doors');
    this.#isAsked = true;
    if (url !== null) this.#urls.guests = url;
  }
}
