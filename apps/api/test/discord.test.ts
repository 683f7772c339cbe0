import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ChatGrant, ChatPlatform } from '../src/integrations/chat/chat-platform.ts';
import { createDiscord } from '../src/integrations/chat/discord/discord.ts';
import {
  findAccount,
  insertAccount,
  type FakeAccount,
  updateAccount,
} from '../../fake-providers/src/chat/account-store.ts';
import { authorise } from '../../fake-providers/src/chat/authorise.ts';
import { listMessages } from '../../fake-providers/src/chat/message-store.ts';
import type { FakeChat } from '../../fake-providers/src/chat/fake-chat.ts';
import { chatPublicKey, startTestProviders, type TestProviders } from './fake-providers.ts';
import { freshName } from './people.ts';

// The Discord adapter over real HTTP: against the stand-in, which behaves like Discord, and against servers that do not.

const allScopes = 'identify email guilds.join';
const question = {
  content: 'Is it you? @everyone',
  buttons: [
    { id: 'no', row: 1, label: 'No', button_type: 'DANGER', link: null },
    { id: '42', row: 0, label: '42', button_type: 'PRIMARY', link: null },
    { id: 'help', row: 1, label: 'Help', button_type: 'LINK', link: 'https://example.org/help' },
  ],
} as const;

let folder: string;
let providers: TestProviders;
let sandbox: FakeChat;
let discord: ChatPlatform;
const servers: Server[] = [];

const publicUrl = 'http://localhost:3000';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-discord-'));
  providers = await startTestProviders(publicUrl, join(folder, 'sandbox.db'));
  sandbox = providers.chat;
  discord = anotherDiscord({});
});

afterAll(async () => {
  await discord.close();
  await providers.close();
  await rm(folder, { recursive: true });
});

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function makeAccount(): Promise<FakeAccount> {
  const account = insertAccount(sandbox.db, freshName());
  if (!account) throw new Error('the sandbox takes no account');
  return account;
}

async function makeGrant(scope = allScopes): Promise<ChatGrant> {
  const { id } = await makeAccount();
  return discord.exchangeCode(authorise(sandbox, { accountId: id, scope }));
}

async function makeMember(): Promise<string> {
  const grant = await makeGrant();
  await discord.joinCommunity(grant);
  return grant.account.id;
}

/** The adapter with another secret, or for another server. */
function anotherDiscord(changed: Partial<Parameters<typeof createDiscord>[0]>): ChatPlatform {
  const { redirectUri, keys } = sandbox;
  const known = { name: 'discord' as const, authorizePage: publicUrl, inviteUrl: publicUrl, redirectUri, ...keys };
  return createDiscord({ ...known, publicKey: chatPublicKey, apiBase: `${providers.url}/api`, ...changed });
}

/** Starts a server in place of Discord's. @returns its base URL */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

/** Refuses this many times with a Retry-After of so many seconds, and then answers. */
function limitedFor(seconds: number, times: number): Promise<string> {
  let left = times;
  return serve((request, response) => {
    const isLimited = left-- > 0;
    const answer = request.url?.endsWith('/messages') ? { id: '3', channel_id: '2' } : { id: '2' };
    response.writeHead(isLimited ? 429 : 200, {
      'content-type': 'application/json',
      ...(isLimited ? { 'retry-after': String(seconds) } : {}),
    });
    response.end(JSON.stringify(isLimited ? { message: 'You are being rate limited.', retry_after: seconds } : answer));
  });
}

const refused = (code: string) => expect.objectContaining({ name: 'ChatError', code });

test('a player is asked for just what is needed, and comes back with the state', () => {
  const url = new URL(discord.authorizeUrl('the state'));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: sandbox.keys.clientId,
    scope: allScopes,
    state: 'the state',
    redirect_uri: 'http://localhost:3000/account/verification',
    prompt: 'consent',
  });
});

test('a code becomes tokens and an account, once', async () => {
  const { id, name } = await makeAccount();
  const code = authorise(sandbox, { accountId: id, scope: allScopes });
  const grant = await discord.exchangeCode(code);
  expect(grant).toMatchObject({ scope: allScopes, account: { id, username: name, email: `${id}@sandbox.invalid` } });
  expect(grant.expiresAt.getTime() - Date.now()).toBeGreaterThan(6 * 24 * 3600 * 1000);
  await expect(discord.exchangeCode(code)).rejects.toEqual(refused('code_invalid'));
});

