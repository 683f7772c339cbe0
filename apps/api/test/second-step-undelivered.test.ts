import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateAccount } from '../../fake-providers/src/chat/account-store.ts';
import { promptQueue, promptsDeliver } from '../src/domains/identity/chat/prompt-queue.ts';
import { askedLogin, linkChat, messagesOf, openLoginSocket, chatOf, withSandbox } from './chat-people.ts';
import { loginBody, makeUser, type TestUser } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

// Whatever happens to the message, the password alone never opens an account that has a chat account.

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: withSandbox });
});
afterAll(() => api[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);

const outstanding = (user: TestUser) =>
  sql("select 1 from login_challenges where user_id = $1 and status in ('WAITING', 'APPROVED')", [user.id]);

/** The settings of Discord, at an address where nothing answers. */
const deadDiscord = {
  CHAT: 'discord',
  DISCORD_API_BASE: 'http://discord.invalid/api',
  DISCORD_CLIENT_ID: '123456789012345678',
  DISCORD_CLIENT_SECRET: 'a-client-secret-for-tests',
  DISCORD_BOT_TOKEN: 'a-bot-token-for-tests',
  DISCORD_PUBLIC_KEY: 'ab'.repeat(32),
  DISCORD_GUILD_ID: '123456789012345679',
  DISCORD_INVITE_URL: 'https://discord.example/invite',
};

test.each([
  ['takes no messages', { allowsMessages: false }],
  ['has left the community', { isMember: false }],
])('an account that %s is told what to do, and the earlier login ends', async (_what, set) => {
  const user = await makeUser(api);
  const account = await linkChat(api, user);
  const earlier = await askedLogin(api, user, account);
  updateAccount(chatOf(api).db, account.id, set);
  await expect(api.anonymous.authLogin({ body: loginBody(user.nickname) })).rejects.toMatchObject({
    status: 503,
    code: 'login_undeliverable',
    message: expect.stringContaining('allow direct messages'),
  });
  await expect(outstanding(user)).resolves.toEqual([]);
  await expect(sql("select 1 from chat_prompts where user_id = $1 and status = 'WAITING'", [user.id])).resolves.toEqual(
    [],
  );
  await expect(openLoginSocket(api, earlier.track_id).ended).resolves.toMatchObject({
    said: { error: 'login_cancelled' },
  });
  await expect(messagesOf(api, account)).resolves.toHaveLength(2);
});

test('a platform that does not answer, or is set up no more, lets nobody in by the password alone', async () => {
  const user = await makeUser(api);
  await linkChat(api, user);
  await sql("update chat_accounts set platform = 'discord' where user_id = $1", [user.id]);
  const { databaseUrl } = api.config;
  await using down = await startTestApi({ databaseUrl, environment: deadDiscord });
  await using off = await startTestApi({ databaseUrl });
  expect(off.app.ctx.chat).toBeNull();
  for (const { anonymous } of [down, off]) {
    await expect(anonymous.authLogin({ body: loginBody(user.nickname) })).rejects.toMatchObject({
      status: 503,
      code: 'chat_unavailable',
    });
  }
  await expect(outstanding(user)).resolves.toEqual([]);

  // A mere notice waits for the platform.
  const notice = { content: 'News', choices: [], payload: { kind: 'notice' as const }, seconds: 3600 };
  await promptQueue(down.app.ctx, down.app.ctx.db, user.id, () => notice);
  await promptsDeliver(down.app.ctx);
  const queued =
    "select status, next_send_at > now() as waits from chat_prompts where user_id = $1 and content = 'News'";
  await expect(sql(queued, [user.id])).resolves.toEqual([{ status: 'WAITING', waits: true }]);
  const chatOff = await fetch(`${off.url}/api/chat/interactions`, { method: 'POST', body: '{"type":1}' });
  expect(chatOff.status).toBe(404);
});

test('what is linked on the sandbox counts there alone', async () => {
  const user = await makeUser(api);
  await linkChat(api, user);
  await using elsewhere = await startTestApi({ databaseUrl: api.config.databaseUrl, environment: deadDiscord });
  const answer = await elsewhere.anonymous.authLogin({ body: loginBody(user.nickname) });
  expect(answer).toHaveProperty('token');
  await expect(api.anonymous.authLogin({ body: loginBody(user.nickname) })).resolves.toHaveProperty('track_id');
});
