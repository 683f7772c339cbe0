import { randomUUID } from 'node:crypto';
import { mapImageWidths } from '@realmkeep/contract';
import { RuntimeError } from '@realmkeep/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshAddress, logIn, makeUser, realmBody, untilPhase } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';
import { runSql } from '@realmkeep/testkit/sql';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const refusals = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));

describe('creating', () => {
  test('makes a realm with the limits of its tier, which runs at once', async () => {
    const { client, id: ownerId } = await makeUser(api);
    const address = `Cas-${freshAddress().slice(0, 10)}`;
    await expect(client.realmPossibility()).resolves.toMatchObject({
      possible: true,
      reason: null,
      realms: 0,
      limit: 1,
    });
    const realm = await client.realmCreate({ body: realmBody('My Castle', address) });
    expect(realm).toMatchObject({
      name: 'My Castle',
      domain: { domain: `${address.toLowerCase()}.localhost` },
      slots: 2,
      borderDiameter: 500,
      status: 'ON',
      ownerId,
      partnersIds: [],
    });
    await untilPhase(client, realm.id, 'READY');
    const spec = api.runtime.place.realms.get(realm.id)?.spec;
    expect(spec).toMatchObject({
      map: 'meadow',
      settings: { slots: 2, borderDiameter: 500, motd: 'My Castle · hosted free on realms.example' },
    });
    await expect(client.realmPossibility()).resolves.toMatchObject({ possible: false, reason: 'realm_limit_reached' });
  });

  test.each([
    ['CHICKEN', 1],
    ['GHAST', 5],
  ] as const)('stops at the tier: 50 at once, over five sessions of a %s, are %i', async (tier, limit) => {
    const { client, nickname } = await makeUser(api, tier);
    const others = await Promise.all(Array.from({ length: 4 }, () => logIn(api, nickname)));
    const sessions = [client, ...others.map(({ token }) => api.clientWith(token))];
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, number) =>
        sessions.map((session, at) =>
          session.realmCreate({ body: realmBody(`Realm ${'xyzvw'[at]}${'x'.repeat(number)}`, freshAddress()) }),
        ),
      ).flat(),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(limit);
    expect(refusals(results)).toHaveLength(50 - limit);
    for (const refusal of refusals(results)) {
      expect(refusal).toMatchObject({ status: 405, code: 'realm_limit_reached', params: { limit } });
    }
    const list = await client.realmList();
    expect(list.owned).toHaveLength(limit);
  });

  test('gives an address once: 20 users at once, in any case, get one realm', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => makeUser(api)));
    const address = freshAddress();
    const results = await Promise.allSettled(
      users.map(({ client }, number) =>
        client.realmCreate({ body: realmBody('Same Place', number % 2 ? address : address.toUpperCase()) }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const refusal of refusals(results)) {
      expect(refusal).toMatchObject({ status: 409, code: 'realm_address_taken' });
    }
  });

  test('gives a name once to one user', async () => {
    const { client } = await makeUser(api, 'ZOMBIE');
    await client.realmCreate({ body: realmBody('Twice Named', freshAddress()) });
    const again = client.realmCreate({ body: realmBody('twice named', freshAddress()) });
    await expect(again).rejects.toMatchObject({ status: 409, code: 'realm_name_taken' });
  });

  test('refuses reserved addresses, unknown worlds, and worlds of one’s own below DRAGON', async () => {
    const { client } = await makeUser(api);
    const refused = (body: ReturnType<typeof realmBody>) => client.realmCreate({ body });
    await expect(refused(realmBody('Fine Name', 'WWW'))).rejects.toMatchObject({ code: 'realm_address_reserved' });
    await expect(refused(realmBody('Fine Name', freshAddress(), 'atlantis'))).rejects.toMatchObject({
      status: 404,
      code: 'realm_map_unknown',
    });
    const community = { ...realmBody('Fine Name', freshAddress(), 'mine'), type: 'COMMUNITY' as const };
    await expect(client.realmCreate({ body: community })).rejects.toMatchObject({ code: 'realm_create_forbidden' });
    const { client: dragon } = await makeUser(api, 'DRAGON');
    await expect(dragon.realmCreate({ body: community })).rejects.toMatchObject({ code: 'realm_map_unknown' });
  });

  test('makes worlds without a picture as well, and of a seed, which it keeps', async () => {
    const { client } = await makeUser(api, 'GHAST');
    const made = async (name: string, map: string, seed?: string) => {
      const { id } = await client.realmCreate({
        body: { ...realmBody(name, freshAddress(), map), ...(seed && { seed }) },
      });
      await untilPhase(client, id, 'READY');
      const { seed: kept, gameMode } = await client.realmGet({ params: { id } });
      return { kept, gameMode, spec: api.runtime.place.realms.get(id)?.spec };
    };
    const flat = await made('Flat Land', 'flat');
    expect(flat).toMatchObject({ kept: null, gameMode: 'CREATIVE', spec: { map: 'flat' } });
    expect(flat.spec).not.toHaveProperty('seed');
    expect(await made('Empty', 'void')).toMatchObject({ spec: { map: 'void' } });
    // Survival land differs by realm: when no seed was chosen, the api chooses one.
    const wild = await made('Wild Land', 'normal');
    expect(wild).toEqual({
      gameMode: 'SURVIVAL',
      kept: expect.stringMatching(/^\d+$/),
      spec: expect.objectContaining({ map: 'normal', seed: wild.kept }),
    });
    expect(await made('Other Hills', 'meadow', ' Замок 7 ')).toMatchObject({
      kept: 'Замок 7',
      spec: { map: 'meadow', seed: 'Замок 7' },
    });
  });

  test('makes no world that its server cannot make, and of no seed that is none', async () => {
    const { client } = await makeUser(api, 'DRAGON');
    const refused = (change: object) =>
      client.realmCreate({ body: { ...realmBody('Fine Name', freshAddress()), ...change } });
    await expect(refused({ world_name: 'amplified' })).rejects.toMatchObject({ status: 409, code: 'realm_map_java' });
    for (const change of [
      { seed: 'a'.repeat(33) },
      { seed: 'a\nb' },
      { type: 'COMMUNITY', world_name: randomUUID(), seed: '7' },
    ]) {
      await expect(refused(change)).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    }
  });

  test.each([
    ['name', 'ab'],
    ['name', 'a'.repeat(33)],
    ['name', 'Castle 2'],
    ['name', 'Замок'],
    ['name', 'a\nb c'],
    ['address', 'ab'],
    ['address', 'a'.repeat(17)],
    ['address', '-abc'],
    ['address', 'abc-'],
    ['address', '12345'],
    ['address', 'ab.cd'],
    ['address', 'ab_cd'],
    ['address', 'zamek-ą'],
  ])('refuses the %s %j', async (field, text) => {
    const { client } = await makeUser(api);
    const body = field === 'name' ? realmBody(text, freshAddress()) : realmBody('Fine Name', text);
    await expect(client.realmCreate({ body })).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('offers a land to survive in and three to build on, with pictures', async () => {
    const { client } = await makeUser(api);
    const maps = await client.realmMaps({ query: {} });
    expect(maps.map(({ map }) => map)).toEqual(['normal', 'meadow', 'islands', 'canyon']);
    for (const { map } of maps) {
      const sizes = await Promise.all(
        ['', ...mapImageWidths.map((width) => `?width=${width}`), '?width=7'].map(async (query) => {
          const picture = await fetch(`${api.url}/api/realm/maps/${map}/image${query}`);
          expect(picture.headers.get('content-type')).toBe('image/webp');
          const bytes = Buffer.from(await picture.arrayBuffer());
          expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
          return bytes.length;
        }),
      );
      const [plain, large, small, unknown] = sizes;
      expect([large, unknown]).toEqual([plain, plain]);
      expect(small).toBeLessThan(Number(large) / 2);
    }
    await expect(client.realmMaps({ query: { type: 'COMMUNITY' } })).resolves.toEqual([]);
  });
});

