import type { Tier } from '@realmkeep/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterEvents } from './event-sockets.ts';
import { freshAddress, freshName, makeUser, realmBody, type TestUser } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ withoutSweeps: true });
});
afterAll(() => api[Symbol.asyncDispose]());

async function makeRealm(owner: TestUser, name = 'My Castle'): Promise<string> {
  const address = freshAddress();
  return (await owner.client.realmCreate({ body: realmBody(name, address) })).id;
}

const add = ({ client }: TestUser, id: string, username: string) =>
  client.realmPartnerAdd({ params: { id }, body: { username } });
const remove = ({ client }: TestUser, id: string, userId: string) =>
  client.realmPartnerRemove({ params: { id, userId } });
const managersOf = (id: string) =>
  (api.runtime.place.realms.get(id)?.spec.settings.managers ?? []).map(({ nickname }) => nickname).sort();

/** Moves the account to a tier, as a subscription does. */
async function move({ id }: TestUser, realmId: string, tier: Tier): Promise<void> {
  await runSql(api.config.databaseUrl, 'update users set tier = $1 where id = $2', [tier, id]);
  await runSql(api.config.databaseUrl, 'update realms set slots = 1 where id = $1', [realmId]);
}

describe('a co-owner', () => {
  test('is added by nickname, whatever its case, and finds the realm at once', async () => {
    const [owner, partner] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api)]);
    const id = await makeRealm(owner);
    const { heard } = await enterEvents(api, partner.tokens.token);
    const answer = await add(owner, id, ` ${partner.nickname.toUpperCase()} `);
    expect(answer).toMatchObject({
      ownerUsername: owner.nickname,
      coOwners: 'add',
      limit: 20,
      partners: [{ userId: partner.id, username: partner.nickname }],
    });
    await expect.poll(() => heard).toContainEqual({ type: 'realmChanged', id });
    await expect(partner.client.realmList()).resolves.toMatchObject({ owned: [], partnered: [{ id }] });
    await expect(partner.client.realmPartners({ params: { id } })).resolves.toEqual(answer);
    expect((await owner.client.realmGet({ params: { id } })).rights).toEqual(['rename', 'wakers', 'share', 'delete']);
    expect((await partner.client.realmGet({ params: { id } })).rights).toEqual([]);
    await expect.poll(() => managersOf(id)).toEqual([owner.nickname, partner.nickname].sort());
  });

  test('who is removed finds nothing of the realm any more, at once, on open sockets too', async () => {
    const [owner, partner] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api)]);
    const id = await makeRealm(owner);
    // Having been an operator before does not outlast it.
    await owner.client.realmAccessRuleAdd({ params: { id }, body: { kind: 'OPERATOR', subject: partner.nickname } });
    await add(owner, id, partner.nickname);
    await expect.poll(() => managersOf(id)).toContain(partner.nickname);
    expect((await owner.client.realmAccessRules({ params: { id }, query: {} })).total).toBe(0);
    const { heard } = await enterEvents(api, partner.tokens.token);
    // Nor does an upload, which would hold its place in the realm's files.
    const uploads = () => runSql(api.config.databaseUrl, 'select 1 from uploads where user_id = $1', [partner.id]);
    const purpose = { kind: 'FILE' as const, realmId: id, path: 'config/a' };
    await partner.client.uploadStart({ body: { name: 'a', size: 9, purpose } });
    expect(await uploads()).toHaveLength(1);
    await remove(owner, id, partner.id);
    expect(await uploads()).toEqual([]);
    await expect(partner.client.realmGet({ params: { id } })).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect(partner.client.realmPartners({ params: { id } })).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect(partner.client.realmLoginCode({ params: { id } })).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect.poll(() => heard).toContainEqual({ type: 'realmChanged', id });
    await expect.poll(() => managersOf(id)).toEqual([owner.nickname]);
    const before = heard.length;
    api.runtime.emitState(id, { tps: 12 });
    const own = await enterEvents(api, owner.tokens.token);
    api.runtime.emitState(id, { tps: 13 });
    await expect.poll(() => own.heard.length).toBeGreaterThan(1);
    expect(heard.slice(before)).toEqual([]);
    await expect(remove(owner, id, partner.id)).rejects.toMatchObject({ status: 404, code: 'realm_partner_unknown' });
  });

  test('adds and removes nobody, but may leave', async () => {
    const [owner, partner, other] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api, 'DRAGON'), makeUser(api)]);
    const id = await makeRealm(owner);
    await add(owner, id, partner.nickname);
    await add(owner, id, other.nickname);
    await expect(add(partner, id, freshName())).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(remove(partner, id, other.id)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(remove(partner, id, owner.id)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(remove(partner, id, partner.id)).resolves.toBeNull();
    await expect(partner.client.realmGet({ params: { id } })).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect(owner.client.realmPartners({ params: { id } })).resolves.toMatchObject({
      partners: [{ userId: other.id }],
    });
  });

  test('is nothing for strangers to add, see or remove', async () => {
    const [owner, partner, stranger] = await Promise.all([
      makeUser(api, 'GHAST'),
      makeUser(api),
      makeUser(api, 'GHAST'),
    ]);
    const id = await makeRealm(owner);
    await add(owner, id, partner.nickname);
    const unknown = { status: 404, code: 'realm_unknown' };
    await expect(add(stranger, id, stranger.nickname)).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmPartners({ params: { id } })).rejects.toMatchObject(unknown);
    await expect(remove(stranger, id, partner.id)).rejects.toMatchObject(unknown);
    await expect(remove(stranger, id, stranger.id)).rejects.toMatchObject(unknown);
  });

  test('is not nobody, not the owner, not the same again, and not one who is not there', async () => {
    const [owner, partner] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api)]);
    const id = await makeRealm(owner);
    await add(owner, id, partner.nickname);
    const refusals = [
      ['', 400, 'realm_partner_empty'],
      ['  \n ', 400, 'realm_partner_empty'],
      [freshName(), 404, 'user_unknown'],
      ['§4Admin', 404, 'user_unknown'],
      [`${partner.nickname}\nop`, 404, 'user_unknown'],
      ['a\0bcd', 404, 'user_unknown'],
      [owner.nickname.toUpperCase(), 409, 'realm_partner_self'],
      [partner.nickname, 409, 'realm_partner_already'],
    ] as const;
    for (const [username, status, code] of refusals) {
      await expect(add(owner, id, username)).rejects.toMatchObject({ status, code });
    }
    await expect(owner.client.realmPartners({ params: { id } })).resolves.toMatchObject({
      partners: [{ userId: partner.id }],
    });
  });

  test('is one of twenty, however many are added at once, and added once', async () => {
    const owner = await makeUser(api, 'GHAST');
    const id = await makeRealm(owner);
    const users = await Promise.all(Array.from({ length: 22 }, () => makeUser(api)));
    const results = await Promise.allSettled(users.map(({ nickname }) => add(owner, id, nickname)));
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    const refusal = { status: 409, code: 'realm_partner_limit', params: { limit: 20 } };
    expect(refusals).toEqual([expect.objectContaining(refusal), expect.objectContaining(refusal)]);
    expect((await owner.client.realmPartners({ params: { id } })).partners).toHaveLength(20);

    const twice = await makeRealm(owner, 'My Other Castle');
    const same = await Promise.allSettled(users.slice(0, 5).map(() => add(owner, twice, users[0]?.nickname ?? '')));
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await owner.client.realmPartners({ params: { id: twice } })).partners).toHaveLength(1);
  });
});

