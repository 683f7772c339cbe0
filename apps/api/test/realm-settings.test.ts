import { type RealmSettingsUpdateBody, type SettingName, settingNames, toggleNames } from '@realmkeep/contract';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshAddress, makeUser, realmBody, type TestUser, untilPhase } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** A kernel that lacks a few things. */
const capabilities = { gameMode: 'restart', animalSpawn: 'none' } as const;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ runtime: createFakeRuntime({ capabilities }) });
});
afterAll(() => api[Symbol.asyncDispose]());

async function makeRealm(owner: TestUser): Promise<string> {
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', freshAddress()) });
  await untilPhase(owner.client, id, 'READY');
  return id;
}

type Change = Omit<RealmSettingsUpdateBody, 'updatedFields'>;

/** Changes all given settings. */
const change = ({ client }: TestUser, id: string, values: Change) =>
  client.realmSettingsUpdate({
    params: { id },
    body: { ...values, updatedFields: Object.keys(values) as SettingName[] },
  });

const read = async ({ client }: TestUser, id: string) => (await client.realmGet({ params: { id } })).settings;
const told = (id: string) => api.runtime.place.realms.get(id)?.spec.settings;

const changed = {
  gameMode: 'SURVIVAL',
  difficultyLevel: 'HARDCORE',
  dealDamage: false,
  flySurvival: true,
  spawnProtectionRadius: 16,
  animalSpawn: false,
  monsterSpawn: false,
  villagersRespawn: false,
  commandBlocks: true,
  viewAchievementsOnChat: false,
} as const satisfies Change;

async function spawnOf({ client }: TestUser, id: string) {
  const { spawnX, spawnY, spawnZ } = await client.realmGet({ params: { id } });
  return { spawnX, spawnY, spawnZ };
}

describe('the spawn point', () => {
  test('is the world’s own, moved by who manages the realm, and known while it does not run', async () => {
    const [owner, stranger] = [await makeUser(api), await makeUser(api)];
    const id = await makeRealm(owner);
    await expect.poll(() => spawnOf(owner, id)).toEqual({ spawnX: 0, spawnY: 64, spawnZ: 0 });
    const moved = { spawnX: 12, spawnY: 70, spawnZ: -8 };
    const move = ({ client }: TestUser, body: typeof moved) => client.realmSpawnSet({ params: { id }, body });
    expect(await move(owner, moved)).toMatchObject(moved);
    expect(api.runtime.place.realms.get(id)?.state?.spawn).toEqual({ x: 12, y: 70, z: -8 });
    await expect(move(stranger, moved)).rejects.toMatchObject({ code: 'realm_unknown' });
    await expect(move(owner, { ...moved, spawnX: 5000 })).rejects.toMatchObject({ code: 'realm_spawn_outside' });
    for (const wrong of [{ spawnY: 320 }, { spawnX: 0.5 }, { spawnZ: 30_000_000 }]) {
      await expect(move(owner, { ...moved, ...wrong })).rejects.toMatchObject({ code: 'invalid_request' });
    }

    // In the game and by restoring a world it also moves without a request.
    api.runtime.emitState(id, { spawn: { x: 1, y: 2, z: 3 } });
    await expect.poll(() => spawnOf(owner, id)).toEqual({ spawnX: 1, spawnY: 2, spawnZ: 3 });
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    await expect.poll(() => api.runtime.place.realms.get(id)?.state).toBeNull();
    await expect(move(owner, moved)).rejects.toMatchObject({ status: 409, code: 'realm_not_running' });
    expect(await spawnOf(owner, id)).toEqual({ spawnX: 1, spawnY: 2, spawnZ: 3 });
  });
});

