import { generateKeyPairSync } from 'node:crypto';
import type { TokenPair } from '@realmkeep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatSweep } from '../src/domains/identity/chat/chat-sweep.ts';
import {
  anyTokens,
  askedLogin,
  beginLogin,
  buttonId,
  buttonsOf,
  countSessions,
  interact,
  latestMessage,
  makeAsked,
  makeChatAccount,
  makeLinked,
  messagesOf,
  openLoginSocket,
  press,
  pressBody,
  refusedLogin,
  withSandbox,
} from './chat-people.ts';
import { password } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: withSandbox });
});
afterAll(() => api[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);

const endOf = (challengeId: string) => openLoginSocket(api, challengeId).ended;

async function statusOf(userId: string): Promise<unknown[]> {
  const rows = await sql('select status from login_challenges where user_id = $1 order by created_at', [userId]);
  return rows.map((row) => row['status']);
}

describe('the question', () => {
  test('says who, from where, with what and when, and offers three numbers and a no', async () => {
    const { user, account } = await makeLinked(api);
    const response = await fetch(`${api.url}/api/auth`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 **bold** @everyone',
      },
      body: JSON.stringify({ username: user.nickname, user_password: password, token_name: 'test' }),
    });
    const { data } = (await response.json()) as { data: { track_id: string; match: string; expires: string } };
    expect(data.track_id).toMatch(/^[\w-]{43}$/);
    expect(data.match).toMatch(/^[1-9]\d$/);
    expect(Date.parse(data.expires)).toBeGreaterThan(Date.now() + 170_000);
    expect(Date.parse(data.expires)).toBeLessThan(Date.now() + 190_000);

    const message = await latestMessage(api, account);
    expect(message.content).toContain(user.nickname.replaceAll('_', String.raw`\_`));
    expect(message.content).toMatch(
      /IP address: (127\.0\.0\.1|::1)\nBrowser: Firefox, Linux\nTime: \d+ \w+ \d{4} at \d\d:\d\d UTC\n/,
    );
    expect(message.content).not.toMatch(/bold|everyone/);
    const labels = buttonsOf(message).map(({ label }) => label);
    expect(labels).toEqual([...Array<unknown>(3).fill(expect.stringMatching(/^[1-9]\d$/)), 'Reject']);
    expect(new Set(labels).size).toBe(4);
    expect(labels).toContain(data.match);
  });

  test.each([
    ['ru', 'Отклонить', 'Вы отклонили вход.'],
    ['pl', 'Odrzuć', 'Logowanie zostało odrzucone.'],
  ])('is asked and answered in the language of the account: %s', async (language, reject, said) => {
    const { user, account } = await makeLinked(api);
    await sql('update users set language = $1 where id = $2', [language, user.id]);
    const login = await askedLogin(api, user, account);
    await expect(login.answer(reject)).resolves.toContain(said);
  });

  test('is nowhere in the database in a form that helps to answer it', async () => {
    const { user, login } = await makeAsked(api);
    const [row] = await sql(
      'select c::text as challenge, p::text as prompt from login_challenges c join chat_prompts p on p.id = c.prompt_id where c.user_id = $1',
      [user.id],
    );
    expect(JSON.stringify(row)).not.toContain(login.track_id);
    expect(JSON.stringify(row)).not.toContain(Buffer.from(login.track_id).toString('hex'));
    expect(JSON.stringify(row)).not.toContain(Buffer.from(login.track_id, 'base64url').toString('hex'));
  });
});

