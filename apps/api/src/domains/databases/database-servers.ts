import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../../http/app-error.ts';
import type { Config } from '../../config.ts';
import { type Db, openDb, openPool } from '../../db/pool.ts';
import { type ServerProblem, ServerTrials, tryServer } from './server-trial.ts';

/** Where a realm's database is: on the guests' own cluster, the server named for them, or, for old ones, the product's. */
export const serverNames = ['guests', 'named', 'product'] as const;
export type ServerName = (typeof serverNames)[number];

export interface DatabaseServer {
  url: string;
  db: Db;
}

/** Asks the process that started this one for the guests' cluster, or for the doors to a named server, and waits until they are there. */
export type AskForGuests = (what: 'cluster' | 'doors') => Promise<string | null>;

/** Of each at once: definitions run one at a time there. */
const connectionsMax = 3;

/** The servers that hold realms' databases. */
export class DatabaseServers {
  /** Where new databases are created. */
  readonly forNew: 'guests' | 'named';
  /** Trials of the server for new databases. */
  readonly trials: ServerTrials;
  readonly #urls: Record<ServerName, string | null>;
  readonly #product: Db;
  readonly #missing: string | null;
  readonly #ask: AskForGuests | null;
  readonly #open = new Map<string, DatabaseServer>();
  #isAsked = false;

  /** @param ask null: nobody could start anything */
  constructor({ databaseUrl, guests }: Config, product: Db, log: FastifyBaseLogger, ask: AskForGuests | null) {
    this.#urls = { product: databaseUrl, guests: guests.clusterUrl, named: guests.namedUrl };
    this.#product = product;
    this.#missing = guests.missing;
    this.#ask = ask;
    this.forNew = guests.namedUrl === null ? 'guests' : 'named';
    this.trials = new ServerTrials(() => this.#try(), log);
  }

  /** Whether it runs, as far as this process has been told. */
  runs(name: ServerName): boolean {
    return this.#urls[name] !== null;
  }

  urlOf(name: ServerName): string | null {
    return this.#urls[name];
  }

  /** Starts it if it is the guests' cluster and not running. @throws AppError database_unavailable where there is none */
  async open(name: ServerName): Promise<DatabaseServer> {
    await this.#askFor(name);
    return this.#connected(name);
  }

  #connected(name: ServerName): DatabaseServer {
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

  /** The guests' own cluster is set up by us, and is not started just to be tested. */
  async #try(): Promise<ServerProblem | null> {
    if (this.forNew === 'named') return await tryServer(this.#connected('named'));
    if (this.#missing !== null) return { words: this.#missing, statements: [] };
    return this.#urls.guests !== null || this.#ask !== null
      ? null
      : { words: 'there is no server for them', statements: [] };
  }

  async #askFor(name: ServerName): Promise<void> {
    if (this.#ask === null || name === 'product' || this.#isAsked) return;
    const url = await this.#ask(name === 'guests' ? 'cluster' : 'doors').catch((error: Error) => {
      this.trials.note({ words: error.message, statements: [] });
      throw new AppError('database_unavailable');
    });
    this.#isAsked = true;
    if (url !== null) this.#urls.guests = url;
  }
}
