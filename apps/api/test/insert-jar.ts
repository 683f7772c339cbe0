import { randomUUID } from 'node:crypto';
import { runSql } from '@realmkeep/testkit/sql';

/** Inserts the row of a fetched Paper jar without the jar itself. @returns its SHA-256 */
export async function insertJar(databaseUrl: string, version: string): Promise<string> {
  const sha256 = randomUUID().replaceAll('-', '').repeat(2);
  await runSql(
    databaseUrl,
    `insert into kernel_jars (sha256, kernel, version, bytes, java, url, identity)
      values ($1, 'paper', $2, 1, 8, 'http://127.0.0.1:9/paper.jar', 'sha256:' || $1)`,
    [sha256, version],
  );
  return sha256;
}

/** Leaves a realm as after a change to Paper, without a server that could run. */
export async function toPaper(databaseUrl: string, realmId: string, version: string): Promise<void> {
  const changed = `update realms set kernel = 'paper', kernel_version = $1, kernel_jar = $2 where id = $3`;
  await runSql(databaseUrl, changed, [version, await insertJar(databaseUrl, version), realmId]);
}
