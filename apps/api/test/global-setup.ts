import { startTestPostgres } from '@realmkeep/postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { runSql } from './sql.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Of the test server; the migrated template is beside it. */
    postgresUrl: string;
  }
}

/** One PostgreSQL server for the run, with a migrated database to clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  await runSql(postgres.url, 'create database realmkeep_template');
  const template = new URL(postgres.url);
  template.pathname = '/realmkeep_template';
  await migrate(template.href);
  project.provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
