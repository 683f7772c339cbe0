import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { becomes } from '@realmkeep/testkit/becomes';
import { runSql } from '@realmkeep/testkit/sql';
import { expect, test } from 'vitest';
import { leadLock } from '../src/domains/realms/reconciler/lead.ts';
import { closeCode, enterEvents } from './event-sockets.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { logInBySftp } from './sftp-people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

const size = 1_000;

/** Begins to send a piece of an upload, and stops half-way. */
async function beginPiece(api: TestApi, { client, tokens }: TestUser): Promise<ClientRequest> {
  const { id } = await client.uploadStart({ body: { name: 'world.zip', size, purpose: { kind: 'MAP' } } });
  const headers = {
    authorization: `Bearer ${tokens.token}`,
    'content-type': 'application/octet-stream',
    'content-length': size,
  };
  const piece = request(`${api.url}/api/upload/${id}?offset=0`, { method: 'PATCH', headers });
  piece.write(Buffer.alloc(size / 2));
  await once(piece, 'socket');
  return piece;
}

const isReady = async (api: TestApi) => (await fetch(`${api.url}/health/ready`)).status;

test('whoever is to end says so while it serves, then sends away who waits, and lets end what is under way', async () => {
  await using api = await startTestApi({ sftp: true, environment: { DRAIN_NOTICE_SECONDS: '1', DRAIN_SECONDS: '30' } });
  const owner = await makeUser(api, 'DRAGON');
  const { id, domain } = await owner.client.realmCreate({ body: realmBody('Going Home', freshAddress()) });
  await untilPhase(owner.client, id, 'READY');
  await api.runtime.place.folders.folder(id);
  const folder = `/${domain.domain.split('.')[0]}/config`;
  const [idle, busy] = [await logInBySftp(api, owner.nickname), await logInBySftp(api, owner.nickname)];
  const handle = await busy.open(`${folder}/long.txt`, 'w');
  await busy.write(handle, 'first', 0);
  const piece = await beginPiece(api, owner);
  const answered = once(piece, 'response') as Promise<[IncomingMessage]>;
  const events = await enterEvents(api, owner.tokens.token);
  const sentAway = closeCode(events.socket);
  expect(await isReady(api)).toBe(200);

  const stopped = api.app.stop();
  expect(await isReady(api)).toBe(503);
  const lead = `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where locktype = 'advisory' and objid = ${leadLock} and datname = current_database()`;
  await becomes(() => runSql(api.config.databaseUrl, lead)).toEqual([]);
  await owner.client.realmRename({ params: { id }, body: { realmName: 'Still Here', domainName: freshAddress() } });
  await becomes(() => events.heard.some(({ type }) => type === 'realmChanged')).toBe(true);

  expect(await sentAway).toBe(1012);
  await idle.closed;
  await expect(fetch(api.url)).rejects.toThrow('fetch failed');
  await busy.write(handle, ' and last', 5);
  await busy.close(handle);
  const folderOnDisk = api.runtime.place.folders.path(id);
  expect(await readFile(join(folderOnDisk, 'config/long.txt'), 'utf8')).toBe('first and last');
  await busy.closed;
  piece.end(Buffer.alloc(size / 2));
  const [answer] = await answered;
  expect(answer.headers.connection).toBe('close');
  expect(JSON.parse(await text(answer))).toMatchObject({ data: { received: size } });
  await stopped;
});

test('what does not end is cut off after a while', async () => {
  await using api = await startTestApi({ sftp: true, environment: { DRAIN_SECONDS: '1' } });
  const owner = await makeUser(api, 'DRAGON');
  const { id, domain } = await owner.client.realmCreate({ body: realmBody('Going Home', freshAddress()) });
  await untilPhase(owner.client, id, 'READY');
  await api.runtime.place.folders.folder(id);
  const busy = await logInBySftp(api, owner.nickname);
  await busy.open(`/${domain.domain.split('.')[0]}/config/long.txt`, 'w');
  const piece = await beginPiece(api, owner);
  const broken = once(piece, 'error');
  await api.app.stop();
  await busy.closed;
  await broken;
});

test('the word that the product stops ends a drain early', async () => {
  await using api = await startTestApi({ environment: { DRAIN_NOTICE_SECONDS: '3600', DRAIN_SECONDS: '3600' } });
  const piece = await beginPiece(api, await makeUser(api, 'DRAGON'));
  const broken = once(piece, 'error');
  const drained = api.app.stop();
  expect(await isReady(api)).toBe(503);
  await api.app.stop('realms');
  await drained;
  await broken;
});