describe('settings', () => {
  test('are there from the beginning, with what the server makes of each', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const realm = await owner.client.realmGet({ params: { id } });
    expect(Object.keys(realm.settings).sort()).toEqual([...settingNames].sort());
    expect(realm.settings).toMatchObject({
      slots: 2,
      gameMode: 'CREATIVE',
      difficultyLevel: 'NORMAL',
      accessWithoutLicense: 'NORMAL',
      resourcePackUrl: null,
    });
    expect(realm.enforcement).toMatchObject({ ...capabilities, slots: 'live', accessWithoutLicense: 'live' });
  });

  test('reach the running server, and say what becomes of each', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const { realm, ...outcome } = await change(owner, id, { ...changed, accessWithoutLicense: 'NORMAL' });
    expect(outcome).toEqual({
      stopped: false,
      applied: [
        'difficultyLevel',
        'dealDamage',
        'flySurvival',
        'spawnProtectionRadius',
        'monsterSpawn',
        'villagersRespawn',
        'commandBlocks',
        'viewAchievementsOnChat',
        'accessWithoutLicense',
      ],
      atNextStart: ['gameMode'],
      notEnforced: ['animalSpawn'],
    });
    expect(realm.settings).toMatchObject(changed);
    await expect(read(owner, id)).resolves.toMatchObject(changed);
    await expect.poll(() => told(id)).toMatchObject(changed);
  });

  test('reach the running server whichever switch it is', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    for (const name of toggleNames) {
      const value = !(await read(owner, id))[name];
      await change(owner, id, { [name]: value });
      await expect.poll(() => told(id)?.[name], { message: name }).toBe(value);
    }
  });

  test('of a realm that is off take effect when it starts', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    await expect(change(owner, id, { dealDamage: false, animalSpawn: false })).resolves.toMatchObject({
      stopped: false,
      applied: [],
      atNextStart: ['dealDamage'],
      notEnforced: ['animalSpawn'],
    });
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
    await expect.poll(() => told(id)?.dealDamage).toBe(false);
  });

  test('change only where updatedFields names them', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const before = await read(owner, id);
    await owner.client.realmSettingsUpdate({ params: { id }, body: { ...changed, updatedFields: ['dealDamage'] } });
    await expect(read(owner, id)).resolves.toEqual({ ...before, dealDamage: false });
  });

  test.each([
    ['without updatedFields', { dealDamage: false }, 'updatedFields'],
    ['with none of them', { dealDamage: false, updatedFields: [] }, 'updatedFields'],
    ['with one that is not given', { updatedFields: ['dealDamage'] }, 'dealDamage'],
    ['with one that there is not', { dealDamage: false, updatedFields: ['dealDamage', 'motd'] }, 'updatedFields'],
    ['with an object’s own', { dealDamage: false, updatedFields: ['__proto__'] }, 'updatedFields'],
    [
      'with a field that there is not',
      { dealDamage: false, borderDiameter: 9, updatedFields: ['dealDamage'] },
      'borderDiameter',
    ],
    ['with a word for yes', { dealDamage: 'true', updatedFields: ['dealDamage'] }, 'dealDamage'],
    ['with null for no', { dealDamage: null, updatedFields: ['dealDamage'] }, 'dealDamage'],
    ['with a mode of another game', { gameMode: 'GOD', updatedFields: ['gameMode'] }, 'gameMode'],
    [
      'with a level in small letters',
      { difficultyLevel: 'hard', updatedFields: ['difficultyLevel'] },
      'difficultyLevel',
    ],
    [
      'with another access',
      { accessWithoutLicense: 'PREMIUM', updatedFields: ['accessWithoutLicense'] },
      'accessWithoutLicense',
    ],
    [
      'with half a block',
      { spawnProtectionRadius: 0.5, updatedFields: ['spawnProtectionRadius'] },
      'spawnProtectionRadius',
    ],
    [
      'with too many blocks',
      { spawnProtectionRadius: 2001, updatedFields: ['spawnProtectionRadius'] },
      'spawnProtectionRadius',
    ],
    [
      'with less than none',
      { spawnProtectionRadius: -1, updatedFields: ['spawnProtectionRadius'] },
      'spawnProtectionRadius',
    ],
    ['with slots in letters', { slots: 'two', updatedFields: ['slots'] }, 'slots'],
  ])('%s are refused, and name the field', async (_, body, field) => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const before = await read(owner, id);
    const refusal = owner.client.realmSettingsUpdate({ params: { id }, body: body as RealmSettingsUpdateBody });
    await expect(refusal).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    await expect(refusal).rejects.toThrow(field);
    await expect(read(owner, id)).resolves.toEqual(before);
  });

  test('only the owner and co-owners see and change them', async () => {
    const [owner, partner, stranger] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api), makeUser(api)]);
    const id = await makeRealm(owner);
    await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
    await expect(change(partner, id, { flySurvival: true })).resolves.toMatchObject({ realm: { ownerTier: 'GHAST' } });
    await expect(change(partner, id, { slots: 9 })).resolves.toMatchObject({ stopped: true });
    await expect(change(stranger, id, { flySurvival: false })).rejects.toMatchObject({
      status: 404,
      code: 'realm_unknown',
    });
  });

  test('of many at once all hold', async () => {
    const owner = await makeUser(api);
    const id = await makeRealm(owner);
    const { gameMode: _, animalSpawn: __, ...rest } = changed;
    await Promise.all(Object.entries(rest).map(([name, value]) => change(owner, id, { [name]: value })));
    await expect(read(owner, id)).resolves.toMatchObject(rest);
    await expect.poll(() => told(id)).toMatchObject(rest);
  });
});

