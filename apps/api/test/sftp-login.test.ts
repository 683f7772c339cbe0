import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buttonId, buttonsOf, latestMessage, makeLinked, press, withSandbox } from './chat-people.ts';
import { freshName, makeUser, password } from './people.ts';
import { connectSsh, createSshClient, openSftp, portOf } from './sftp-people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { closed } from '@realmkeep/testkit/closed';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ sftp: true, environment: withSandbox });
});
afterAll(() => api[Symbol.asyncDispose]());

const refused = { level: 'client-authentication' };
const wrong = (match: string, labels: string[]) =>
  labels.find((label) => /^\d\d$/.test(label) && label !== match) ?? '';
const errorOf = (ask: (done: (error: Error | undefined) => void) => void) =>
  new Promise<Error | undefined>((resolve) => ask(resolve));

/** Logs in by keyboard-interactive. @param onQuestion called with the question before Enter is pressed */
async function logInByKeyboard(username: string, onQuestion: (words: string) => Promise<unknown>, typed = password) {
  const ssh = createSshClient();
  ssh.on('keyboard-interactive', (_name, instructions, _language, prompts, finish) => {
    const [prompt] = prompts;
    if (prompt?.prompt === 'Password: ') finish([typed]);
    else void onQuestion(instructions).then(() => finish(['']));
  });
  const ended = Promise.race([once(ssh, 'ready').then(() => 'in'), once(ssh, 'close').then(() => 'out')]).catch(
    () => 'out',
  );
  ssh.connect({ host: '127.0.0.1', port: portOf(api), username, tryKeyboard: true });
  return { ssh, outcome: await ended };
}

test('the password lets in whom it belongs to, by both methods', async () => {
  const user = await makeUser(api);
  const byPassword = await connectSsh(api, user.nickname);
  const { ssh, outcome } = await logInByKeyboard(user.nickname, async () => undefined);
  expect(outcome).toBe('in');
  await expect((await openSftp(ssh)).names('/')).resolves.toEqual([]);
  byPassword.end();
  ssh.end();
});

test.each<[string, (nickname: string) => Promise<unknown>, string]>([
  ['a wrong password', async () => undefined, 'another password'],
  [
    'a blocked account',
    (name) => runSql(api.config.databaseUrl, 'update users set blocked_at = now() where nickname = $1', [name]),
    password,
  ],
])('%s is refused', async (_, prepare, typed) => {
  const user = await makeUser(api);
  await prepare(user.nickname);
  await expect(connectSsh(api, user.nickname, { password: typed })).rejects.toMatchObject({
    level: 'client-authentication',
  });
  const { outcome } = await logInByKeyboard(user.nickname, async () => undefined, typed);
  expect(outcome).toBe('out');
});

test('a name that nobody has, or could have, is refused', async () => {
  for (const name of [freshName(), '', 'a b\n', 'x'.repeat(1000)]) {
    await expect(connectSsh(api, name)).rejects.toMatchObject(refused);
  }
});

test('wrong passwords by SFTP have an end, and nobody is kept from the page by them, nor from SFTP by the page’s', async () => {
  await using strict = await startTestApi({
    sftp: true,
    environment: { LOGINS_PER_ACCOUNT: '3', LOGINS_PER_ADDRESS: '6' },
  });
  const [user, other, third] = [await makeUser(strict), await makeUser(strict), await makeUser(strict)];
  for (let n = 0; n < 3; n += 1) {
    await expect(connectSsh(strict, user.nickname, { password: 'a wrong password' })).rejects.toMatchObject(refused);
  }
  await expect(connectSsh(strict, user.nickname)).rejects.toMatchObject(refused);
  const logIn = (username: string, typed = password) =>
    strict.anonymous.authLogin({ body: { username, user_password: typed, token_name: 'test' } });
  await expect(logIn(user.nickname)).resolves.toMatchObject({ token: expect.any(String) as string });
  // The network's limit is used up by SFTP, and then by the page.
  for (let n = 0; n < 3; n += 1) {
    await expect(connectSsh(strict, other.nickname, { password: 'a wrong password' })).rejects.toMatchObject(refused);
  }
  await expect(connectSsh(strict, third.nickname)).rejects.toMatchObject(refused);
  await expect(logIn(third.nickname)).resolves.toMatchObject({ token: expect.any(String) as string });
});

