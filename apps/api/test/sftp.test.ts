import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tierLimits } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshAddress, makeUser, password, realmBody, type TestUser, untilPhase } from './people.ts';
import { loadHostKey } from '../src/sftp/host-key.ts';
import { connectSsh, logInBySftp, type SftpClient } from './sftp-people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { becomes } from '@realmkeep/testkit/becomes';

let api: TestApi;
let owner: TestUser;
let realm: { id: string; address: string };
let client: SftpClient;

beforeAll(async () => {
  api = await startTestApi({ sftp: true });
  owner = await makeUser(api, 'GHAST');
  realm = await makeRealm(owner);
  await api.runtime.place.folders.folder(realm.id);
  client = await logInBySftp(api, owner.nickname);
});
afterAll(async () => {
  client.ssh.end();
  await api[Symbol.asyncDispose]();
});

const [noSuchFile, denied, failure, unsupported] = [2, 3, 4, 8];
const inFolder = (path: string) => join(api.runtime.place.folders.path(realm.id), path);
const at = (path: string) => `/${realm.address}/${path}`;

async function makeRealm({ client }: TestUser): Promise<{ id: string; address: string }> {
  const address = freshAddress();
  const { id } = await client.realmCreate({ body: realmBody('Realm of files', address) });
  await untilPhase(client, id, 'READY');
  return { id, address };
}

test('the root has a folder for each realm that the player manages, and in it what the file manager shows', async () => {
  const partner = await makeUser(api);
  await owner.client.realmPartnerAdd({ params: { id: realm.id }, body: { username: partner.nickname } });
  const stranger = await makeUser(api, 'GHAST');
  const other = await makeRealm(stranger);
  const [hers, strangers] = await Promise.all([partner, stranger].map(({ nickname }) => logInBySftp(api, nickname)));
  await expect(client.names('.')).resolves.toEqual([realm.address]);
  await expect(hers?.names('/')).resolves.toEqual([realm.address]);
  await expect(hers?.names(at(''))).resolves.toEqual(['config', 'kernel', 'logs', 'mods', 'plugins', 'world']);
  await expect(strangers?.names('/')).resolves.toEqual([other.address]);
  for (const path of [at(''), at('config'), `/${other.address}/../${realm.address}/logs`]) {
    await expect(strangers?.names(path)).rejects.toMatchObject({ code: noSuchFile });
    await expect(strangers?.stat(path)).rejects.toMatchObject({ code: noSuchFile });
    await expect(strangers?.put(`${path}/x`, 'x')).rejects.toMatchObject({ code: noSuchFile });
  }
  hers?.ssh.end();
  strangers?.ssh.end();
});

test('files are written, listed, read, moved and deleted', async () => {
  const content = randomBytes(2_000_000);
  await client.call('mkdir', at('config/ы'));
  await client.put(at('config/ы/a.bin'), content);
  expect(readFileSync(inFolder('config/ы/a.bin')).equals(content)).toBe(true);
  await expect(client.names(at('config/ы'))).resolves.toEqual(['a.bin']);
  await expect(client.stat(at('config/ы/a.bin'))).resolves.toMatchObject({ size: 2_000_000, mode: 0o100_600 });
  expect((await client.get(at('config/ы/a.bin'))).equals(content)).toBe(true);
  await client.rename(at('config/ы/a.bin'), at('plugins/b.bin'));
  await expect(client.stat(at('config/ы/a.bin'))).rejects.toMatchObject({ code: noSuchFile });
  await client.put(at('config/ы/inside'), '');
  await expect(client.call('rmdir', at('config/ы'))).rejects.toMatchObject({ code: failure });
  await expect(client.call('unlink', at('config/ы'))).rejects.toMatchObject({ code: failure });
  await client.call('unlink', at('config/ы/inside'));
  await client.call('rmdir', at('config/ы'));
  await client.call('unlink', at('plugins/b.bin'));
  await expect(client.names(at('plugins'))).resolves.toEqual([]);
});

test('a long folder comes in pages, each entry once', async () => {
  mkdirSync(inFolder('logs/many'));
  const names = Array.from({ length: 250 }, (_, n) => `${String(n).padStart(3, '0')}.log`);
  for (const name of names) writeFileSync(inFolder(`logs/many/${name}`), '');
  await expect(client.names(at('logs/many'))).resolves.toEqual(names);
});

