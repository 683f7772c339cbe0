import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, statfs, utimes, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { worldArchive } from '@realmkeep/testkit/own-worlds';
import { compiledCode } from '@realmkeep/testkit/product';
import { DatabaseClient } from '../src/db/client.ts';
import { mapSweep } from '../src/domains/maps/map-sweep.ts';
import { realmsOverlimit } from '../src/domains/realms/realms-overlimit.ts';
import { uploadContent } from '../src/domains/uploads/upload-pieces.ts';
import { uploadSweep } from '../src/domains/uploads/upload-use.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { bucket, credentials, type S3Server, startS3Server } from './s3-server.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const blobs = ({ config }: TestApi = api) => readdir(join(config.dataDir, 'uploads'));
const content = (id: string, of = api) => Readable.from(uploadContent(of.app.ctx, id)).toArray();
const piecesOf = (id: string) =>
  runSql(api.config.databaseUrl, 'select blob, bytes from upload_pieces where upload_id = $1 order by at', [id]);
const program = fileURLToPath(new URL('use-upload.ts', import.meta.url));
const start = ({ client }: TestUser, size: number) =>
  client.uploadStart({ body: { name: 'world.zip', size, purpose: { kind: 'MAP' } } });
const append = ({ client }: TestUser, id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  client.uploadAppend({ params: { id }, query: { offset }, bytes });

describe('a file in pieces', () => {
  test('arrives as it is, each piece where the last one ended', async () => {
    const user = await makeUser(api, 'DRAGON');
    const sent = randomBytes(1_300_000);
    const { id, received } = await start(user, sent.length);
    expect(received).toBe(0);
    const mebibyte = 1024 * 1024;
    const first = await append(user, id, 0, sent.subarray(0, mebibyte));
    expect(first).toMatchObject({ id, received: mebibyte, size: sent.length, purpose: { kind: 'MAP' } });
    // The same piece again, as after a lost answer.
    await expect(append(user, id, 0, sent.subarray(0, mebibyte))).rejects.toMatchObject({
      status: 409,
      code: 'upload_offset',
      params: { offset: mebibyte },
    });
    await expect(append(user, id, mebibyte, new Uint8Array(400_000))).rejects.toMatchObject({
      code: 'upload_too_large',
    });
    await append(user, id, mebibyte, sent.subarray(mebibyte));
    await expect(user.client.uploadStatus({ params: { id } })).resolves.toMatchObject({ received: sent.length });
    expect(sent.equals(Buffer.concat(await content(id)))).toBe(true);
    const kept = (await piecesOf(id)).map(({ blob }) => blob);
    expect(await blobs()).toEqual(expect.arrayContaining(kept));
    await user.client.uploadCancel({ params: { id } });
    await expect(user.client.uploadStatus({ params: { id } })).rejects.toMatchObject({ code: 'upload_unknown' });
    expect(await blobs()).toEqual([]);
  });

  test('of twenty pieces at once for one place one is written', async () => {
    const user = await makeUser(api, 'DRAGON');
    const { id } = await start(user, 1000);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => append(user, id, 0, new Uint8Array(10).fill(at))),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, code: 'upload_offset' });
    const written = Buffer.concat(await content(id));
    expect(written).toHaveLength(10);
    expect(new Set(written).size).toBe(1);
    // Nothing is left of the duplicates.
    expect(await blobs()).toHaveLength(1);
  });

  test('in pieces of a byte takes no more blobs than it has mebibytes', async () => {
    const user = await makeUser(api, 'DRAGON');
    const { id } = await start(user, 30);
    const sent = randomBytes(30);
    for (let at = 0; at < 30; at += 1) await append(user, id, at, sent.subarray(at, at + 1));
    expect(await piecesOf(id)).toMatchObject([{ bytes: 30 }]);
    expect(sent.equals(Buffer.concat(await content(id)))).toBe(true);
    await user.client.uploadCancel({ params: { id } });
  });
});