describe('power', () => {
  test('follows the desired state, and tells players, ticks and power', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    api.runtime.setPlayers(id, [{ nickname: 'Steve', uuid: randomUUID(), world: 'overworld' }]);
    api.runtime.emitState(id, { tps: 19.9 });
    await expect
      .poll(() => client.realmPlayers({ query: { id } }))
      .toMatchObject({ slots: 2, players: [{ nickname: 'Steve' }], worlds: [{ name: 'overworld', players: 1 }] });
    await expect(client.realmTps({ query: { id } })).resolves.toEqual({ id, tps: 19.9 });
    await expect(client.realmPower({ query: { id } })).resolves.toMatchObject({ status: 'ON', phase: 'READY' });
    const [summary] = (await client.realmList()).owned;
    expect(summary).toMatchObject({ players: 1, device: 'Java edition', gameMode: 'CREATIVE', phase: 'READY' });
    const lastActivity = async () => (await client.realmGet({ params: { id } })).lastActivity;
    await expect.poll(lastActivity).not.toBeNull();
    // The exact moment the last player left is kept.
    const left = Date.now();
    api.runtime.emitState(id, { players: [], lastPlayedAt: left });
    await expect.poll(lastActivity).toBe(new Date(left).toISOString());
    expect((await client.realmList()).owned).toMatchObject([{ lastActivity: new Date(left).toISOString() }]);

    const off = await client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    expect(off).toMatchObject({ status: 'OFF', phase: 'STOPPING' });
    await untilPhase(client, id, 'OFF');
    await client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
    await untilPhase(client, id, 'READY');
    await expect(client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } })).resolves.toMatchObject({
      phase: 'READY',
    });
  });

  test('a blocked realm stops and cannot be turned on', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    await runSql(api.config.databaseUrl, 'update realms set blocked_at = now() where id = $1', [id]);
    await expect.poll(() => api.runtime.place.realms.get(id)?.state ?? null).toBeNull();
    const refused = client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
    await expect(refused).rejects.toMatchObject({ status: 403, code: 'realm_blocked' });
    await expect(client.realmGet({ params: { id } })).resolves.toMatchObject({ status: 'BLOCKED' });
  });

  test('a crash is mended; crashes in a row are waited between and said, and turning on tries at once', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    const leases = [api.runtime.place.realms.get(id)?.fencingToken ?? 0];
    api.runtime.crash(id, { signal: 'SIGKILL' });
    await expect.poll(() => api.runtime.place.realms.get(id)?.fencingToken ?? 0).toBeGreaterThan(leases[0] ?? 0);
    await untilPhase(client, id, 'READY');

    // Makes the wait long enough to observe.
    await runSql(api.config.databaseUrl, 'update realms set crash_count = 7 where id = $1', [id]);
    api.runtime.crash(id, { code: 1 });
    await untilPhase(client, id, 'FAILED');
    const crash = async () => (await client.realmGet({ params: { id } })).live.crash;
    await expect.poll(async () => (await crash())?.count).toBe(8);

    expect(Date.parse((await crash())?.nextAttempt ?? '')).toBeGreaterThan(Date.now() + 60_000);

    await client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
    await untilPhase(client, id, 'READY');
  });

  test('one that was stopped because it filled the disk stays off, says why, and starts when it is turned on', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    const live = async () => (await client.realmGet({ params: { id } })).live;
    expect(await live()).toMatchObject({ outOfRoomAt: null, unsavedSince: null });
    const since = Date.now() - 1000;
    api.runtime.emitState(id, { unsavedSince: since });
    expect(await live()).toMatchObject({ unsavedSince: new Date(since).toISOString() });
    const metrics = await fetch(`${api.url}/metrics`, {
      headers: { authorization: `Bearer ${api.config.secrets.metricsToken}` },
    });
    expect(await metrics.text()).toMatch(/^realmkeep_realms_unsaved 1$/m);

    api.runtime.crash(id, { signal: 'SIGKILL', outOfRoom: true });
    await untilPhase(client, id, 'OFF');
    expect(await live()).toMatchObject({ status: 'OFF', crash: null, outOfRoomAt: expect.any(String) as string });
    const on = await client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
    expect(on.outOfRoomAt).toBeNull();
    await untilPhase(client, id, 'READY');
  });

  test.each([
    ['is refused is tried again, and counts as a crash', new Error('no memory left'), 1],
    ['finds no room is tried again, and counts as none', new RuntimeError('no_room', '0/2 nodes are available'), 0],
  ])('a start that %s', async (_, error, crashes) => {
    const { client } = await makeUser(api);
    api.runtime.failNext('ensure', error);
    const domainName = freshAddress();
    const { id } = await client.realmCreate({ body: realmBody('My Castle', domainName) });
    // Looked at again at once.
    await client.realmRename({ params: { id }, body: { realmName: 'My Palace', domainName } });
    await untilPhase(client, id, 'READY');
    const counted = await runSql(api.config.databaseUrl, 'select crash_count from realms where id = $1', [id]);
    expect(counted).toMatchObject([{ crash_count: crashes }]);
  });
});