test('how a file is opened decides what becomes of an earlier one', async () => {
  const path = at('config/flags.txt');
  await expect(client.put(path, 'x', 'r+')).rejects.toMatchObject({ code: noSuchFile });
  await client.put(path, 'one');
  await expect(client.put(path, 'two', 'wx')).rejects.toMatchObject({ code: failure });
  expect(readFileSync(inFolder('config/flags.txt'), 'utf8')).toBe('one');
  await client.put(path, 'TWO', 'a');
  expect(readFileSync(inFolder('config/flags.txt'), 'utf8')).toBe('oneTWO');
  await client.put(path, 'three', 'w');
  expect(readFileSync(inFolder('config/flags.txt'), 'utf8')).toBe('three');
  await client.put(path, 'TH', 'r+');
  expect(readFileSync(inFolder('config/flags.txt'), 'utf8')).toBe('THree');
});

test('an upload goes on where it stopped, and in any order', async () => {
  const first = await client.open(at('plugins/resumed'), 'w');
  await client.write(first, '34', 2);
  await client.write(first, '12', 0);
  expect(existsSync(inFolder('plugins/resumed'))).toBe(false);
  await client.close(first);
  const second = await client.open(at('plugins/resumed'), 'r+');
  await client.write(second, '56', 4);
  await client.close(second);
  expect(readFileSync(inFolder('plugins/resumed'), 'utf8')).toBe('123456');
});

test('what came of a new file is kept when the line breaks, and an earlier one is as it was', async () => {
  const broken = await logInBySftp(api, owner.nickname);
  writeFileSync(inFolder('config/old'), 'old');
  for (const path of ['config/old', 'config/new']) {
    const handle = await broken.open(at(path), 'w');
    await broken.write(handle, 'part', 0);
  }
  broken.ssh.destroy();
  await becomes(() => client.names(at('config'))).toContain('new');
  expect(readFileSync(inFolder('config/new'), 'utf8')).toBe('part');
  expect(readFileSync(inFolder('config/old'), 'utf8')).toBe('old');
});

test('of attributes the size counts and the time; others are accepted and forgotten', async () => {
  const { sftp } = client;
  await client.put(at('config/sized'), '0123456789');
  await promisify(sftp.utimes.bind(sftp))(at('config/sized'), 1, 1_500_000_000);
  await expect(client.stat(at('config/sized'))).resolves.toMatchObject({ mtime: 1_500_000_000 });
  expect(statSync(inFolder('config/sized')).mtimeMs).toBe(1_500_000_000_000);
  // Times are not kept for these, but no client is refused for setting them.
  for (const path of ['/', at(''), at('world')]) await promisify(sftp.utimes.bind(sftp))(path, 1, 1);
  await promisify(sftp.chmod.bind(sftp))(at('config/sized'), 0o777);
  await expect(client.stat(at('config/sized'))).resolves.toMatchObject({ mode: 0o100_600 });
  const setstat = promisify(sftp.setstat.bind(sftp));
  await setstat(at('config/sized'), { size: 4 });
  expect(readFileSync(inFolder('config/sized'), 'utf8')).toBe('0123');
  await expect(promisify(sftp.utimes.bind(sftp))(at('config/none'), 1, 1)).rejects.toMatchObject({ code: noSuchFile });
  await expect(promisify(sftp.symlink.bind(sftp))('/etc/passwd', at('config/l'))).rejects.toMatchObject({
    code: unsupported,
  });
  await expect(promisify(sftp.readlink.bind(sftp))(at('config/sized'))).rejects.toMatchObject({ code: unsupported });
});

test('a file that is being written is there for its client from its opening on, and for the realm when it is closed', async () => {
  const { sftp } = client;
  const [path, moved] = [at('config/being.txt'), at('config/moved.txt')];
  const handle = await client.open(path, 'wx');
  await expect(client.stat(path)).resolves.toMatchObject({ size: 0 });
  await client.write(handle, '0123456789', 0);
  await expect(promisify(sftp.lstat.bind(sftp))(path)).resolves.toMatchObject({ size: 10 });
  await expect(promisify(sftp.fstat.bind(sftp))(handle)).resolves.toMatchObject({ size: 10 });
  await expect(client.names(at('config'))).resolves.toContain('being.txt');
  expect(existsSync(inFolder('config/being.txt'))).toBe(false);
  await expect(client.open(path, 'wx')).rejects.toMatchObject({ code: failure });
  expect((await client.get(path)).toString()).toBe('0123456789');
  await promisify(sftp.setstat.bind(sftp))(path, { size: 4 });
  await promisify(sftp.utimes.bind(sftp))(path, 1, 1_500_000_000);
  await expect(client.stat(path)).resolves.toMatchObject({ size: 4, mtime: 1_500_000_000 });
  await client.rename(path, moved);
  await client.write(handle, '!', 4);
  await promisify(sftp.futimes.bind(sftp))(handle, 1, 1_400_000_000);
  await client.close(handle);
  expect(readFileSync(inFolder('config/moved.txt'), 'utf8')).toBe('0123!');
  await expect(client.stat(moved)).resolves.toMatchObject({ size: 5, mtime: 1_400_000_000 });
  expect(existsSync(inFolder('config/being.txt'))).toBe(false);
});