test('of 20 exchanges of one code at once one succeeds', async () => {
  const { id } = await makeAccount();
  const code = authorise(sandbox, { accountId: id, scope: allScopes });
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => discord.exchangeCode(code)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a code that is made up, expired, for another page or without the identity is none', async () => {
  await expect(discord.exchangeCode('made up')).rejects.toEqual(refused('code_invalid'));
  const { id } = await makeAccount();
  const expired = authorise(sandbox, { accountId: id, scope: allScopes });
  sandbox.db.prepare('update codes set expires_at = ?').run(Date.now() - 1_000);
  await expect(discord.exchangeCode(expired)).rejects.toEqual(refused('code_invalid'));
  const elsewhere = authorise(
    { ...sandbox, redirectUri: 'http://localhost:3000/elsewhere' },
    { accountId: id, scope: allScopes },
  );
  await expect(discord.exchangeCode(elsewhere)).rejects.toEqual(refused('code_invalid'));
  await expect(makeGrant('guilds.join')).rejects.toEqual(refused('code_invalid'));
});

test('an account without a verified address has none', async () => {
  const grant = await makeGrant('identify guilds.join');
  expect(grant.account.email).toBeNull();
});

test('a wrong client secret is no fault of the code', async () => {
  const { id } = await makeAccount();
  const code = authorise(sandbox, { accountId: id, scope: allScopes });
  const wrong = anotherDiscord({ clientSecret: 'wrong' });
  await expect(wrong.exchangeCode(code)).rejects.toEqual(refused('unavailable'));
  await expect(wrong.revoke('some token')).rejects.toEqual(refused('unavailable'));
  expect((await discord.exchangeCode(code)).account.id).toBe(id);
});

test('an account joins the community, and may be in it already', async () => {
  const grant = await makeGrant();
  await discord.joinCommunity(grant);
  await discord.joinCommunity(grant);
  expect(findAccount(sandbox.db, grant.account.id)).toMatchObject({ isMember: true });
});

test('without its consent an account is not added', async () => {
  const grant = await makeGrant();
  await expect(discord.joinCommunity({ ...grant, accessToken: 'made up' })).rejects.toEqual(refused('join_refused'));
  const { account } = await makeGrant();
  await expect(discord.joinCommunity({ ...grant, account })).rejects.toEqual(refused('join_refused'));
  await expect(makeGrant('identify').then((narrow) => discord.joinCommunity(narrow))).rejects.toEqual(
    refused('join_refused'),
  );
});

test('what only the operator can mend is said to be unavailable', async () => {
  const grant = await makeGrant();
  const wrongBot = anotherDiscord({ botToken: 'wrong' });
  await expect(wrongBot.joinCommunity(grant)).rejects.toEqual(refused('unavailable'));
  // The library throws its token away after the first 401.
  await expect(wrongBot.joinCommunity(grant)).rejects.toMatchObject({ message: expect.stringContaining('401') });
  await expect(anotherDiscord({ guildId: '199999999999999999' }).joinCommunity(grant)).rejects.toEqual(
    refused('unavailable'),
  );
});

test('a revoked consent is over, both its tokens', async () => {
  const grant = await makeGrant();
  await discord.revoke(grant.refreshToken);
  await expect(discord.joinCommunity(grant)).rejects.toEqual(refused('join_refused'));
  await discord.revoke(grant.accessToken);
  await discord.revoke('made up');
});

test('a message arrives with its buttons in rows, and is replaced by one without', async () => {
  const accountId = await makeMember();
  const sent = await discord.sendMessage(accountId, question);
  const [message] = listMessages(sandbox.db, accountId);
  expect(message).toMatchObject({
    id: sent.messageId,
    content: question.content,
    editedAt: null,
    components: [
      { type: 1, components: [{ type: 2, style: 1, label: '42', custom_id: '42' }] },
      {
        type: 1,
        components: [
          { type: 2, style: 4, label: 'No', custom_id: 'no' },
          { type: 2, style: 5, label: 'Help', url: 'https://example.org/help' },
        ],
      },
    ],
  });
  await discord.replaceMessage(sent, 'Answered.');
  const [after] = listMessages(sandbox.db, accountId);
  expect(after).toMatchObject({ id: sent.messageId, content: 'Answered.', components: [] });
  expect(after?.editedAt).toBeInstanceOf(Date);
});

test('a message that is gone need not be replaced', async () => {
  const accountId = await makeMember();
  const sent = await discord.sendMessage(accountId, question);
  sandbox.db.prepare('delete from messages where id = ?').run(sent.messageId);
  await expect(discord.replaceMessage(sent, 'Answered.')).resolves.toBeUndefined();
  await expect(discord.replaceMessage({ channelId: '1', messageId: '1' }, 'Answered.')).resolves.toBeUndefined();
});

test('an account that has left, closed its messages or never was gets none', async () => {
  const accountId = await makeMember();
  updateAccount(sandbox.db, accountId, { allowsMessages: false });
  await expect(discord.sendMessage(accountId, question)).rejects.toMatchObject({
    code: 'undeliverable',
    message: expect.stringContaining('50007'),
  });
  updateAccount(sandbox.db, accountId, { allowsMessages: true, isMember: false });
  await expect(discord.sendMessage(accountId, question)).rejects.toMatchObject({
    code: 'undeliverable',
    message: expect.stringContaining('50278'),
  });
  await expect(discord.sendMessage('1', question)).rejects.toEqual(refused('undeliverable'));
});

