import { randomUUID } from 'node:crypto';
import { type Endpoint, endpoints } from '@realmkeep/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { resolvePublic } from '../src/integrations/resource-packs/resolve-public.ts';
import { pack, type PackServer, startPackServer } from './pack-server.ts';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { fieldsOf, type Path, sampleOf, type Schema, schemaOf, withValue } from './schema-samples.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/**
 * Text typed into any field of a realm stays text: it never becomes a setting or a command and never reveals a secret, in what the realm's server
 * receives, in answers, or in the log. Generated from the contract.
 */

const poisons = [
  'Keep\nmotd=pwned',
  'Keep\r\nop Mallory',
  'pwned=true',
  '{{TOKEN_KEY}}',
  '${TOKEN_KEY}{{tokenKey}}',
  '§kKeep',
  'Keep\u0085op Mallory',
  'Keep\u2028op Mallory',
  '__proto__',
];

let api: TestApi;
let packs: PackServer;
let owner: TestUser;
let realmId: string;
/** The keys of the spec of a realm without any changes. */
let plainKeys: string[];
const log: string[] = [];

beforeAll(async () => {
  const packPaths = poisons.map((text) => new URL(`http://packs.example/pack.zip?${text}`));
  packs = await startPackServer(
    Object.fromEntries(
      packPaths.map(({ pathname, search }) => [pathname + search, (_, response) => response.end(pack)]),
    ),
  );
  api = await startTestApi({
    environment: { LOG_LEVEL: 'trace' },
    logTo: { write: (lines) => void log.push(...lines.trimEnd().split('\n')) },
    resolveHost: async (host) => (host === 'packs.example' ? '127.0.0.1' : resolvePublic(host)),
  });
  owner = await makeUser(api, 'DRAGON');
  ({ id: realmId } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) }));
  await untilPhase(owner.client, realmId, 'READY');
  // A player who has chosen a prefix, even none, is listed from then on.
  await owner.client.realmPrefixSet({ params: { id: realmId }, body: { prefix: null } });
  await vi.waitUntil(() => spec()?.settings.access.prefixes.length === 1);
  plainKeys = textsOf(spec()).keys;
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await packs[Symbol.asyncDispose]();
});

const spec = () => api.runtime.place.realms.get(realmId)?.spec;
const commands = () => api.runtime.place.realms.get(realmId)?.commands ?? [];

/** The keys and the texts of a server's spec, as in `spec.json`. */
function textsOf(given: unknown): { keys: string[]; texts: string[] } {
  const keys: string[] = [];
  const texts: string[] = [];
  JSON.parse(JSON.stringify(given), (key, value: unknown) => {
    if (key !== '' && !/^\d+$/.test(key)) keys.push(key);
    if (typeof value === 'string') texts.push(value);
    return value;
  });
  return { keys, texts };
}

interface Values {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Fills in the owner's realm where a realm's id is required. */
function withRealm(given: unknown, names: string[]): Record<string, string> {
  const ids = names.filter((name) => /^(id|realmId)$/.test(name)).map((name) => [name, realmId]);
  return { ...(given as Record<string, string>), ...(Object.fromEntries(ids) as Record<string, string>) };
}

/** A valid request about the owner's realm, and the fields in which it accepts any text. */
function partsOf(name: string, endpoint: Endpoint) {
  const { route, params, query, body } = endpoint;
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const schemas: Record<keyof Values, Schema> = {
    params: params ? schemaOf(params) : { properties: {} },
    query: query ? schemaOf(query) : { properties: {} },
    body: body ? schemaOf(body) : { properties: {} },
  };
  const sample = (): Values => {
    const others = Object.fromEntries(names.map((param) => [param, randomUUID()]));
    const given = { ...others, ...(sampleOf(schemas.params) as Record<string, string>) };
    return {
      params: withRealm(given, names),
      query: withRealm(sampleOf(schemas.query), Object.keys(schemas.query.properties ?? {})),
      body: sampleOf(schemas.body),
    };
  };
  const places = (Object.entries(schemas) as [keyof Values, Schema][]).flatMap(([part, schema]) =>
    fieldsOf(schema).flatMap(({ path, open }) => (open ? [[part, ...path] as Path] : [])),
  );
  return { name, endpoint, sample, places };
}

/** Removes a requested Java kernel unless the field is part of it: this machine has no Java, which would be reported before any other fault. */
function withoutJava(values: Values, path: Path): Values {
  const body = values.body as { kernel?: unknown };
  if (path.includes('kernel') || typeof body.kernel !== 'object') return values;
  const { kernel: _, ...rest } = body;
  return { ...values, body: rest };
}

async function send({ route, body }: Endpoint, values: Values): Promise<Response> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.params[name] ?? ''));
  const content = route.bytes === undefined ? 'application/json' : 'application/octet-stream';
  return fetch(`${api.url}/api${path}?${new URLSearchParams(values.query).toString()}`, {
    method: route.method,
    headers: {
      authorization: `Bearer ${owner.tokens.token}`,
      ...(body || route.bytes ? { 'content-type': content } : {}),
    },
    ...(body ? { body: JSON.stringify(values.body) } : {}),
    ...(route.bytes ? { body: 'x' } : {}),
  });
}

