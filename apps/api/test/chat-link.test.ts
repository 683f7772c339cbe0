import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unseal } from '../src/domains/identity/chat/sealed.ts';
import { findAccount, type FakeAccount, updateAccount } from '../../fake-providers/src/chat/account-store.ts';
import { consent, linkChat, makeChatAccount, messagesOf, chatOf, withSandbox } from './chat-people.ts';
import { loginBody, makeUser, password, type TestUser } from './people.ts';
import type { TestProviders } from './fake-providers.ts';
import { runSql } from '@realmkeep/testkit/sql';
import type { Consent } from './sandbox-consent.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: withSandbox });
});
afterAll(() => api[Symbol.asyncDispose]());

const hash = (text: string) => createHash('sha256').update(text).digest();
const verify = (who: TestUser, body: Consent) => who.client.chatVerify({ body });
const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);
const linksOf = (user: TestUser) => sql('select * from chat_accounts where user_id = $1', [user.id]);
const needsSecondStep = async (user: TestUser) =>
  'track_id' in (await api.anonymous.authLogin({ body: loginBody(user.nickname) }));

/** The consents that the platform considers valid. */
const grantsOf = async (account: FakeAccount) =>
  chatOf(api).db.prepare('select 1 from grants where account_id = ?').all(account.id).length;