test('what Discord would not take is a fault of ours, and is not sent', async () => {
  const accountId = await makeMember();
  const [button] = question.buttons;
  await expect(
    discord.sendMessage(accountId, { content: 'x', buttons: [{ ...button, label: 'x'.repeat(81) }] }),
  ).rejects.toThrow(RangeError);
  const six = Array.from({ length: 6 }, (_, index) => ({ ...button, id: String(index) }));
  await expect(discord.sendMessage(accountId, { content: 'x', buttons: six })).rejects.toThrow(RangeError);
  await expect(discord.sendMessage(accountId, { content: 'x'.repeat(2001), buttons: [] })).rejects.toThrow(RangeError);
  await expect(
    discord.sendMessage(accountId, { content: 'x', buttons: [{ ...button, button_type: 'LINK' }] }),
  ).rejects.toThrow(RangeError);
});

test('a server that fails, hangs up, speaks nonsense or is not there is unavailable', async () => {
  const failing = await serve((_request, response) => response.writeHead(502).end('bad gateway'));
  const hangingUp = await serve((request) => request.socket.destroy());
  const nonsense = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello": 1}'),
  );
  const elsewhere = await serve((_request, response) => response.writeHead(302, { location: '/' }).end());
  for (const base of [failing, hangingUp, nonsense, elsewhere, 'http://127.0.0.1:1/api']) {
    const broken = anotherDiscord({ apiBase: base });
    await expect(broken.sendMessage('1', question)).rejects.toEqual(refused('unavailable'));
    await expect(broken.exchangeCode('code')).rejects.toEqual(refused('unavailable'));
  }
});

test('a failure that passes is tried once more, and the message stands once', async () => {
  const accountId = await makeMember();
  let lost = 0;
  // Passes everything on, but loses the first answer to a message.
  const losing = await serve((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { authorization = '' } = request.headers;
      const passed = await fetch(`${providers.url}${request.url}`, {
        method: request.method ?? '',
        headers: { authorization, 'content-type': 'application/json' },
        body: Buffer.concat(chunks),
      });
      const body = await passed.text();
      const isLost = request.url?.endsWith('/messages') && lost++ === 0;
      response.writeHead(isLost ? 504 : passed.status, { 'content-type': 'application/json' }).end(body);
    })();
  });
  const sent = await anotherDiscord({ apiBase: losing }).sendMessage(accountId, question);
  expect(lost).toBe(2);
  const messages = listMessages(sandbox.db, accountId);
  expect(messages.map(({ id }) => id)).toEqual([sent.messageId]);
});

test('a silent server is given up', async () => {
  const silent = anotherDiscord({ apiBase: await serve(() => {}) });
  await expect(silent.sendMessage('1', question)).rejects.toEqual(refused('unavailable'));
});

test('a short limit is waited for, a long one not', async () => {
  const short = anotherDiscord({ apiBase: await limitedFor(0.2, 2) });
  expect(await short.sendMessage('1', question)).toEqual({ channelId: '2', messageId: '3' });
  const long = anotherDiscord({ apiBase: await limitedFor(60, 1) });
  const endless = anotherDiscord({ apiBase: await limitedFor(0.2, Infinity) });
  const givenUp: string[] = [];
  const isGivenUp = async (which: string, discord: typeof long) => {
    await expect(discord.sendMessage('1', question)).rejects.toEqual(refused('unavailable'));
    givenUp.push(which);
  };
  // For the endless one the total time of all attempts must be exceeded.
  await Promise.all([isGivenUp('endless', endless), isGivenUp('long', long)]);
  expect(givenUp).toEqual(['long', 'endless']);
});

test('an error says what was refused, and holds no secret', async () => {
  const grant = await makeGrant();
  const fault = await anotherDiscord({ guildId: '199999999999999999' })
    .joinCommunity({ ...grant, accessToken: 'very secret' })
    .catch((error: unknown) => error);
  expect(fault).toMatchObject({ message: expect.stringContaining('10004') });
  expect(inspect(fault, { depth: null })).not.toContain('very secret');
});

test('the sandbox is the same after a restart, and old messages go', async () => {
  const accountId = await makeMember();
  const sent = await discord.sendMessage(accountId, question);
  const again = await startTestProviders(publicUrl, join(folder, 'sandbox.db'));
  const platform = anotherDiscord({ apiBase: `${again.url}/api` });
  await platform.replaceMessage(sent, 'After the restart.');
  expect(listMessages(again.chat.db, accountId)).toMatchObject([{ content: 'After the restart.' }]);
  again.chat.db.prepare('update messages set created_at = ?').run(Date.now() - 25 * 3_600_000);
  again.sweep();
  expect(listMessages(again.chat.db, accountId)).toEqual([]);
  await platform.sendMessage(accountId, question);
  await platform.close();
  await again.close();
});
