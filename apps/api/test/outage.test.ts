import { Writable } from 'node:stream';
import { startDebianPostgres } from '@realmkeep/postgres';
import { becomes } from '@realmkeep/testkit/becomes';
import { expect, test } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { loginBody } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi } from './start-test-api.ts';

test('an outage of the database is one line of the log when it begins, and one when it is over', async () => {
  await using server = await startDebianPostgres();
  await runSql(server.url, "create role realmkeep login password 'its own'");
  await runSql(server.url, 'create database realmkeep owner realmkeep');
  const databaseUrl = `postgres://realmkeep:its%20own@127.0.0.1:${server.port}/realmkeep`;
  await migrate(databaseUrl);
  const lines: { level: number; msg: string }[] = [];
  const logTo = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString('utf8')));
      done();
    },
  });
  await using api = await startTestApi({ databaseUrl, environment: { LOG_LEVEL: 'debug' }, logTo });
  const ready = async () => (await fetch(`${api.url}/health/ready`)).status;
  const said = (level: number) => lines.filter((line) => line.level >= level).map(({ msg }) => msg);
  await becomes(ready).toBe(200);
  await becomes(() => said(30)).toContain('this process leads');
  lines.length = 0;
  await server.stop();
  await becomes(ready).toBe(503);
  await expect(api.anonymous.authLogin({ body: loginBody('Anybody') })).rejects.toMatchObject({
    code: 'unavailable',
  });
  // In the meantime it tries again and again.
  await becomes(() => said(20).filter((msg) => msg === 'failed to take the lead').length).toBeGreaterThan(2);
  await server.start();
  await becomes(ready).toBe(200);
  await becomes(() => said(30)).toContain('the database is back again');
  await becomes(() => said(30)).toContain('this process leads');
  expect(said(40)).toEqual(['the database is away', 'the database is back again']);
});