test('what is deleted while it is open stays deleted, and a folder with a file on its way is not empty', async () => {
  await client.call('mkdir', at('config/way'));
  const handle = await client.open(at('config/way/new'), 'w');
  await client.write(handle, 'x', 0);
  await expect(client.call('rmdir', at('config/way'))).rejects.toMatchObject({ code: failure });
  await client.rename(at('config/way'), at('config/wayside'));
  await expect(client.names(at('config/wayside'))).resolves.toEqual(['new']);
  await client.call('unlink', at('config/wayside/new'));
  await expect(client.stat(at('config/wayside/new'))).rejects.toMatchObject({ code: noSuchFile });
  await client.close(handle);
  await expect(client.names(at('config/wayside'))).resolves.toEqual([]);
  await client.call('rmdir', at('config/wayside'));
});

test('what is written to a file is kept though its deletion was refused', async () => {
  await client.put(at('config/kept'), 'old');
  const handle = await client.open(at('config/kept'), 'w');
  rmSync(inFolder('config/kept'));
  mkdirSync(inFolder('config/kept'));
  await expect(client.call('unlink', at('config/kept'))).rejects.toMatchObject({ code: failure });
  rmSync(inFolder('config/kept'), { recursive: true });
  await client.write(handle, 'new', 0);
  await client.close(handle);
  expect(readFileSync(inFolder('config/kept'), 'utf8')).toBe('new');
});

test('a file takes the place of another by the extension that clients ask for, in one step, and by no plain rename', async () => {
  const replace = promisify(client.sftp.ext_openssh_rename.bind(client.sftp));
  await client.put(at('config/settings'), 'old');
  await client.put(at('config/.settings.new'), 'new');
  await expect(client.rename(at('config/.settings.new'), at('config/settings'))).rejects.toMatchObject({
    code: failure,
  });
  await replace(at('config/.settings.new'), at('config/settings'));
  expect(readFileSync(inFolder('config/settings'), 'utf8')).toBe('new');
  await expect(client.stat(at('config/.settings.new'))).rejects.toMatchObject({ code: noSuchFile });
  // Also while both are being written.
  const [one, other] = [await client.open(at('config/one'), 'w'), await client.open(at('config/settings'), 'w')];
  await client.write(one, 'the one', 0);
  await client.write(other, 'the other', 0);
  await replace(at('config/one'), at('config/settings'));
  await client.close(other);
  await client.close(one);
  expect(readFileSync(inFolder('config/settings'), 'utf8')).toBe('the one');
  await expect(replace(at('config/settings'), at('config'))).rejects.toMatchObject({ code: denied });
});

test('what was written so far is in its place when the client has asked for that', async () => {
  const handle = await client.open(at('config/synced'), 'w');
  await client.write(handle, 'part', 0);
  await promisify(client.sftp.ext_openssh_fsync.bind(client.sftp))(handle);
  expect(readFileSync(inFolder('config/synced'), 'utf8')).toBe('part');
  await client.write(handle, ' and rest', 4);
  await client.close(handle);
  expect(readFileSync(inFolder('config/synced'), 'utf8')).toBe('part and rest');
});

test('what the file manager refuses is refused, in words', async () => {
  writeFileSync(inFolder('world/level.dat'), '');
  await expect(client.put(at('world/r.0.0.mca'), 'x')).rejects.toMatchObject({
    code: failure,
    message: 'The running realm writes its world: stop the realm first',
  });
  await expect(client.call('unlink', at('world/level.dat'))).rejects.toMatchObject({ code: failure });
  for (const path of ['/x', '/', at(''), at('x'), at('world'), at('spec.json')]) {
    await expect(client.put(path, 'x')).rejects.toMatchObject({ code: expect.any(Number) as number });
  }
  await expect(client.put(at('x'), 'x')).rejects.toMatchObject({ code: denied });
  await expect(client.rename(at('config'), at('other'))).rejects.toMatchObject({ code: denied });
  await expect(client.call('rmdir', `/${realm.address}`)).rejects.toMatchObject({ code: expect.any(Number) as number });
  const names = ['a\nb', 'a\0b', 'a\u001bb', 'a\\b', 'n'.repeat(300), 'x/'.repeat(600)];
  for (const name of names) {
    await expect(client.put(at(`config/${name}`), 'x')).rejects.toMatchObject({ code: failure });
  }
  symlinkSync('/etc', inFolder('plugins/folder'));
  for (const path of ['plugins/folder/passwd', '../../../etc/passwd', 'plugins/folder']) {
    await expect(client.get(at(path))).rejects.toMatchObject({ code: noSuchFile });
  }
});