describe('renaming', () => {
  test('changes name and address, frees the old one, and tells the running realm', async () => {
    const { client } = await makeUser(api);
    const [old, fresh] = [freshAddress(), freshAddress()];
    const { id } = await client.realmCreate({ body: realmBody('My Castle', old) });
    await untilPhase(client, id, 'READY');
    const renamed = await client.realmRename({ params: { id }, body: { realmName: 'My Palace', domainName: fresh } });
    expect(renamed).toMatchObject({ name: 'My Palace', domain: { domain: `${fresh}.localhost` } });
    await expect
      .poll(() => api.runtime.place.realms.get(id)?.spec.settings.motd)
      .toBe('My Palace · hosted free on realms.example');

    const { client: other } = await makeUser(api);
    await expect(other.realmCreate({ body: realmBody('My Castle', fresh) })).rejects.toMatchObject({
      code: 'realm_address_taken',
    });
    await expect(other.realmCreate({ body: realmBody('My Castle', old) })).resolves.toBeDefined();
    const back = client.realmRename({ params: { id }, body: { realmName: 'My Palace', domainName: old } });
    await expect(back).rejects.toMatchObject({ status: 409, code: 'realm_address_taken' });
    const reserved = client.realmRename({ params: { id }, body: { realmName: 'My Palace', domainName: 'admin' } });
    await expect(reserved).rejects.toMatchObject({ code: 'realm_address_reserved' });
    const lookalike = other.realmCreate({ body: realmBody('Bank', 'xn--80ak6aa92e') });
    await expect(lookalike).rejects.toMatchObject({ code: 'realm_address_reserved' });
  });
});