test('a player is a co-owner of two hundred realms at most, however many owners ask at once, until they leave one', async () => {
  const [partner, ...owners] = await Promise.all([makeUser(api), makeUser(api, 'GHAST'), makeUser(api, 'GHAST')]);
  const realms = await Promise.all(owners.map((owner) => makeRealm(owner)));
  const [left] = await runSql(
    api.config.databaseUrl,
    `with owner as (insert into users (nickname, game_uuid, password_hash, language, reg_ip, tier)
       values ('many_realms', gen_random_uuid(), '', 'en', '127.0.0.1', 'GHAST') returning id),
     realm as (insert into realms (number, owner_id, name, address, world_type, map, border_diameter, power)
       select 800000 + n, id, 'Realm ' || translate(n::text, '0123456789', 'abcdefghij'), 'many-' || n, 'OFFICIAL', 'meadow', 500, 'OFF' from owner, generate_series(1, 199) n returning id)
     insert into realm_partners (realm_id, user_id) select id, $1 from realm returning realm_id`,
    [partner.id],
  );
  const addAll = () => Promise.allSettled(owners.map((owner, i) => add(owner, realms[i] ?? '', partner.nickname)));
  const refused = async () =>
    (await addAll()).flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const refusal = { status: 409, code: 'realm_partner_busy', params: { limit: 200 } };
  expect(await refused()).toEqual([expect.objectContaining(refusal)]);
  expect((await partner.client.realmList()).partneredTotal).toBe(200);

  await remove(partner, String(left?.['realm_id']), partner.id);
  expect(await refused()).toEqual([expect.objectContaining({ code: 'realm_partner_already' })]);
  expect((await partner.client.realmList()).partneredTotal).toBe(200);
});