test('no more is written than the realm has room for, and is refused before it is sent', async () => {
  const poor = await makeUser(api);
  const { id, address } = await makeRealm(poor);
  const hers = await logInBySftp(api, poor.nickname);
  // Nearly full, with a sparse file.
  await api.runtime.place.folders.folder(id);
  const full = join(api.runtime.place.folders.path(id), 'logs/full');
  writeFileSync(full, '');
  truncateSync(full, tierLimits.CHICKEN.files.bytes - 10_000);
  const handle = await hers.open(`/${address}/config/big`, 'w');
  await hers.write(handle, 'x', 0);
  await expect(hers.write(handle, 'x', 20_000)).rejects.toMatchObject({
    code: failure,
    message: 'There is no room for this. Delete something first',
  });
  await expect(hers.write(handle, 'x', Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: failure });
  hers.ssh.end();
});

test('whoever is no partner any more is let go of at once, in the middle of a transfer', async () => {
  const partner = await makeUser(api);
  await owner.client.realmPartnerAdd({ params: { id: realm.id }, body: { username: partner.nickname } });
  // A sparse file, larger than can be sent before the call ends.
  const long = 2 ** 31;
  writeFileSync(inFolder('logs/long'), '');
  truncateSync(inFolder('logs/long'), long);
  const hers = await logInBySftp(api, partner.nickname);
  const reading = hers.sftp.createReadStream(at('logs/long'));
  reading.on('error', () => undefined);
  let received = 0;
  reading.on('data', (piece: Buffer) => (received += piece.length));
  await once(reading, 'data');
  const written = await hers.open(at('config/hers'), 'w');
  await hers.write(written, 'x', 0);
  await owner.client.realmPartnerRemove({ params: { id: realm.id, userId: partner.id } });
  await hers.closed;
  expect(received).toBeLessThan(long);
  await expect(client.names(at('config'))).resolves.not.toContain('hers');
});

test('who has a file of a realm open when it is deleted is let go of, others of its managers stay', async () => {
  const other = await makeUser(api, 'GHAST');
  const { id, address } = await makeRealm(other);
  await api.runtime.place.folders.folder(id);
  const [writing, idle] = [await logInBySftp(api, other.nickname), await logInBySftp(api, other.nickname)];
  const handle = await writing.open(`/${address}/config/never`, 'w');
  await writing.write(handle, 'x', 0);
  await other.client.realmDelete({ params: { id } });
  await writing.closed;
  await expect(idle.names('/')).resolves.toEqual([]);
  idle.ssh.end();
});

test.each<[string, (user: TestUser) => Promise<unknown>]>([
  [
    'the password is changed',
    ({ client }) =>
      client.userPasswordChange({
        body: { oldPassword: password, newPassword: 'another one', repeatNewPassword: 'another one' },
      }),
  ],
  ['every other session is ended', ({ client }) => client.authSessionsEnd()],
  [
    'its session is ended',
    async ({ client }) => {
      const session = (await client.authSessions()).find(({ token_name: name }) => name === 'SFTP');
      await client.authSessionEnd({ params: { id: session?.id ?? '' } });
    },
  ],
  [
    'the account is blocked',
    ({ id }) => runSql(api.config.databaseUrl, 'update users set blocked_at = now() where id = $1', [id]),
  ],
])('a connection ends when %s', async (_, end) => {
  const user = await makeUser(api);
  const hers = await logInBySftp(api, user.nickname);
  await end(user);
  await expect(hers.closed).resolves.toBeUndefined();
});

test('its session is the connection’s alone: it ends with it', async () => {
  const user = await makeUser(api);
  const hers = await logInBySftp(api, user.nickname);
  const sessions = async () => (await user.client.authSessions()).map(({ token_name: name }) => name);
  await expect(sessions()).resolves.toContain('SFTP');
  hers.ssh.end();
  await becomes(sessions).not.toContain('SFTP');
});

test('the page is told where it is, and by which key it is known; a stranger is not', async () => {
  const told = await owner.client.realmSftp({ params: { id: realm.id } });
  const fingerprints: string[] = [];
  const ssh = await connectSsh(api, owner.nickname, {
    hostVerifier: (key: Buffer) => fingerprints.push(createHash('sha256').update(key).digest('base64')) > 0,
  });
  ssh.end();
  expect(told).toMatchObject({ host: 'realms.example', username: owner.nickname, folder: `/${realm.address}` });
  expect(told?.secondStep).toBe(false);
  expect(fingerprints.map((sum) => `SHA256:${sum.replace('=', '')}`)).toEqual([told?.fingerprint]);
  await expect(loadHostKey(api.app.ctx.db, api.config)).resolves.toMatchObject({ fingerprint: told?.fingerprint });
  const stranger = await makeUser(api);
  await expect(stranger.client.realmSftp({ params: { id: realm.id } })).rejects.toMatchObject({
    code: 'realm_unknown',
  });
});