describe('describing', () => {
  test('a line of the owner’s is shown in the lists and told to the running realm; more than a line is refused', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await untilPhase(client, id, 'READY');
    const describe = (description: string) => client.realmDescriptionSet({ params: { id }, body: { description } });
    expect(await describe('  Zamek „Nocny” – замок 🏰 ')).toMatchObject({ description: 'Zamek „Nocny” – замок 🏰' });
    expect((await client.realmList()).owned).toMatchObject([{ description: 'Zamek „Nocny” – замок 🏰' }]);
    await expect
      .poll(() => api.runtime.place.realms.get(id)?.spec.settings.description)
      .toBe('Zamek „Nocny” – замок 🏰');
    for (const refused of ['x'.repeat(121), '§kCastle', 'one\ntwo', 'one\u2028two', 'a\u202Eb', '\0']) {
      await expect(describe(refused)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    expect(await describe('')).toMatchObject({ description: '' });
  });
});

describe('deleting', () => {
  test('is refused of a protected realm, until its owner takes the protection back', async () => {
    const { client } = await makeUser(api);
    const { id } = await client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    const protect = (protectedRealm: boolean) =>
      client.realmProtectionSet({ params: { id }, body: { protectedRealm } });
    expect(await protect(true)).toMatchObject({ protectedRealm: true });
    const refused = { status: 409, code: 'realm_protected' };
    await expect(client.realmDelete({ params: { id } })).rejects.toMatchObject(refused);
    expect(await client.realmGet({ params: { id } })).toMatchObject({ protectedRealm: true, deleted: false });
    await protect(false);
    await expect(client.realmDelete({ params: { id } })).resolves.toBeNull();
  });

  test('removes realm, row and world, and frees name, address and limit', async () => {
    const { client } = await makeUser(api);
    const address = freshAddress();
    const { id } = await client.realmCreate({ body: realmBody('My Castle', address) });
    await untilPhase(client, id, 'READY');
    await client.realmDelete({ params: { id } });
    await expect(client.realmGet({ params: { id } })).rejects.toMatchObject({ status: 404, code: 'realm_unknown' });
    await expect(client.realmCreate({ body: realmBody('My Castle', address) })).resolves.toBeDefined();
    await expect.poll(() => api.runtime.place.realms.has(id)).toBe(false);
    await expect.poll(() => runSql(api.config.databaseUrl, 'select 1 from realms where id = $1', [id])).toEqual([]);
  });
});

describe('whose it is', () => {
  test('a stranger finds nothing, a partner sees and powers, the owner alone renames and deletes', async () => {
    const [owner, partner, stranger] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api), makeUser(api)]);
    const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
    await runSql(api.config.databaseUrl, 'insert into realm_partners (realm_id, user_id) values ($1, $2)', [
      id,
      partner.id,
    ]);
    const rename = { params: { id }, body: { realmName: 'Stolen', domainName: freshAddress() } };
    const power = { params: { realmId: id }, body: { power: 'OFF' as const } };
    const describe = { params: { id }, body: { description: 'Mine' } };
    const protect = { params: { id }, body: { protectedRealm: true } };

    const unknown = { status: 404, code: 'realm_unknown' };
    await expect(stranger.client.realmGet({ params: { id } })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmTps({ query: { id } })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmPower({ query: { id } })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmPlayers({ query: { id } })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmPowerSet(power)).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmRename(rename)).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmDelete({ params: { id } })).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmDescriptionSet(describe)).rejects.toMatchObject(unknown);
    await expect(stranger.client.realmProtectionSet(protect)).rejects.toMatchObject(unknown);

    // Asked for together, and each gets their own.
    const lists = [owner, stranger, partner].map(({ client }) => client.realmList());
    const [ofOwner, ofStranger, list] = await Promise.all(lists);
    expect(ofOwner).toMatchObject({ owned: [{ id }], partnered: [], partneredTotal: 0 });
    expect(ofStranger).toEqual({ owned: [], partnered: [], partneredTotal: 0 });
    expect(list?.owned).toEqual([]);
    const shared = { id, ownerUsername: owner.nickname, partnersUsernames: [partner.nickname] };
    expect(list?.partnered).toMatchObject([shared]);
    await expect(partner.client.realmRename(rename)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(partner.client.realmDelete({ params: { id } })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(partner.client.realmDescriptionSet(describe)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(partner.client.realmProtectionSet(protect)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(partner.client.realmPowerSet(power)).resolves.toMatchObject({ status: 'OFF' });
  });
});