const s3Environment = ({ endpoint }: S3Server) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: bucket,
  S3_REGION: credentials.region,
  S3_ACCESS_KEY: credentials.accessKey,
  S3_SECRET_KEY: credentials.secretKey,
});

describe.each(['a folder that both have', 'object storage'])('two processes of the api over %s', (where) => {
  let s3: S3Server;
  let folder: string;
  let environment: Record<string, string>;
  let databaseUrl: string;
  beforeAll(async () => {
    s3 = await startS3Server();
    folder = await mkdtemp(join(tmpdir(), 'realmkeep-shared-'));
    environment = where === 'object storage' ? s3Environment(s3) : { DATA_DIR: folder };
    databaseUrl = await createTestDatabase();
  });
  afterAll(async () => {
    await s3[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  /** The keys of one kind of blob, without those that a start writes to test the store. */
  const keys = async (kind = 'uploads') => {
    const inBucket = [...s3.objects.keys()].filter((key) => key.includes(`/${kind}/`));
    const all = where === 'object storage' ? inBucket : await readdir(join(folder, kind)).catch(() => []);
    return all.map((key) => basename(key)).filter((key) => !key.startsWith('try-'));
  };
  async function age(kind = 'uploads') {
    const at = new Date(Date.now() - 2 * 3_600_000);
    for (const key of await keys(kind)) {
      if (where === 'object storage') s3.writtenAt.set(`/${bucket}/${kind}/${key}`, at);
      else await utimes(join(folder, kind, key), at, at);
    }
  }

  /** Kills a process that works on the upload once it has written its bytes and waits for a locked row to record them. */
  async function killAt(kind: string, { id, lock }: { id: string; lock: string }, what: 'piece' | 'world') {
    const locked = new DatabaseClient(databaseUrl);
    await locked.connect();
    await locked.query('begin');
    await locked.query(lock, [id]);
    const before = (await keys(kind)).length;
    const child = spawn(process.execPath, [program, databaseUrl, id, what], {
      env: { NODE_COMPILE_CACHE: compiledCode, DATA_DIR: folder, ...environment },
      stdio: 'inherit',
    });
    const written = async () =>
      (await keys(kind)).filter((key) => !key.startsWith('.') && !key.endsWith('.part')).length;
    // Loading the whole api takes the process long on a busy machine.
    await expect.poll(written, { timeout: 50_000 }).toBe(before + 1);
    child.kill('SIGKILL');
    await once(child, 'close');
    await locked.query('rollback');
    await locked.end();
  }

  test('take pieces in turns, and at once, and make one file of them', async () => {
    await using one = await startTestApi({ databaseUrl, environment });
    await using other = await startTestApi({ databaseUrl, environment });
    const user = await makeUser(one, 'DRAGON');
    const clients = [user.client, other.clientWith(user.tokens.token)];
    const archive = await worldArchive({ 'My World/padding': randomBytes(9_000) });
    const purpose = { kind: 'MAP' } as const;
    const { id } = await user.client.uploadStart({ body: { name: 'a.zip', size: archive.length, purpose } });
    const pieceBytes = Math.ceil(archive.length / 7);
    for (let offset = 0, turn = 0; offset < archive.length; offset += pieceBytes, turn += 1) {
      const bytes = new Uint8Array(archive.subarray(offset, offset + pieceBytes));
      const sent = await Promise.allSettled(
        [...clients, ...clients].map((client) => client.uploadAppend({ params: { id }, query: { offset }, bytes })),
      );
      const refusals = sent.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
      expect(refusals).toHaveLength(3);
      const received = Math.min(offset + pieceBytes, archive.length);
      for (const refusal of refusals) {
        expect(refusal).toMatchObject({ code: 'upload_offset', params: { offset: received } });
      }
      await expect(clients[turn % 2]?.uploadStatus({ params: { id } })).resolves.toMatchObject({ received });
    }
    const made = await clients[1]?.realmMapCreate({ body: { uploadId: id, name: 'Of both' } });
    expect(made).toMatchObject({ chunks: 1, bytes: 12_298 });
    expect(await keys()).toEqual([]);
    // The first of them leads, and has never had this world on its own disk.
    const names = { user_realm_name: 'Of both', domain_name: freshAddress() };
    const realm = await user.client.realmCreate({ body: { type: 'COMMUNITY', world_name: made?.map ?? '', ...names } });
    await untilPhase(user.client, realm.id, 'READY');
    const world = join(one.runtime.place.folders.path(realm.id), 'world');
    expect(await readdir(world)).toEqual(expect.arrayContaining(['level.dat', 'map.json', 'region']));
  });

  test('one of which is killed -9 when a world is kept and not noted: the other makes it, and nothing is left', async () => {
    await using other = await startTestApi({ databaseUrl, environment });
    const user = await makeUser(other, 'DRAGON');
    const archive = await worldArchive();
    const purpose = { kind: 'MAP' } as const;
    const { id } = await user.client.uploadStart({ body: { name: 'a.zip', size: archive.length, purpose } });
    await user.client.uploadAppend({ params: { id }, query: { offset: 0 }, bytes: new Uint8Array(archive) });
    const lock = 'select from users where id = (select user_id from uploads where id = $1) for update';
    await killAt('maps', { id, lock }, 'world');
    // Its claim is respected for some seconds.
    await runSql(databaseUrl, 'update uploads set claimed_until = now() where id = $1', [id]);
    await user.client.realmMapCreate({ body: { uploadId: id, name: 'Made' } });
    await expect(user.client.realmMaps({ query: { type: 'COMMUNITY' } })).resolves.toMatchObject([{ name: 'Made' }]);
    await age('maps');
    await age();
    await mapSweep(other.app.ctx);
    await uploadSweep(other.app.ctx);
    const noted = await runSql(databaseUrl, 'select blob from maps');
    expect((await keys('maps')).toSorted()).toEqual(noted.map(({ blob }) => `${String(blob)}.tar.zst`).toSorted());
    const pieces = await runSql(databaseUrl, 'select blob from upload_pieces');
    expect((await keys()).toSorted()).toEqual(pieces.map(({ blob }) => String(blob)).toSorted());
  });

  test('one of which is killed -9 when a piece is written and not noted: the other takes that piece again', async () => {
    await using other = await startTestApi({ databaseUrl, environment });
    const user = await makeUser(other, 'DRAGON');
    const purpose = { kind: 'MAP' } as const;
    const { id } = await user.client.uploadStart({ body: { name: 'a.zip', size: 20, purpose } });
    await killAt('uploads', { id, lock: 'select from uploads where id = $1 for update' }, 'piece');
    await expect(user.client.uploadStatus({ params: { id } })).resolves.toMatchObject({ received: 0 });
    const [left = ''] = await keys();
    const send = (offset: number) =>
      user.client.uploadAppend({ params: { id }, query: { offset }, bytes: new Uint8Array(10).fill(offset) });
    await send(0);
    await expect(send(10)).resolves.toMatchObject({ received: 20 });
    const whole = Buffer.concat(await content(id, other));
    expect([...new Set(whole)]).toEqual([0, 10]);
    // What the killed process wrote is removed in time, and nothing else.
    await uploadSweep(other.app.ctx);
    expect(await keys()).toContain(left);
    await age();
    await uploadSweep(other.app.ctx);
    expect(await keys()).toHaveLength(1);
    expect(await keys()).not.toContain(left);
    expect(await content(id, other)).toHaveLength(1);
  });
});

test('while the object storage is away a piece is refused, and can be sent again', async () => {
  await using s3 = await startS3Server();
  await using one = await startTestApi({ environment: s3Environment(s3) });
  const user = await makeUser(one, 'DRAGON');
  const { id } = await start(user, 10);
  s3.refuse(/^PUT/, 503, 'SlowDown');
  const refused = append(user, id, 0, new Uint8Array(10));
  await expect(refused).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  s3.refuse(/^$/, 0, '');
  await expect(append(user, id, 0, new Uint8Array(10))).resolves.toMatchObject({ received: 10 });
});

describe('limits', () => {
  test('a tier without own worlds uploads none', async () => {
    await expect(start(await makeUser(api, 'GHAST'), 10)).rejects.toMatchObject({ code: 'realm_create_forbidden' });
  });

  test('so many of one account at once, however they begin, and of so many bytes', async () => {
    const user = await makeUser(api, 'DRAGON');
    await expect(start(user, 256 * 1024 * 1024 + 1)).rejects.toMatchObject({
      code: 'upload_too_large',
      params: { limit: 256 },
    });
    const results = await Promise.allSettled(Array.from({ length: 14 }, () => start(user, 1000)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10);
    await expect(start(user, 10)).rejects.toMatchObject({ status: 409, code: 'upload_limit' });
  });

  test.each([
    ['its owner deletes', ({ client }: TestUser, id: string) => client.realmDelete({ params: { id } })],
    [
      'goes for being above the limit',
      async (_: TestUser, id: string) => {
        const due = "overlimit = true, power = 'OFF', deletion_timeout = now(), deletion_warned_at = now()";
        await runSql(api.config.databaseUrl, `update realms set ${due} where id = $1`, [id]);
        await realmsOverlimit(api.app.ctx);
      },
    ],
  ])('a realm that %s takes with it what anybody uploads to it', async (_, end) => {
    const [owner, partner] = [await makeUser(api, 'DRAGON'), await makeUser(api)];
    const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
    const begin = ({ client }: TestUser, at: number, realmId = id) =>
      client.uploadStart({ body: { name: 'a', size: 10, purpose: { kind: 'FILE', realmId, path: `config/${at}` } } });
    const begun = await Promise.all(Array.from({ length: 10 }, (_, at) => begin(partner, at)));
    const piece = begun[0]?.id ?? '';
    await append(partner, piece, 0, new Uint8Array(5));
    const [{ blob } = {}] = await piecesOf(piece);
    const { id: another } = await partner.client.realmCreate({ body: realmBody('Their Castle', freshAddress()) });
    await expect(begin(partner, 10, another)).rejects.toMatchObject({ code: 'upload_limit' });
    await end(owner, id);
    await expect(begin(partner, 10, another)).resolves.toMatchObject({ received: 0 });
    expect(await blobs()).toContain(blob);
    const anHourAgo = Date.now() / 1000 - 3_660;
    await utimes(join(api.config.dataDir, 'uploads', String(blob)), anHourAgo, anHourAgo);
    await uploadSweep(api.app.ctx);
    expect(await blobs()).not.toContain(blob);
  });

  test('a piece is a mebibyte at most, and nothing but bytes', async () => {
    const user = await makeUser(api, 'DRAGON');
    const { id } = await start(user, 3_000_000);
    const url = `${api.url}/api/upload/${id}?offset=0`;
    const send = async (body: NonNullable<RequestInit['body']>, type: string, token = user.tokens.token) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': type };
      const answer = await fetch(url, { method: 'PATCH', body, headers });
      return [answer.status, ((await answer.json()) as { error: string }).error];
    };
    const bytes = 'application/octet-stream';
    expect(await send(new Uint8Array(1024 * 1024 + 1), bytes)).toEqual([413, 'body_too_large']);
    expect(await send('{}', 'application/json')).toEqual([415, 'unsupported_media_type']);
    // A body that is too large is discarded before the next call on the connection; a far larger one ends the connection.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sendOver = async (size: number) => {
      const headers = { authorization: `Bearer ${user.tokens.token}`, 'content-type': bytes };
      const call = request(url, { method: 'PATCH', agent, headers });
      call.write(Buffer.alloc(size));
      call.end();
      const [answer] = (await once(call, 'response')) as [IncomingMessage];
      await answer.resume().toArray();
      return [answer.statusCode, answer.headers.connection, call.reusedSocket];
    };
    expect(await sendOver(1024 * 1024 + 200_000)).toEqual([413, 'keep-alive', false]);
    expect(await sendOver(10)).toEqual([200, 'keep-alive', true]);
    expect(await sendOver(3 * 1024 * 1024)).toEqual([413, 'close', true]);
    agent.destroy();
    expect(await send(new Uint8Array(10), bytes, 'nobody')).toEqual([401, 'unauthorized']);
    await expect(user.client.uploadStatus({ params: { id } })).resolves.toMatchObject({ received: 10 });
    const json = await fetch(`${api.url}/api/upload`, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': bytes },
    });
    expect(json.status).toBe(415);
  });
});

test('a stranger’s upload is as none', async () => {
  const [user, stranger] = [await makeUser(api, 'DRAGON'), await makeUser(api, 'DRAGON')];
  const { id } = await start(user, 10);
  const params = { id };
  const unknown = { status: 404, code: 'upload_unknown' };
  await expect(stranger.client.uploadStatus({ params })).rejects.toMatchObject(unknown);
  await expect(append(stranger, id, 0, new Uint8Array(1))).rejects.toMatchObject(unknown);
  await expect(stranger.client.uploadCancel({ params })).rejects.toMatchObject(unknown);
  await expect(user.client.uploadStatus({ params })).resolves.toMatchObject({ received: 0 });
});

test('the sweep throws away what is a day old, and blobs without an upload', async () => {
  const user = await makeUser(api, 'DRAGON');
  const [old, fresh] = [await start(user, 10), await start(user, 10)];
  await append(user, old.id, 0, new Uint8Array(5));
  await append(user, fresh.id, 0, new Uint8Array(5));
  // As earlier versions have named them, too.
  const left = [randomUUID(), `${randomUUID()}.part`];
  for (const name of left) await writeFile(join(api.config.dataDir, 'uploads', name), 'left');
  await runSql(api.config.databaseUrl, "update uploads set created_at = now() - interval '25 hours' where id = $1", [
    old.id,
  ]);
  const anHourAgo = Date.now() / 1000 - 3_660;
  for (const name of await blobs()) await utimes(join(api.config.dataDir, 'uploads', name), anHourAgo, anHourAgo);
  await uploadSweep(api.app.ctx);
  const kept = await runSql(api.config.databaseUrl, 'select blob from upload_pieces');
  expect((await blobs()).toSorted()).toEqual(kept.map(({ blob }) => String(blob)).toSorted());
  await expect(user.client.uploadStatus({ params: { id: old.id } })).rejects.toMatchObject({ code: 'upload_unknown' });
  await expect(user.client.uploadStatus({ params: { id: fresh.id } })).resolves.toMatchObject({ received: 5 });
});

test('what uploads under way are to bring is room that is taken, everybody’s, until they are cancelled', async () => {
  const [user, other] = [await makeUser(api, 'DRAGON'), await makeUser(api, 'DRAGON')];
  const { bavail, bsize } = await statfs(api.config.dataDir);
  const largest = 2 ** 31 - 1;
  // A few more than there is room for, because free space changes while other programs run.
  const many = Math.ceil((bavail * bsize) / largest) + 1;
  const reserve = `insert into uploads (user_id, purpose, name, size)
    select id, '{"kind":"MAP"}', 'reserved', $2 from users, generate_series(1, $3) where nickname = $1`;
  await runSql(api.config.databaseUrl, reserve, [other.nickname, largest, many]);
  await expect(start(user, 10)).rejects.toMatchObject({ status: 507, code: 'disk_full' });
  const rest = "update uploads set created_at = now() - interval '11 minutes' where name = 'reserved'";
  await runSql(api.config.databaseUrl, rest, []);
  const begun = await start(user, 10);
  await user.client.uploadCancel({ params: { id: begun.id } });
  await runSql(api.config.databaseUrl, "delete from uploads where name = 'reserved'", []);
  await expect(start(user, 10)).resolves.toMatchObject({ size: 10 });
});