describe('the tier of the owner', () => {
  test.each(['CHICKEN', 'ZOMBIE'] as const)('%s adds nobody', async (tier) => {
    const [owner, partner] = await Promise.all([makeUser(api, tier), makeUser(api)]);
    const id = await makeRealm(owner);
    await expect(add(owner, id, partner.nickname)).rejects.toMatchObject({ status: 403, code: 'realm_partner_tier' });
  });

  test('ZOMBIE keeps those there are, and removes them', async () => {
    const [owner, partner] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api)]);
    const id = await makeRealm(owner);
    await add(owner, id, partner.nickname);
    await move(owner, id, 'ZOMBIE');
    await expect(partner.client.realmGet({ params: { id } })).resolves.toMatchObject({ id, ownerTier: 'ZOMBIE' });
    await expect(owner.client.realmPartners({ params: { id } })).resolves.toMatchObject({
      coOwners: 'list',
      partners: [{ userId: partner.id }],
    });
    await remove(owner, id, partner.id);
    await expect(partner.client.realmList()).resolves.toEqual({ owned: [], partnered: [], partneredTotal: 0 });
  });

  test('CHICKEN has none: those of before find nothing until the owner has a higher one again', async () => {
    const [owner, partner] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api)]);
    const id = await makeRealm(owner);
    await add(owner, id, partner.nickname);
    await expect.poll(() => managersOf(id)).toContain(partner.nickname);
    const { heard } = await enterEvents(api, partner.tokens.token);
    const preview = await owner.client.subscriptionPreview({ query: { tier: 'CHICKEN' } });
    expect(preview.shuts).toEqual([{ id, name: 'My Castle' }]);
    await move(owner, id, 'CHICKEN');
    await expect.poll(() => managersOf(id)).toEqual([owner.nickname]);
    await expect.poll(() => heard).toContainEqual({ type: 'realmChanged', id });
    await expect(partner.client.realmGet({ params: { id } })).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect(partner.client.realmList()).resolves.toEqual({ owned: [], partnered: [], partneredTotal: 0 });
    await expect(owner.client.realmGet({ params: { id } })).resolves.toMatchObject({ partnersIds: [] });
    await expect(owner.client.realmPartners({ params: { id } })).resolves.toMatchObject({ coOwners: 'none' });

    await move(owner, id, 'GHAST');
    await runSql(api.config.databaseUrl, 'update realms set slots = 10 where id = $1', [id]);
    await expect(partner.client.realmGet({ params: { id } })).resolves.toMatchObject({ id });
    await expect.poll(() => managersOf(id)).toContain(partner.nickname);
  });
});