test('a right password uses nothing up, however many connections come with it at the same moment', async () => {
  await using strict = await startTestApi({
    sftp: true,
    environment: { LOGINS_PER_ACCOUNT: '3', LOGINS_PER_ADDRESS: '3' },
  });
  const user = await makeUser(strict);
  const connections = await Promise.all(Array.from({ length: 12 }, () => connectSsh(strict, user.nickname)));
  for (const ssh of connections) ssh.end();
  const another = await connectSsh(strict, user.nickname);
  await expect((await openSftp(another)).names('/')).resolves.toEqual([]);
  another.end();
});

test('a player with a chat account is asked there, and let in by the number that the client shows', async () => {
  const { user, account } = await makeLinked(api);
  const answer = async (label: (match: string, labels: string[]) => string, words: string) => {
    const [match = ''] = /\d\d/.exec(words) ?? [];
    const message = await latestMessage(api, account);
    const labels = buttonsOf(message).map((button) => button.label);
    await press(api, {
      accountId: account.id,
      messageId: message.id,
      buttonId: buttonId(message, label(match, labels)),
    });
  };
  const approved = await logInByKeyboard(user.nickname, (words) => answer((match) => match, words));
  expect(approved.outcome).toBe('in');
  await expect((await openSftp(approved.ssh)).names('/')).resolves.toEqual([]);
  approved.ssh.end();

  const rejected = await logInByKeyboard(user.nickname, (words) => answer(() => 'Reject', words));
  expect(rejected.outcome).toBe('out');
  const mistaken = await logInByKeyboard(user.nickname, (words) => answer(wrong, words));
  expect(mistaken.outcome).toBe('out');

  // After the method `password`, the question comes by keyboard-interactive.
  const half = createSshClient();
  half.on('keyboard-interactive', (_name, instructions, _language, _prompts, finish) => {
    void answer((match) => match, instructions).then(() => finish(['']));
  });
  half.connect({ host: '127.0.0.1', port: portOf(api), username: user.nickname, password, tryKeyboard: true });
  await once(half, 'ready');
  half.end();
  await expect(connectSsh(api, user.nickname)).rejects.toMatchObject(refused);
});

test('nobody’s word in time is a no', async () => {
  const { user } = await makeLinked(api);
  const late = () =>
    runSql(
      api.config.databaseUrl,
      "update login_challenges set created_at = now() - interval '4 minutes', expires_at = now() where user_id = $1",
      [user.id],
    );
  const { outcome } = await logInByKeyboard(user.nickname, late);
  expect(outcome).toBe('out');
});

test('there is neither shell nor command, and nothing is forwarded', async () => {
  const user = await makeUser(api);
  const ssh = await connectSsh(api, user.nickname);
  await expect(errorOf((done) => ssh.exec('id', done))).resolves.toBeInstanceOf(Error);
  await expect(errorOf((done) => ssh.shell(done))).resolves.toBeInstanceOf(Error);
  await expect(errorOf((done) => ssh.subsys('other', done))).resolves.toBeInstanceOf(Error);
  await expect(
    errorOf((done) => ssh.forwardOut('127.0.0.1', 1, '127.0.0.1', api.app.port, done)),
  ).resolves.toBeInstanceOf(Error);
  await expect(errorOf((done) => ssh.forwardIn('127.0.0.1', 0, done))).resolves.toBeInstanceOf(Error);
  ssh.end();
});

test('an old algorithm is not spoken', async () => {
  const user = await makeUser(api);
  for (const algorithms of [
    { kex: ['diffie-hellman-group14-sha256'] },
    { cipher: ['aes256-cbc'] },
    { hmac: ['hmac-sha1'], cipher: ['aes128-ctr'] },
  ]) {
    await expect(connectSsh(api, user.nickname, { algorithms: algorithms as object })).rejects.toMatchObject({
      level: 'handshake',
    });
  }
});

const greeted = (socket: Socket) => new Promise<'greeted'>((resolve) => socket.once('data', () => resolve('greeted')));

test('who says nothing is not let in without bound', async () => {
  const sockets = Array.from({ length: 40 }, () => connect(portOf(api), '127.0.0.1'));
  const ends = await Promise.all(sockets.map((socket) => Promise.race([greeted(socket), closed(socket)])));
  expect(ends).toContain(undefined);
  for (const socket of sockets) socket.destroy();
});
