import type { Page } from 'playwright-core';

/** Players made past the forms, by the same calls that the pages make. */

export const password = 'a good password';

/** Settings for a test whose browsers all have the same address. */
export const manyPlayers = [
  '--credentials-per-minute',
  '1000',
  '--registrations-per-hour',
  '1000',
  '--requests-per-minute',
  '100000',
];

/** What a browser keeps of a session, by the names of its local storage. */
export interface Tokens extends Record<string, string> {
  token: string;
}

interface Call {
  method?: string;
  token?: string;
  body?: object;
}

/** @throws Error with what the api said instead */
async function call<T>(url: string, path: string, { method = 'POST', token, body }: Call): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data, error, message } = (await answer.json()) as { data: T; error: string | null; message: string };
  if (error !== null) throw new Error(`${path}: ${error}: ${message}`);
  return data;
}

/** @param url of the product */
export async function register(url: string, username: string, language = 'en'): Promise<void> {
  await call(url, '/register', { body: { username, password, referrer_username: null, language } });
}

export function logIn(url: string, username: string): Promise<Tokens> {
  return call(url, '/auth', { body: { username, user_password: password, token_name: 'Realmkeep website' } });
}

/** Logs the page's browser in, from a page that asks for nothing. @param url of the product */
export async function keepTokens(page: Page, url: string, tokens: Tokens): Promise<void> {
  await page.goto(`${url}/robots.txt`);
  await page.evaluate((held) => {
    for (const [name, value] of Object.entries(held)) localStorage.setItem(name, value);
  }, tokens);
}

/** Links a new account of the sandbox's to the player, as a browser would on its pages. @param name of that account */
export async function linkChat(url: string, token: string, name: string): Promise<void> {
  const { url: asked } = await call<{ url: string }>(url, '/chat/link', { token, body: { user_password: password } });
  const { origin, searchParams } = new URL(asked);
  const form = new URLSearchParams({
    ...Object.fromEntries(searchParams),
    account: 'new',
    name,
    decision: 'authorise',
  });
  const answer = await fetch(`${origin}/sandbox/chat/authorize`, { method: 'POST', body: form, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '').searchParams;
  await call(url, '/chat/verify', { token, body: { code: back.get('code'), state: back.get('state') } });
}

/** A realm that begins to run. @returns its id */
export async function createRealm(url: string, token: string, address: string): Promise<string> {
  const body = { type: 'OFFICIAL', world_name: 'meadow', user_realm_name: 'Made by a call', domain_name: address };
  return (await call<{ id: string }>(url, '/realm/create', { token, body })).id;
}