describe('the answer', () => {
  test('yes: the socket that waits is given the tokens, and only then there is a session', async () => {
    const { user, login } = await makeAsked(api);
    const before = await countSessions(api, user.id);
    const { opened, ended } = openLoginSocket(api, login.track_id);
    await opened;
    await expect(login.approve()).resolves.toBe('You have confirmed the login.');
    const { said, code } = await ended;
    expect({ said, code }).toEqual({ said: anyTokens, code: 1000 });
    await expect(countSessions(api, user.id)).resolves.toBe(before + 1);
    const { token } = said as TokenPair;
    await expect(api.clientWith(token).userMe()).resolves.toMatchObject({ nickname: user.nickname });
  });

  test('takes the place of the message, and of its buttons', async () => {
    const { account, login } = await makeAsked(api);
    const form = { account: account.id, message: login.message.id, button: buttonId(login.message, login.match) };
    await fetch(`${api.providers?.url}/sandbox/chat/press`, {
      method: 'POST',
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
    await expect(latestMessage(api, account)).resolves.toMatchObject({
      id: login.message.id,
      content: 'You have confirmed the login.',
      components: [],
    });
    await expect(endOf(login.track_id)).resolves.toEqual({ said: anyTokens, code: 1000 });
  });

  test('yes before the socket has come: it is given the tokens at once', async () => {
    const { user, login } = await makeAsked(api);
    const before = await countSessions(api, user.id);
    await login.approve();
    await expect(countSessions(api, user.id)).resolves.toBe(before);
    await expect(endOf(login.track_id)).resolves.toEqual({ said: anyTokens, code: 1000 });
  });

  test('no, and a wrong number, are a no', async () => {
    for (const answer of ['Reject', 'wrong'] as const) {
      const { user, login } = await makeAsked(api);
      const before = await countSessions(api, user.id);
      const { opened, ended } = openLoginSocket(api, login.track_id);
      await opened;
      await login.answer(answer === 'wrong' ? login.wrong : answer);
      await expect(ended).resolves.toEqual(refusedLogin('login_rejected'));
      // Later answers get the same reply, and the right number changes nothing.
      await expect(login.approve()).resolves.toBe('This message has already been answered. Nothing was changed.');
      await expect(endOf(login.track_id)).resolves.toEqual(refusedLogin('login_rejected'));
      await expect(countSessions(api, user.id)).resolves.toBe(before);
    }
  });

  test('of 50 at once counts once', async () => {
    const { user, account, login } = await makeAsked(api);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login.answer(index % 2 ? login.match : login.wrong)),
    );
    const first = answers.filter((said) => !said.startsWith('This message has already been answered'));
    expect(first).toHaveLength(1);
    const yes = first[0] === 'You have confirmed the login.';
    await expect(statusOf(user.id)).resolves.toEqual([yes ? 'APPROVED' : 'REJECTED']);
    await expect(endOf(login.track_id)).resolves.toEqual(
      yes ? { said: anyTokens, code: 1000 } : refusedLogin('login_rejected'),
    );
    await expect(messagesOf(api, account)).resolves.toHaveLength(2);
  });

  test('counts from the account that was asked alone, on the message that was sent, with a button that it has', async () => {
    const { user, account, login } = await makeAsked(api);
    const { account: other } = await makeLinked(api);
    const stranger = await makeChatAccount(api);
    const older = (await messagesOf(api, account))[1];
    const right = {
      accountId: account.id,
      messageId: login.message.id,
      buttonId: buttonId(login.message, login.match),
    };
    const [promptId] = right.buttonId.split('.');
    for (const wrong of [
      { accountId: other.id },
      { accountId: stranger.id },
      { messageId: older?.id ?? '' },
      { buttonId: `${promptId}.10x` },
      { buttonId: `${promptId}.` },
      { buttonId: 'anything at all' },
      { buttonId: right.buttonId.replace(/^.{8}/, '00000000') },
    ]) {
      await expect(press(api, { ...right, ...wrong })).resolves.toBe(
        'This message can no longer be answered. Nothing was changed.',
      );
    }
    await expect(statusOf(user.id)).resolves.toEqual(['WAITING']);
    await expect(press(api, right)).resolves.toBe('You have confirmed the login.');
  });

  test('may come before the platform has told where the message lies', async () => {
    const { user, login } = await makeAsked(api);
    await sql('update chat_prompts set channel_id = null, message_id = null where user_id = $1', [user.id]);
    await login.approve();
    await expect(statusOf(user.id)).resolves.toEqual(['APPROVED']);
  });

  test('counts only when it is signed, now, by the platform, as it came', async () => {
    const { user, account, login } = await makeAsked(api);
    const pressed = {
      accountId: account.id,
      messageId: login.message.id,
      buttonId: buttonId(login.message, login.match),
    };
    const body = pressBody(pressed);
    const { privateKey } = generateKeyPairSync('ed25519');
    const statuses = await Promise.all([
      interact(api, body, { key: privateKey }),
      interact(api, body, { secondsAgo: 301 }),
      interact(api, body, { secondsAgo: -310 }),
      fetch(`${api.url}/api/chat/interactions`, { method: 'POST', body }),
      fetch(`${api.url}/api/chat/interactions`, { method: 'POST' }),
    ]).then((responses) => responses.map(({ status }) => status));
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    await expect(statusOf(user.id)).resolves.toEqual(['WAITING']);
    const large = await interact(api, `${body}${' '.repeat(70_000)}`);
    expect(large.status).toBe(413);
    const ping = await interact(api, '{"type":1}');
    await expect(ping.json()).resolves.toEqual({ type: 1 });
  });
});