/** Waits until all earlier changes have reached the running realm, by making one more. */
async function untilApplied(): Promise<void> {
  const spawnProtectionRadius = Math.floor(Math.random() * 2000);
  const body = { spawnProtectionRadius, updatedFields: ['spawnProtectionRadius' as const] };
  await owner.client.realmSettingsUpdate({ params: { id: realmId }, body });
  await expect.poll(() => spec()?.settings.spawnProtectionRadius).toBe(spawnProtectionRadius);
}

function expectNothingCame(): void {
  const { keys, texts } = textsOf(spec());
  // A resource pack that is set has an address and a hash, and a new world has a seed.
  expect(keys.filter((key) => !['url', 'sha1', 'seed'].includes(key))).toEqual(plainKeys);
  for (const text of texts) expect(text).not.toMatch(/[\p{Cc}\u2028\u2029§]/u);
  const all = texts.concat(log).join('\n');
  for (const secret of Object.values(api.config.secrets)) expect(all).not.toContain(secret);
  expect(log.length).toBeGreaterThan(0);
  for (const line of log) expect(Object.keys(JSON.parse(line) as object)).not.toContain('pwned');
}

const calls = Object.entries<Endpoint>(endpoints).filter(
  ([, { route }]) => route.path.startsWith('/realm/') || route.path.startsWith('/upload'),
);

const tried = calls.map(([name, endpoint]) => partsOf(name, endpoint)).filter(({ places }) => places.length > 0);

describe.each(tried)('$name', ({ name, endpoint, sample, places }) => {
  test.each(places.map((path) => ({ place: path.join('.'), path })))('makes a text of $place', async ({ path }) => {
    const before = commands().length;
    for (const text of poisons) {
      const response = await send(endpoint, withValue(withoutJava(sample(), path), path, text) as Values);
      // Higher codes are faults with a meaning of their own.
      expect(response.status).not.toBe(500);
      const answer = await response.text();
      for (const secret of Object.values(api.config.secrets)) expect(answer).not.toContain(secret);
    }
    await untilApplied();
    expectNothingCame();
    // Only the text typed as a command is one; nothing else is.
    const given = commands().slice(before);
    const meant = /Console|Schedule/.test(name) ? poisons : [];
    expect(given.filter((command) => !meant.includes(command))).toEqual([]);
    for (const command of given) expect(command).not.toMatch(/\p{Cc}/u);
  });
});

test('the address of a resource pack, which may hold what it likes, is told as an address', async () => {
  for (const text of poisons) {
    const resourcePackUrl = `http://packs.example:${packs.port}/pack.zip?${text}`;
    const body = { resourcePackUrl, updatedFields: ['resourcePackUrl' as const] };
    await owner.client.realmSettingsUpdate({ params: { id: realmId }, body });
    await untilApplied();
    const { url = '' } = spec()?.settings.resourcePack ?? {};
    expect(url).toMatch(/^http:\/\/packs\.example:\d+\/pack\.zip\?[\x21-\x7e]+$/);
    expectNothingCame();
  }
});
