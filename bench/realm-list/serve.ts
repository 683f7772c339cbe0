/**
 * One of the bench's three servers, in a separate process: `api`, `query` (node:http and the same query) or `bare`
 * (node:http and the same bytes). It reports over IPC where it listens. scale/start-api.ts starts the `api`.
 */
import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import pino from 'pino';
import { z } from 'zod';
import { startApp } from '../../apps/api/src/app.ts';
import { readConfig } from '../../apps/api/src/config.ts';
import { openDb, openPool } from '../../apps/api/src/db/pool.ts';
import { selectRealmLists } from '../../apps/api/src/domains/realms/realm-list-queries.ts';

const [kind, databaseUrl, argument, descriptors] = z
  .tuple([z.enum(['api', 'query', 'bare']), z.string(), z.string(), z.string().default('')])
  .parse(process.argv.slice(2));

if (kind === 'api') {
  const webDir = argument;
  await writeFile(join(webDir, 'pages.json'), '{}');
  const secret = 'a-secret-of-the-bench-that-is-long-enough';
  const config = readConfig({
    HOST: '127.0.0.1',
    DATA_DIR: webDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'http://localhost',
    LOG_LEVEL: 'warn',
    TOKEN_KEY: secret,
    GATEWAY_TOKEN: secret,
    METRICS_TOKEN: secret,
    WEB_DIR: webDir,
    PORT_FDS: descriptors,
    REALM_SERVER_DIR: webDir,
    REQUESTS_PER_MINUTE: '9999999',
    CREDENTIALS_PER_MINUTE: '9999999',
    PAGE_CONNECTIONS_PER_ADDRESS: '10000',
    LOGINS_PER_ACCOUNT: '999999',
    LOGINS_PER_ADDRESS: '9999999',
    REALM_MEMORY_MIB: '9999999',
    REQUIRE_CHAT_LINK: 'false',
  });
  const app = await startApp({ ...config, port: 0, sftpPort: null }, createFakeRuntime(), pino({ level: 'warn' }));
  process.send?.({ port: app.port });
} else {
  // The query as one would write it by hand: compiled once and prepared, with a column for each value.
  const pool = openPool(databaseUrl);
  const userIds = argument.split(',');
  let asked = 0;
  const { sql, parameters } = selectRealmLists(openDb(pool), 'asker', 50).compile();
  const bytes = Buffer.from(argument);
  const server = createServer((_request, response) => {
    if (kind === 'bare') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(bytes);
      return;
    }
    const userId = userIds[asked++ % userIds.length];
    const values = parameters.map((value) => (value === 'asker' ? userId : value));
    pool.query({ name: 'list', text: sql, values }).then(
      ({ rows }) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows)),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.({ port: typeof address === 'object' ? address?.port : null });
  });
}
