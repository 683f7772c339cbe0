import type { RealmRuntime } from '@realmkeep/runtime';
import { type FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import { type Db, openDb, openPool } from './db/pool.ts';
import { TokenMemory } from './domains/auth/authenticate.ts';
import { createTokens, type Tokens } from './domains/auth/tokens.ts';
import { RealmDirectory } from './domains/realms/realm-directory.ts';

/** What every operation may use. Composed once, here. */
export interface Context {
  config: Config;
  log: FastifyBaseLogger;
  pool: Pool;
  db: Db;
  runtime: RealmRuntime;
  directory: RealmDirectory;
  tokens: Tokens;
  tokenMemory: TokenMemory;
}

export function createContext(config: Config, runtime: RealmRuntime, log: FastifyBaseLogger): Context {
  const pool = openPool(config.databaseUrl);
  const db = openDb(pool);
  return {
    config,
    log,
    pool,
    db,
    runtime,
    directory: new RealmDirectory(db, log),
    tokens: createTokens(config.secrets.tokenKey),
    tokenMemory: new TokenMemory(),
  };
}
