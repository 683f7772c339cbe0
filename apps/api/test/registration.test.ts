import { createHash } from 'node:crypto';
import type { ErrorCode } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshName, registerBody } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

const free = 2;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ environment: { REGISTRATIONS_PER_HOUR: String(free), TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => api[Symbol.asyncDispose]());

interface Work {
  challenge: string;
  counter: number;
}
interface Answer {
  status: number;
  error: ErrorCode | null;
  data: { challenge: string; bits: number } | null;
}

async function register(network: string, work?: Work, username = freshName()): Promise<Answer> {
  const response = await fetch(`${api.url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
    body: JSON.stringify({ ...registerBody(username), work }),
  });
  return { ...((await response.json()) as Omit<Answer, 'status'>), status: response.status };
}

/** @returns the challenge given to a network that has used up its free registrations */
async function challenged(network: string): Promise<{ challenge: string; bits: number }> {
  for (;;) {
    const { error, data } = await register(network);
    if (error === 'registration_work' && data) return data;
    expect(error).toBeNull();
  }
}

function solve({ challenge, bits }: { challenge: string; bits: number }): Work {
  const [nonce] = challenge.split('.');
  for (let counter = 0; ; counter += 1) {
    const digest = createHash('sha256').update(`${nonce}.${counter}`).digest();
    if (Math.clz32(digest.readUInt32BE(0)) >= bits) return { challenge, counter };
  }
}

/** Records that a network has registered this many times. */
async function counted(network: string, count: number): Promise<void> {
  const key = createHash('sha256').update(`register:${network}`).digest('hex');
  await runSql(api.config.databaseUrl, 'update attempts set count = $2 where key = $1', [key, count]);
}

test('the first registrations of a network are free; the next want work, which is good once and for that network', async () => {
  const network = '203.0.113.1';
  const asked = await challenged(network);
  expect(asked.bits).toBe(18);
  const work = solve(asked);
  expect(await register('203.0.113.2', work)).toMatchObject({ status: 201 });
  await challenged('203.0.113.2');
  expect(await register('203.0.113.2', work)).toMatchObject({ status: 428, error: 'registration_work' });
  expect(await register(network, work)).toMatchObject({ status: 201 });
  expect(await register(network, work)).toMatchObject({ status: 428, error: 'registration_work' });
});

test('an answer that is wrong, or whose challenge was changed or is too old, is none', async () => {
  const network = '203.0.113.3';
  const asked = await challenged(network);
  const work = solve(asked);
  const refused = { status: 428, error: 'registration_work' };
  expect(await register(network, { ...work, counter: work.counter + 1 })).toMatchObject(refused);
  const [nonce, , expires, mac] = asked.challenge.split('.');
  for (const challenge of [
    `${nonce}.0.${expires}.${mac}`,
    `${nonce}.18.${Number(expires) + 1}.${mac}`,
    `${nonce}.18.${expires}.`,
    `${nonce}`,
    '',
    '....',
  ]) {
    expect(await register(network, { challenge, counter: work.counter })).toMatchObject(refused);
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
  expect(await register(network, work)).toMatchObject(refused);
  vi.useRealTimers();
  expect(await register(network, work)).toMatchObject({ status: 201 });
});

test('of many at once no more pass than are free, and one answer is one registration', async () => {
  const network = '203.0.113.4';
  const first = await Promise.all(Array.from({ length: 12 }, () => register(network)));
  expect(first.filter(({ status }) => status === 201)).toHaveLength(free);
  const [asked] = first.flatMap(({ data, error }) => (error === 'registration_work' && data ? data : []));
  if (!asked) throw new Error('No work was asked for');
  const work = solve(asked);
  const second = await Promise.all(Array.from({ length: 12 }, () => register(network, work)));
  expect(second.filter(({ status }) => status === 201)).toHaveLength(1);
});

test('the more a network registers, the more is asked, and easier answers are enough no longer; then it has to wait', async () => {
  const network = '203.0.113.5';
  const easy = solve(await challenged(network));
  await counted(network, free + 5);
  expect(await register(network, easy)).toMatchObject({ error: 'registration_work', data: { bits: 19 } });
  await counted(network, free + 54);
  expect(await register(network)).toMatchObject({ error: 'registration_work', data: { bits: 28 } });
  await counted(network, free + 55);
  expect(await register(network)).toMatchObject({ status: 429, error: 'rate_limited' });
});

test('a name that is taken costs nothing', async () => {
  const network = '203.0.113.6';
  const name = freshName();
  await register('203.0.113.7', undefined, name);
  for (let n = 0; n < 6; n += 1) {
    expect(await register(network, undefined, name.toUpperCase())).toMatchObject({ error: 'register_username_taken' });
  }
  expect(await register(network)).toMatchObject({ status: 201 });
});
