import { expect, test } from 'vitest';
import { beginLogin, linkChat, withSandbox } from './chat-people.ts';
import { freshName, loginBody, makeUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

const behindProxy = { TRUST_PROXY: '127.0.0.1' };

/** Logs in from an address, through the reverse proxy. */
async function logInFrom(api: TestApi, ip: string, username: string, typed?: string) {
  const response = await fetch(`${api.url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(loginBody(username, typed === undefined ? {} : { user_password: typed })),
  });
  const { error } = (await response.json()) as { error: string | null };
  return { status: response.status, error, retryAfter: Number(response.headers.get('retry-after')) };
}

const limited = { status: 429, error: 'rate_limited' };

test('a network has so many attempts for an account, then not even the right password; another network has its own', async () => {
  await using api = await startTestApi({ environment: { ...behindProxy, LOGINS_PER_ACCOUNT: '3' } });
  const { nickname } = await makeUser(api);
  for (const typed of ['wrong one', 'wrong two', 'wrong three']) {
    await expect(logInFrom(api, '203.0.113.7', nickname, typed)).resolves.toMatchObject({ error: 'login_invalid' });
  }
  const refused = await logInFrom(api, '203.0.113.7', nickname.toUpperCase());
  expect(refused).toMatchObject(limited);
  expect(refused.retryAfter).toBeGreaterThan(14 * 60);
  expect(refused.retryAfter).toBeLessThanOrEqual(15 * 60);
  await expect(logInFrom(api, '203.0.113.8', nickname)).resolves.toMatchObject({ status: 200 });
});

test('the right password gives the network its attempts back', async () => {
  await using api = await startTestApi({ environment: { ...behindProxy, LOGINS_PER_ACCOUNT: '2' } });
  const { nickname } = await makeUser(api);
  for (let round = 0; round < 3; round += 1) {
    await expect(logInFrom(api, '203.0.113.7', nickname, 'wrong')).resolves.toMatchObject({ error: 'login_invalid' });
    await expect(logInFrom(api, '203.0.113.7', nickname)).resolves.toMatchObject({ status: 200 });
  }
});

test('many networks together guess no more than ten times that, and lock nobody out where they have logged in before', async () => {
  await using api = await startTestApi({ environment: { ...behindProxy, LOGINS_PER_ACCOUNT: '2' } });
  const { nickname } = await makeUser(api);
  await expect(logInFrom(api, '198.51.100.1', nickname)).resolves.toMatchObject({ status: 200 });
  // Leaves room for the logins from the tests' own address and the one above, whether or not they count.
  const strangers = await Promise.all(
    Array.from({ length: 25 }, (_, index) => logInFrom(api, `203.0.113.${index}`, nickname, 'wrong')),
  );
  const guesses = strangers.filter(({ error }) => error === 'login_invalid').length;
  expect(guesses).toBeGreaterThan(15);
  expect(guesses).toBeLessThanOrEqual(20);
  await expect(logInFrom(api, '203.0.113.200', nickname)).resolves.toMatchObject(limited);
  await expect(logInFrom(api, '198.51.100.1', nickname)).resolves.toMatchObject({ status: 200 });
});

test('a name that is another’s with their network behind it takes none of their attempts', async () => {
  await using api = await startTestApi({ environment: { ...behindProxy, LOGINS_PER_ACCOUNT: '2' } });
  const { nickname } = await makeUser(api);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const guess = logInFrom(api, '203.0.113.7', `${nickname}:198.51.100.1`, 'wrong');
    await expect(guess).resolves.toMatchObject({ status: 404 });
  }
  await expect(logInFrom(api, '198.51.100.1', nickname)).resolves.toMatchObject({ status: 200 });
});

test('a network has so many attempts for all accounts, whether there are such or not', async () => {
  await using api = await startTestApi({ environment: { ...behindProxy, LOGINS_PER_ADDRESS: '3' } });
  const { nickname } = await makeUser(api);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(logInFrom(api, '2001:db8::1', freshName())).resolves.toMatchObject({ status: 404 });
  }
  // The same network, because one customer has a whole /64.
  const refused = await logInFrom(api, '2001:db8::2', nickname);
  expect(refused).toMatchObject(limited);
  expect(refused.retryAfter).toBeGreaterThan(0);
});

test.each(['CHALLENGES_PER_ACCOUNT', 'MESSAGES_PER_10_MINUTES'])('%s bounds the second steps', async (name) => {
  await using api = await startTestApi({ environment: { ...withSandbox, ...behindProxy, [name]: '2' } });
  const user = await makeUser(api);
  await linkChat(api, user);
  // The welcome message counts as well.
  if (name === 'CHALLENGES_PER_ACCOUNT') await beginLogin(api, user.nickname);
  await beginLogin(api, user.nickname);
  const refused = await logInFrom(api, '203.0.113.7', user.nickname);
  expect(refused).toMatchObject(limited);
  expect(refused.retryAfter).toBeGreaterThan(9 * 60);
  expect(refused.retryAfter).toBeLessThanOrEqual(10 * 60);
});
