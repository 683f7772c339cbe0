import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { escapeIdentifier } from '../../db/client.ts';
import type { Db } from '../../db/pool.ts';
import { letsIn, loginProblem, runOn } from './database-connect.ts';
import { databaseName } from './database-policy.ts';
import {
  closeOwnDatabase,
  defineDatabase,
  defineRole,
  dropDefined,
  listMissingRights,
  listOpenDatabases,
  oneAtATime,
} from './database-server-queries.ts';
import { scramVerifier } from './scram-verifier.ts';

/** Why a server cannot create databases for realms, for the operator. */
export interface ServerProblem {
  /** Part of a sentence, in English, for doctor and the log. */
  words: string;
  /** The statement that fixes it, run by its superuser; none where that takes something else. */
  statements: string[];
}

interface Login {
  name: string;
  password: string;
}

/**
 * Creates a role and its database, or whatever is missing of them, and checks that the role gets into its own and no other: only a trial
 * shows what an operator's server allows besides our statements.
 * @param db a connection that runs one definition at a time
 */
export async function defineApart(db: Db, url: string, { name, password }: Login): Promise<ServerProblem | null> {
  await closeOwnDatabase(db);
  await defineRole(db, name, scramVerifier(password));
  await defineDatabase(db, name);
  await runOn(url, name, `grant all on schema public to ${escapeIdentifier(name)}`);
  const login = { user: name, password };
  const reason = await loginProblem(url, name, login);
  if (reason !== null) {
    return { words: `a realm's role does not get into its own database (${reason}): see pg_hba.conf`, statements: [] };
  }
  const open = [];
  for (const other of await listOpenDatabases(db, name)) if (await letsIn(url, other, login)) open.push(other);
  if (open.length === 0) return null;
  return {
    words: "realms' roles would get into databases of others",
    statements: open.map((other) => `REVOKE CONNECT ON DATABASE ${escapeIdentifier(other)} FROM PUBLIC;`),
  };
}

/** Belongs to no realm: the role and database that a server is tested with. */
const trialName = databaseName('00000000-0000-0000-0000-000000000000');

/** Whether a database could be created there now: creates, tests and drops one. null: it could. */
export async function tryServer({ url, db }: { url: string; db: Db }): Promise<ServerProblem | null> {
  try {
    const statements = await listMissingRights(db);
    if (statements.length > 0) return { words: 'our role there may not make databases for realms', statements };
    return await oneAtATime(db, async (connection) => {
      try {
        return await defineApart(connection, url, { name: trialName, password: randomBytes(24).toString('base64url') });
      } finally {
        await dropDefined(connection, trialName);
      }
    });
  } catch (error) {
    return {
      words: `it does not do what it is asked (${error instanceof Error ? error.message : String(error)})`,
      statements: [],
    };
  }
}

/** How long a finding stays valid. An obstacle may be removed at any moment. */
const goodMs = 300_000;
const badMs = 2_000;

/** Results of server trials, repeated once they are old. */
export class ServerTrials {
  readonly #tryAgain: () => Promise<ServerProblem | null>;
  readonly #log: FastifyBaseLogger;
  #found: Promise<ServerProblem | null> | null = null;
  #until = 0;
  #said: string | null = null;

  constructor(tryAgain: () => Promise<ServerProblem | null>, log: FastifyBaseLogger) {
    this.#tryAgain = tryAgain;
    this.#log = log;
  }

  /** null: databases can be created. */
  async problem(): Promise<ServerProblem | null> {
    if (this.#found !== null && Date.now() < this.#until) return await this.#found;
    this.#until = Infinity;
    this.#found = this.#tryAgain();
    const problem = await this.#found;
    this.note(problem);
    return problem;
  }

  /** Records a finding, also from creating a database, and logs each change. */
  note(problem: ServerProblem | null): void {
    this.#found = Promise.resolve(problem);
    this.#until = Date.now() + (problem === null ? goodMs : badMs);
    const words = problem?.words ?? null;
    if (words === this.#said) return;
    this.#said = words;
    if (problem) this.#log.warn(problem, `no databases for realms can be made: ${problem.words}`);
    else this.#log.warn('databases for realms can be made again');
  }
}