describe('a login is called off', () => {
  test('by a newer one, whose own goes on', async () => {
    const { user, account, login: older } = await makeAsked(api);
    const { opened, ended } = openLoginSocket(api, older.track_id);
    await opened;
    const newer = await askedLogin(api, user, account);
    await expect(ended).resolves.toEqual(refusedLogin('login_cancelled'));
    const replaced = (await messagesOf(api, account)).find(({ id }) => id === older.message.id);
    expect(replaced).toMatchObject({ content: expect.stringContaining('has been cancelled'), components: [] });
    await expect(older.approve()).resolves.toContain('can no longer be answered');
    await expect(statusOf(user.id)).resolves.toEqual(['CANCELLED', 'WAITING']);
    await newer.approve();
    await expect(endOf(newer.track_id)).resolves.toEqual({ said: anyTokens, code: 1000 });
  });

  test('so that of 20 at once one remains', async () => {
    const { user } = await makeLinked(api);
    await Promise.all(Array.from({ length: 20 }, () => beginLogin(api, user.nickname)));
    expect((await statusOf(user.id)).filter((status) => status === 'WAITING')).toHaveLength(1);
  });

  test('by a change of the password, also after the yes', async () => {
    const { user, login } = await makeAsked(api);
    const { opened, ended } = openLoginSocket(api, login.track_id);
    await opened;
    const change = { oldPassword: password, newPassword: 'another password', repeatNewPassword: 'another password' };
    await user.client.userPasswordChange({ body: change });
    await expect(ended).resolves.toEqual(refusedLogin('login_cancelled'));

    const { user: second, login: approved } = await makeAsked(api);
    await approved.approve();
    await second.client.userPasswordChange({ body: change });
    await expect(endOf(approved.track_id)).resolves.toEqual(refusedLogin('login_cancelled'));
  });

  test('by a block, and by its delivery, should the account have changed unseen', async () => {
    const { user, login } = await makeAsked(api);
    await login.approve();
    await sql('update users set blocked_at = now() where id = $1', [user.id]);
    await expect(endOf(login.track_id)).resolves.toEqual(refusedLogin('login_cancelled'));

    const { user: second, login: changed } = await makeAsked(api);
    const before = await countSessions(api, second.id);
    await changed.approve();
    await sql('update login_challenges set token_version = token_version - 1 where user_id = $1', [second.id]);
    await expect(endOf(changed.track_id)).resolves.toEqual(refusedLogin('login_cancelled'));
    await expect(countSessions(api, second.id)).resolves.toBe(before);
  });

  test('by whoever waits for it, and not by who holds the id of an older one', async () => {
    const { user, account, login } = await makeAsked(api);
    const cancel = (track_id: string) => api.anonymous.authLoginCancel({ body: { track_id } });
    await cancel(login.track_id);
    await expect(endOf(login.track_id)).resolves.toEqual(refusedLogin('login_cancelled'));
    await expect(login.approve()).resolves.toContain('no longer');
    await expect(messagesOf(api, account)).resolves.toMatchObject([{ components: [] }, {}]);

    const next = await askedLogin(api, user, account);
    await cancel(login.track_id);
    await cancel('nobody has this');
    await expect(statusOf(user.id)).resolves.toEqual(['CANCELLED', 'WAITING']);
    await next.approve();
    await cancel(next.track_id);
    await expect(endOf(next.track_id)).resolves.toEqual(refusedLogin('login_cancelled'));
    // A second call changes nothing.
    await cancel(next.track_id);
    await expect(statusOf(user.id)).resolves.toEqual(['CANCELLED', 'CANCELLED']);
    await expect(countSessions(api, user.id)).resolves.toBe(1);
  });

  test('by unlinking the chat account', async () => {
    const { user, login } = await makeAsked(api);
    const { opened, ended } = openLoginSocket(api, login.track_id);
    await opened;
    await user.client.chatUnlink({ body: { user_password: password } });
    await expect(ended).resolves.toEqual(refusedLogin('login_cancelled'));
    await expect(login.approve()).resolves.toContain('can no longer be answered');
  });
});

test('what is a day old is removed, prompts with their logins', async () => {
  const { user } = await makeAsked(api);
  await sql("update chat_prompts set timeout_at = now() - interval '25 h' where user_id = $1", [user.id]);
  await chatSweep(api.app.ctx);
  await expect(statusOf(user.id)).resolves.toEqual([]);
  await expect(sql('select 1 from chat_prompts where user_id = $1', [user.id])).resolves.toEqual([]);
});