describe('slots', () => {
  test('stop the running server, hold from then on, and are what it starts with', async () => {
    const owner = await makeUser(api, 'ZOMBIE');
    const id = await makeRealm(owner);
    const { realm, ...outcome } = await change(owner, id, { slots: 3 });
    expect(outcome).toEqual({ stopped: true, applied: [], atNextStart: ['slots'], notEnforced: [] });
    expect(realm).toMatchObject({ slots: 3, status: 'OFF', settings: { slots: 3 } });
    await expect
      .poll(async () => (await owner.client.realmGet({ params: { id } })).live)
      .toMatchObject({ phase: 'OFF', slots: 3 });
    await expect(change(owner, id, { slots: 4 })).resolves.toMatchObject({ stopped: false });
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'ON' } });
    await expect.poll(() => told(id)?.slots).toBe(4);
  });

  test.each([
    [0, 'realm_slots_invalid', 400, {}],
    [-1, 'realm_slots_invalid', 400, {}],
    [2.5, 'realm_slots_invalid', 400, {}],
    [1e9, 'realm_slots_tier', 403, { limit: 5 }],
    [5, 'realm_slots_same', 409, {}],
    [6, 'realm_slots_tier', 403, { limit: 5 }],
    [null, 'realm_slots_tier', 403, { limit: 5 }],
  ])('%j of ZOMBIE are refused with %s, and stop nothing', async (slots, code, status, params) => {
    const owner = await makeUser(api, 'ZOMBIE');
    const id = await makeRealm(owner);
    const refusal = change(owner, id, { slots, dealDamage: false });
    await expect(refusal).rejects.toMatchObject({ status, code, params });
    await expect(owner.client.realmGet({ params: { id } })).resolves.toMatchObject({
      status: 'ON',
      settings: { slots: 5, dealDamage: true },
    });
  });

  test('without limit are DRAGON’s, as are any number', async () => {
    const owner = await makeUser(api, 'DRAGON');
    const id = await makeRealm(owner);
    await expect(read(owner, id)).resolves.toMatchObject({ slots: null });
    await expect(change(owner, id, { slots: 1000 })).resolves.toMatchObject({ realm: { slots: 1000 } });
    await expect(change(owner, id, { slots: 1001 })).rejects.toMatchObject({ code: 'realm_slots_invalid' });
    await expect(change(owner, id, { slots: null })).resolves.toMatchObject({ realm: { slots: null } });
  });

  test('never exceed a tier that becomes smaller at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const owner = await makeUser(api, 'GHAST');
      const id = await makeRealm(owner);
      await change(owner, id, { slots: 3 });
      const smaller = api.app.ctx.db.transaction().execute(async (tx) => {
        await tx.updateTable('users').set({ tier: 'CHICKEN' }).where('id', '=', owner.id).execute();
        await tx.updateTable('realms').set({ slots: 2 }).where('id', '=', id).execute();
      });
      await Promise.allSettled([smaller, change(owner, id, { slots: 10 })]);
      const [row] = await runSql(api.config.databaseUrl, 'select slots from realms where id = $1', [id]);
      expect(row?.['slots']).toBe(2);
    }
  });
});

test('a resource pack of before stays under a smaller tier, and is not offered', async () => {
  const owner = await makeUser(api, 'DRAGON');
  const id = await makeRealm(owner);
  const url = 'https://packs.example/pack.zip';
  const set = 'update realms set resource_pack_url = $1, resource_pack_sha1 = $2 where id = $3';
  await runSql(api.config.databaseUrl, set, [url, 'a'.repeat(40), id]);
  await expect.poll(() => told(id)?.resourcePack).toMatchObject({ url });
  await runSql(api.config.databaseUrl, "update users set tier = 'GHAST' where id = $1", [owner.id]);
  await runSql(api.config.databaseUrl, 'update realms set border_diameter = 3000 where id = $1', [id]);
  await expect.poll(() => told(id)?.resourcePack).toBeNull();
  await expect(read(owner, id)).resolves.toMatchObject({ resourcePackUrl: url });
});