/** A proxy to the chat platform that forwards everything, but messages only once they are released. */
async function slowChat({ url }: TestProviders) {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const passOn = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url?.endsWith('/messages')) {
      reached.resolve();
      await released.promise;
    }
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const passed = await fetch(`${url}${request.url}`, {
      method: request.method ?? '',
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      redirect: 'manual',
    });
    const headers = Object.fromEntries([...passed.headers].filter(([name]) => /^(content-type|location)$/.test(name)));
    response.writeHead(passed.status, headers).end(await passed.text());
  };
  const server = createServer((request, response) => {
    // The platform may have ended; then nobody needs the answer.
    passOn(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    reached: reached.promise,
    release: released.resolve,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('linking', () => {
  test('joins the community, sends a first message, and asks for the second step from then on', async () => {
    const user = await makeUser(api);
    await sql("update users set language = 'pl' where id = $1", [user.id]);
    const account = await makeChatAccount(api);
    await expect(needsSecondStep(user)).resolves.toBe(false);
    const linked = await user.client.chatVerify({ body: await consent(user, account) });
    expect(linked).toEqual({ username: account.name, invite: api.providers?.environment['DISCORD_INVITE_URL'] });

    expect(findAccount(chatOf(api).db, account.id)).toMatchObject({ isMember: true });
    const messages = await messagesOf(api, account);
    expect(messages).toMatchObject([{ content: expect.stringContaining('jest właśnie łączone'), components: [] }]);
    expect(messages[0]?.content).toContain(user.nickname.replaceAll('_', String.raw`\_`));
    await expect(needsSecondStep(user)).resolves.toBe(true);
    await expect(linksOf(user)).resolves.toMatchObject([
      {
        platform: 'sandbox',
        external_id: account.id,
        username: account.name,
        email: `${account.id}@sandbox.invalid`,
        scope: 'identify email guilds.join',
      },
    ]);
  });

  test('keeps the tokens of the platform where nobody can read them', async () => {
    const user = await makeUser(api);
    const account = await linkChat(api, user);
    const [row] = await linksOf(user);
    const { tokenKey } = api.config.secrets;
    const grant = chatOf(api).db.prepare('select * from grants where account_id = ?').get(account.id);
    for (const [column, hashColumn] of [
      ['token', 'access_hash'],
      ['refresh_token', 'refresh_hash'],
    ] as const) {
      const sealed = row?.[column] as Buffer;
      const token = unseal(tokenKey, `sandbox:${user.id}:${column}`, sealed);
      expect(hash(token).equals(grant?.[hashColumn] as Uint8Array)).toBe(true);
      expect(sealed.includes(token)).toBe(false);
      expect(JSON.stringify(row)).not.toContain(token);
      expect(() => unseal(tokenKey, `sandbox:${user.id}:scope`, sealed)).toThrow(Error);
    }
  });

  test('takes a state once, from the player it was made for, within ten minutes', async () => {
    const [user, other] = [await makeUser(api), await makeUser(api)];
    const account = await makeChatAccount(api);
    const invalid = { status: 400, code: 'chat_state_invalid' };

    const back = await consent(user, account);
    await expect(verify(other, back)).rejects.toMatchObject(invalid);
    await expect(verify(user, { ...back, state: `${back.state}x` })).rejects.toMatchObject(invalid);
    await expect(verify(user, { ...back, code: 'no such code' })).rejects.toMatchObject({
      status: 400,
      code: 'chat_code_invalid',
    });
    await expect(verify(user, back)).rejects.toMatchObject(invalid);

    const late = await consent(user, account);
    await sql("update chat_link_states set expires_at = now() - interval '1 s' where user_id = $1", [user.id]);
    await expect(verify(user, late)).rejects.toMatchObject(invalid);
    await expect(linksOf(user)).resolves.toEqual([]);

    const [row] = await sql(
      'select extract(epoch from max(expires_at) - now())::float as seconds from chat_link_states',
    );
    expect(row?.['seconds'] ?? 0).toBeLessThanOrEqual(600);
    const good = await consent(user, account);
    await expect(sql('select hash::text from chat_link_states')).resolves.not.toContainEqual({ hash: good.state });
    await expect(verify(user, good)).resolves.toBeDefined();
  });

  test('of 20 visits that a player begins at once the newest five count', async () => {
    const user = await makeUser(api);
    await Promise.all(Array.from({ length: 20 }, () => user.client.chatLink({ body: { user_password: password } })));
    await expect(sql('select 1 from chat_link_states where user_id = $1', [user.id])).resolves.toHaveLength(5);
  });

  test('takes a chat account for one player, whoever comes with it, and returns the consent of the others', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => makeUser(api)));
    const account = await makeChatAccount(api);
    const results = await Promise.allSettled(users.map((user) => linkChat(api, user, account)));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(refusals).toHaveLength(9);
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 409, code: 'chat_account_taken' });
    await expect(sql('select 1 from chat_accounts where external_id = $1', [account.id])).resolves.toHaveLength(1);
    await expect(grantsOf(account)).resolves.toBe(1);

    const before = (await messagesOf(api, account)).length;
    await expect(linkChat(api, await makeUser(api), account)).rejects.toMatchObject({ code: 'chat_account_taken' });
    await expect(messagesOf(api, account)).resolves.toHaveLength(before);
  });

  test('comes to nothing when the password is changed while it is under way', async () => {
    if (!api.providers) throw new Error('no provider is played');
    await using slow = await slowChat(api.providers);
    const environment = { ...withSandbox, DISCORD_API_BASE: slow.apiBase };
    const { databaseUrl } = api.config;
    await using waiting = await startTestApi({ databaseUrl, providers: api.providers, environment });
    const user = await makeUser(waiting);
    const account = await makeChatAccount(api);
    const back = await consent(user, account);
    const linking = verify(user, back).catch((error: unknown) => error);
    await slow.reached;
    const newPassword = `${password} of later`;
    await user.client.userPasswordChange({
      body: { oldPassword: password, newPassword, repeatNewPassword: newPassword },
    });
    slow.release();
    await expect(linking).resolves.toMatchObject({ status: 401 });
    await expect(linksOf(user)).resolves.toEqual([]);
    await expect(grantsOf(account)).resolves.toBe(0);
  });

  test('takes one chat account for a player, however many come at once', async () => {
    const user = await makeUser(api);
    const accounts = await Promise.all(Array.from({ length: 5 }, () => makeChatAccount(api)));
    const visits = await Promise.all(accounts.map((account) => consent(user, account)));
    const results = await Promise.allSettled(visits.map((body) => user.client.chatVerify({ body })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(linksOf(user)).resolves.toHaveLength(1);
    const grants = await Promise.all(accounts.map(grantsOf));
    expect(grants.reduce((sum, count) => sum + count, 0)).toBe(1);
    await expect(user.client.chatLink({ body: { user_password: password } })).rejects.toMatchObject({
      status: 409,
      code: 'chat_already_linked',
    });
  });

  test('links nothing that no message reaches, and nothing that may not join', async () => {
    const user = await makeUser(api);
    const account = await makeChatAccount(api);
    updateAccount(chatOf(api).db, account.id, { allowsMessages: false });
    await expect(linkChat(api, user, account)).rejects.toMatchObject({ status: 409, code: 'chat_undeliverable' });

    const little = await consent(user, account, 'identify email');
    await expect(user.client.chatVerify({ body: little })).rejects.toMatchObject({
      status: 409,
      code: 'chat_join_refused',
    });
    await expect(linksOf(user)).resolves.toEqual([]);
    await expect(grantsOf(account)).resolves.toBe(0);
    await expect(needsSecondStep(user)).resolves.toBe(false);

    updateAccount(chatOf(api).db, account.id, { allowsMessages: true });
    await linkChat(api, user, account);
    await expect(needsSecondStep(user)).resolves.toBe(true);
  });

  test('needs a chat platform', async () => {
    await using off = await startTestApi();
    const { client } = await makeUser(off);
    const unavailable = { status: 503, code: 'chat_unavailable' };
    await expect(client.chatLink({ body: { user_password: password } })).rejects.toMatchObject(unavailable);
    await expect(client.chatVerify({ body: { code: 'x', state: 'x' } })).rejects.toMatchObject(unavailable);
  });

  test('sends no more messages than a player may get', async () => {
    await using strict = await startTestApi({ environment: { ...withSandbox, MESSAGES_PER_10_MINUTES: '1' } });
    const user = await makeUser(strict);
    const [first, second] = [await makeChatAccount(strict), await makeChatAccount(strict)];
    await linkChat(strict, user, first);
    await user.client.chatUnlink({ body: { user_password: password } });
    await expect(linkChat(strict, user, second)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    await expect(messagesOf(strict, second)).resolves.toEqual([]);
  });

  test('wants the password, and limits the guesses', async () => {
    await using strict = await startTestApi({ environment: { ...withSandbox, LOGINS_PER_ACCOUNT: '2' } });
    const user = await makeUser(strict);
    const begin = (user_password: string) => user.client.chatLink({ body: { user_password } });
    await expect(begin('not it')).rejects.toMatchObject({ status: 400, code: 'chat_password_wrong' });
    await expect(begin(password)).resolves.toMatchObject({ url: expect.any(String) });
    // The right code resets the count of wrong ones.
    for (const guess of ['one', 'two']) await expect(begin(guess)).rejects.toMatchObject({ status: 400 });
    await expect(begin(password)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  });
});

describe('unlinking', () => {
  test('wants the password, returns the consent, and the account may be linked again, by whoever has it', async () => {
    const [user, other] = [await makeUser(api), await makeUser(api)];
    const account = await linkChat(api, user);
    const wrong = user.client.chatUnlink({ body: { user_password: 'not it' } });
    await expect(wrong).rejects.toMatchObject({ status: 400, code: 'chat_password_wrong' });
    await expect(needsSecondStep(user)).resolves.toBe(true);

    await user.client.chatUnlink({ body: { user_password: password } });
    await expect(needsSecondStep(user)).resolves.toBe(false);
    await expect(grantsOf(account)).resolves.toBe(0);
    const again = user.client.chatUnlink({ body: { user_password: password } });
    await expect(again).rejects.toMatchObject({ status: 404, code: 'chat_not_linked' });

    await linkChat(api, user, account);
    await expect(needsSecondStep(user)).resolves.toBe(true);
    await user.client.chatUnlink({ body: { user_password: password } });
    await linkChat(api, other, account);
    await linkChat(api, user);
    await expect(needsSecondStep(user)).resolves.toBe(true);
    await expect(needsSecondStep(other)).resolves.toBe(true);
  });

  test('limits the guesses', async () => {
    await using strict = await startTestApi({ environment: { ...withSandbox, LOGINS_PER_ACCOUNT: '2' } });
    const user = await makeUser(strict);
    await linkChat(strict, user);
    for (const user_password of ['one', 'two']) {
      await expect(user.client.chatUnlink({ body: { user_password } })).rejects.toMatchObject({
        code: 'chat_password_wrong',
      });
    }
    await expect(user.client.chatUnlink({ body: { user_password: password } })).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
  });
});
