import { readdir, readFile, statfs, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadSweep } from '../src/domains/uploads/upload-use.ts';
import { makeUser, type TestUser } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { createTestDatabase } from './test-database.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const fileOf = (id: string) => join(api.config.dataDir, 'uploads', id);
const start = ({ client }: TestUser, size: number) =>
  client.uploadStart({ body: { name: 'world.zip', size, purpose: { kind: 'MAP' } } });
const append = ({ client }: TestUser, id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
  client.uploadAppend({ params: { id }, query: { offset }, bytes });

describe('a file in pieces', () => {
  test('arrives as it is, each piece where the last one ended', async () => {
    const user = await makeUser(api, 'DRAGON');
    const content = randomBytes(1_300_000);
    const { id, received } = await start(user, content.length);
    expect(received).toBe(0);
    const mebibyte = 1024 * 1024;
    const first = await append(user, id, 0, content.subarray(0, mebibyte));
    expect(first).toMatchObject({ id, received: mebibyte, size: content.length, purpose: { kind: 'MAP' } });
    // The same piece again, as after an answer that was lost.
    await expect(append(user, id, 0, content.subarray(0, mebibyte))).rejects.toMatchObject({
      status: 409,
      code: 'upload_offset',
      params: { offset: mebibyte },
    });
    await expect(append(user, id, mebibyte, new Uint8Array(400_000))).rejects.toMatchObject({
      code: 'upload_too_large',
    });
    await append(user, id, mebibyte, content.subarray(mebibyte));
    await expect(user.client.uploadStatus({ params: { id } })).resolves.toMatchObject({ received: content.length });
    expect(content.equals(await readFile(fileOf(id)))).toBe(true);
    await user.client.uploadCancel({ params: { id } });
    await expect(user.client.uploadStatus({ params: { id } })).rejects.toMatchObject({ code: 'upload_unknown' });
    expect(await readdir(join(api.config.dataDir, 'uploads'))).not.toContain(id);
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
    const written = await readFile(fileOf(id));
    expect(written).toHaveLength(10);
    expect(new Set(written).size).toBe(1);
  });

  test('what a killed process had written counts, told to whoever goes on', async () => {
    const user = await makeUser(api, 'DRAGON');
    const { id } = await start(user, 100);
    await append(user, id, 0, new Uint8Array(10));
    // As a process leaves it that is killed in the middle of the next piece.
    await writeFile(fileOf(id), new Uint8Array(17));
    await expect(append(user, id, 10, new Uint8Array(20))).rejects.toMatchObject({ params: { offset: 17 } });
    await expect(append(user, id, 17, new Uint8Array(83))).resolves.toMatchObject({ received: 100 });
  });

  test('goes on at another process of the api', async () => {
    const databaseUrl = await createTestDatabase();
    await using one = await startTestApi({ databaseUrl });
    const user = await makeUser(one, 'DRAGON');
    const { id } = await start(user, 20);
    await append(user, id, 0, new Uint8Array(10));
    await using other = await startTestApi({ databaseUrl, environment: { DATA_DIR: one.config.dataDir } });
    const client = other.clientWith(user.tokens.token);
    await expect(client.uploadAppend({ params: { id }, query: { offset: 10 }, bytes: new Uint8Array(10) }))
      .resolves // as from a browser
      .toMatchObject({ received: 20 });
  });
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
    // What was too large is out of the way of the next call on the connection; what is larger by far ends it.
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

test('the sweep throws away what is a day old, and files without an upload', async () => {
  const user = await makeUser(api, 'DRAGON');
  const [old, fresh] = [await start(user, 10), await start(user, 10)];
  await append(user, old.id, 0, new Uint8Array(5));
  await append(user, fresh.id, 0, new Uint8Array(5));
  await writeFile(fileOf(randomUUID()), 'left');
  await runSql(api.config.databaseUrl, "update uploads set created_at = now() - interval '25 hours' where id = $1", [
    old.id,
  ]);
  const others = await readdir(join(api.config.dataDir, 'uploads'));
  await uploadSweep(api.app.ctx);
  const left = await readdir(join(api.config.dataDir, 'uploads'));
  expect(left).toContain(fresh.id);
  expect(left).not.toContain(old.id);
  expect(left.length).toBeLessThanOrEqual(others.length - 2);
});

test('what uploads under way are to bring is room that is taken, everybody’s, until they are cancelled', async () => {
  const [user, other] = [await makeUser(api, 'DRAGON'), await makeUser(api, 'DRAGON')];
  const { bavail, bsize } = await statfs(api.config.dataDir);
  const largest = 2 ** 31 - 1;
  // As many as there is room for, and some: what is free changes while other programs run.
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
