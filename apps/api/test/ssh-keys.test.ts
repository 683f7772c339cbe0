import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLinked, withSandbox } from './chat-people.ts';
import { makeUser, password, type TestUser } from './people.ts';
import { connectSsh, logInBySftp, openSftp } from './sftp-people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
const folder = mkdtempSync(join(tmpdir(), 'realmkeep-keys-'));
beforeAll(async () => {
  api = await startTestApi({ sftp: true, environment: withSandbox });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await api[Symbol.asyncDispose]();
});

interface KeyPair {
  line: string;
  privateKey: string;
  fingerprint: string;
}

/** Creates a key with OpenSSH's own program, as players do. */
function makeKey(...options: string[]): KeyPair {
  const file = join(folder, crypto.randomUUID());
  execFileSync('ssh-keygen', ['-q', '-N', '', '-C', 'me@home', '-f', file, ...options]);
  const [, fingerprint = ''] = execFileSync('ssh-keygen', ['-lf', `${file}.pub`])
    .toString()
    .split(' ');
  return { line: readFileSync(`${file}.pub`, 'utf8'), privateKey: readFileSync(file, 'utf8'), fingerprint };
}

const add = ({ client }: TestUser, line: string, typed = password) =>
  client.sshKeyAdd({ body: { public_key: line, user_password: typed } });
const byKey = ({ privateKey }: KeyPair) => ({ privateKey, password: '' });
const refused = { level: 'client-authentication' };

test.each([
  ['ssh-ed25519', ['-t', 'ed25519']],
  ['ecdsa-sha2-nistp256', ['-t', 'ecdsa', '-b', '256']],
  ['ecdsa-sha2-nistp521', ['-t', 'ecdsa', '-b', '521']],
  ['ssh-rsa', ['-t', 'rsa', '-b', '2048']],
])('a key of %s is added, shown and lets in', async (type, options) => {
  const user = await makeUser(api);
  const pair = makeKey(...options);
  const { keys } = await add(user, pair.line);
  expect(keys).toMatchObject([{ name: 'me@home', type, fingerprint: pair.fingerprint, last_used_at: null }]);
  const ssh = await connectSsh(api, user.nickname, byKey(pair));
  await expect((await openSftp(ssh)).names('/')).resolves.toEqual([]);
  ssh.end();
  const used = await user.client.sshKeys();
  expect(used).toMatchObject({ sftp: true, keys: [{ last_used_at: expect.any(String) as string }] });
});

test('a key lets in its own account alone, and not without the private half', async () => {
  const [user, stranger] = [await makeUser(api), await makeUser(api)];
  const [pair, other] = [makeKey('-t', 'ed25519'), makeKey('-t', 'ed25519')];
  await add(user, pair.line);
  await expect(connectSsh(api, stranger.nickname, byKey(pair))).rejects.toMatchObject(refused);
  await expect(connectSsh(api, user.nickname, byKey(other))).rejects.toMatchObject(refused);
  await add(stranger, pair.line);
  (await connectSsh(api, stranger.nickname, byKey(pair))).end();
});

test('adding one wants the password, and what is pasted must be a public key of a kind that holds', async () => {
  const user = await makeUser(api);
  const { line, privateKey } = makeKey('-t', 'ed25519');
  await expect(add(user, line, 'a wrong password')).rejects.toMatchObject({ code: 'chat_password_wrong' });
  await expect(add(user, privateKey)).rejects.toMatchObject({ code: 'ssh_key_private' });
  const [, base64 = ''] = line.split(' ');
  const longer = Buffer.concat([Buffer.from(base64, 'base64'), Buffer.from('more')]).toString('base64');
  const others = [
    'no key',
    `ssh-rsa ${base64}`,
    `ssh-ed25519 ${base64.slice(0, 40)}`,
    `ssh-ed25519 ${longer}`,
    `command="x" ${line}`,
    `${line}${line}`,
    `ecdsa-sha2-nistp256 ${base64}`,
  ];
  for (const text of others) await expect(add(user, text)).rejects.toMatchObject({ code: 'ssh_key_invalid' });
  await expect(add(user, makeKey('-t', 'rsa', '-b', '1024').line)).rejects.toMatchObject({ code: 'ssh_key_weak' });
  await add(user, line);
  await expect(add(user, `${line.trim()} again`)).rejects.toMatchObject({ code: 'ssh_key_known' });
  await expect(user.client.sshKeys()).resolves.toMatchObject({ keys: [{}] });
});

test('an account has twenty of them at most', async () => {
  const user = await makeUser(api);
  await runSql(
    api.config.databaseUrl,
    `insert into ssh_keys (user_id, name, public_key, fingerprint)
     select $1::uuid, 'key ' || n, decode(lpad(to_hex(n), 120, '0'), 'hex'), 'SHA256:' || n from generate_series(1, 20) as n`,
    [user.id],
  );
  await expect(add(user, makeKey('-t', 'ed25519').line)).rejects.toMatchObject({
    code: 'ssh_key_limit',
    message: 'An account can have at most 20 keys. Remove one first',
  });
});

test('a removed key lets nobody in, and what it had let in ends; a password’s stays', async () => {
  const user = await makeUser(api);
  const pair = makeKey('-t', 'ed25519');
  const { keys } = await add(user, pair.line);
  const [mine, other] = [await logInBySftp(api, user.nickname, byKey(pair)), await logInBySftp(api, user.nickname)];
  const id = keys[0]?.id ?? '';
  await user.client.sshKeyRemove({ params: { id } });
  await mine.closed;
  await expect(other.names('/')).resolves.toEqual([]);
  other.ssh.end();
  await expect(connectSsh(api, user.nickname, byKey(pair))).rejects.toMatchObject(refused);
  await expect(user.client.sshKeyRemove({ params: { id } })).rejects.toMatchObject({ code: 'ssh_key_unknown' });
});

test('a key asks nobody for a second step; a block keeps it out, and ends what it has begun', async () => {
  const { user } = await makeLinked(api);
  const pair = makeKey('-t', 'ed25519');
  await add(user, pair.line);
  const mine = await logInBySftp(api, user.nickname, byKey(pair));
  await runSql(api.config.databaseUrl, 'update users set blocked_at = now() where id = $1', [user.id]);
  await mine.closed;
  await expect(connectSsh(api, user.nickname, byKey(pair))).rejects.toMatchObject(refused);
});
