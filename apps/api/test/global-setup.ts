import { guestCluster, startTestPostgres } from '@realmkeep/postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { runSql } from '@realmkeep/testkit/sql';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the test server, which also has the migrated template. */
    postgresUrl: string;
    /** The URL of the server for realms' databases. */
    guestsUrl: string;
  }
}

/** One PostgreSQL server for the run, with a migrated database to clone, and one for realms' databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Every file has its own database, and autovacuum workers would visit hundreds of them for nothing.
  const own = startTestPostgres({ settings: { autovacuum: 'off' } });
  const [postgres, guests] = await Promise.all([own, startTestPostgres(guestCluster)]);
  await runSql(postgres.url, 'create database realmkeep_template');
  const template = new URL(postgres.url);
  template.pathname = '/realmkeep_template';
  await migrate(template.href);
  project.provide('postgresUrl', postgres.url);
  project.provide('guestsUrl', guests.url);
  return async () => {
    await Promise.all([postgres.stop(), guests.stop()]);
  };
}
