import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';

/** Creates a database from the migrated template in about 30 ms. It is removed with the test server. */
export async function createTestDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runSql(url.href, `create database ${name} template realmkeep_template strategy file_copy`);
  url.pathname = `/${name}`;
  return url.href;
}
