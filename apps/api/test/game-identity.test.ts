import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoginCode, RealmManager } from '@realmkeep/realm-protocol';
import { askInternal } from './ask-internal.ts';
import { logIn, makeUser, password, realmBody, type TestUser } from './people.ts';
import { createFakeRuntime } from '@realmkeep/runtime/fake';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ withoutSweeps: true });
});
afterAll(() => api[Symbol.asyncDispose]());

let addresses = 0;

/** A running realm, its owner, and a co-owner. */
async function runningRealm(): Promise<{ id: string; owner: TestUser; partner: TestUser }> {
  const [owner, partner] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api)]);
  addresses += 1;
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', `game-${addresses}`) });
  await runSql(api.config.databaseUrl, 'insert into realm_partners (realm_id, user_id) values ($1, $2)', [
    id,
    partner.id,
  ]);
  await expect
    .poll(() =>
      managersOf(id)
        .map(({ nickname }) => nickname)
        .sort(),
    )
    .toEqual([owner.nickname, partner.nickname].sort());
  return { id, owner, partner };
}

/** The managers that the realm's process was last given. */
function managersOf(id: string): RealmManager[] {
  return api.runtime.place.realms.get(id)?.spec.settings.managers ?? [];
}

function epochOf(id: string, { nickname }: TestUser): number | undefined {
  return managersOf(id).find((manager) => manager.nickname === nickname)?.epoch;
}

/** The code that the realm's process expects of the player. */
function expectedOf(id: string, { nickname }: TestUser): LoginCode | undefined {
  return api.runtime.place.realms.get(id)?.loginCodes.get(nickname.toLowerCase());
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('a code to log in with in the game', () => {
  test('is for owner and co-owner, each their own, and the realm’s process gets only its hash', async () => {
    const { id, owner, partner } = await runningRealm();
    for (const user of [owner, partner]) {
      const { code, expires } = await user.client.realmLoginCode({ params: { id } });
      expect(code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
      const seconds = (Date.parse(expires) - Date.now()) / 1000;
      expect(seconds).toBeGreaterThan(290);
      expect(seconds).toBeLessThanOrEqual(300);
      expect(expectedOf(id, user)).toEqual({
        nickname: user.nickname,
        epoch: 0,
        hash: sha256(code),
        expiresAt: Date.parse(expires),
      });
      expect(JSON.stringify(api.runtime.place.realms.get(id)?.spec)).not.toContain(code);
    }
    const { code } = await owner.client.realmLoginCode({ params: { id } });
    expect(expectedOf(id, owner)?.hash).toBe(sha256(code));
    const played = 'select id from users where id = any($1) and played_at is not null';
    expect(await runSql(api.config.databaseUrl, played, [[owner.id, partner.id]])).toHaveLength(2);
  });

  test('is nothing for a stranger, and none is for a realm that is deleted or never was', async () => {
    const { id, owner } = await runningRealm();
    const stranger = await makeUser(api);
    const unknown = { status: 404, code: 'realm_unknown' };
    await expect(stranger.client.realmLoginCode({ params: { id } })).rejects.toMatchObject(unknown);
    expect(expectedOf(id, stranger)).toBeUndefined();
    const nowhere = { id: '00000000-0000-4000-8000-000000000000' };
    await expect(owner.client.realmLoginCode({ params: nowhere })).rejects.toMatchObject(unknown);
    await owner.client.realmDelete({ params: { id } });
    await expect(owner.client.realmLoginCode({ params: { id } })).rejects.toMatchObject(unknown);
  });

  test('is not to be had for a realm that does not run', async () => {
    const { id, owner } = await runningRealm();
    await owner.client.realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    await expect.poll(() => api.runtime.place.realms.get(id)?.state).toBeNull();
    await expect(owner.client.realmLoginCode({ params: { id } })).rejects.toMatchObject({
      status: 409,
      code: 'realm_not_running',
    });
  });

  test('is given out twenty times in ten minutes', async () => {
    const { id, owner, partner } = await runningRealm();
    for (let i = 0; i < 20; i += 1) await owner.client.realmLoginCode({ params: { id } });
    await expect(owner.client.realmLoginCode({ params: { id } })).rejects.toMatchObject({
      status: 429,
      code: 'rate_limited',
    });
    await expect(partner.client.realmLoginCode({ params: { id } })).resolves.toMatchObject({
      code: expect.any(String),
    });
  });

  test('a fault of the realm’s process is ours, and no code is told', async () => {
    const { id, owner } = await runningRealm();
    api.runtime.failNext('loginCode', new Error('it does not answer'));
    await expect(owner.client.realmLoginCode({ params: { id } })).rejects.toMatchObject({ code: 'internal_error' });
  });
});

describe('who may command a realm in the game', () => {
  test('a partner who is removed may no more, at once', async () => {
    const { id, owner, partner } = await runningRealm();
    await runSql(api.config.databaseUrl, 'delete from realm_partners where realm_id = $1', [id]);
    await expect.poll(() => managersOf(id)).toEqual([{ nickname: owner.nickname, epoch: 0 }]);
    await expect(partner.client.realmLoginCode({ params: { id } })).rejects.toMatchObject({ code: 'realm_unknown' });
  });

  test('a logout everywhere and a change of the password count what was proved before no more', async () => {
    const { id, owner, partner } = await runningRealm();
    await partner.client.authSessionsEnd();
    await expect.poll(() => epochOf(id, partner)).toBe(1);
    const newPassword = `another ${password}`;
    await partner.client.userPasswordChange({
      body: { oldPassword: password, newPassword, repeatNewPassword: newPassword },
    });
    await expect.poll(() => epochOf(id, partner)).toBe(2);
    expect(epochOf(id, owner)).toBe(0);

    const again = await logIn(api, partner.nickname, { user_password: newPassword });
    await api.clientWith(again.token).realmLoginCode({ params: { id } });
    expect(expectedOf(id, partner)?.epoch).toBe(2);
  });

  test('whoever is blocked may no more', async () => {
    const { id, owner, partner } = await runningRealm();
    await runSql(api.config.databaseUrl, 'update users set blocked_at = now() where id = $1', [owner.id]);
    await expect.poll(() => managersOf(id)).toEqual([{ nickname: partner.nickname, epoch: 0 }]);
  });
});

const home = '8.8.4.4';
const elsewhere = '8.8.4.5';

/** Moves the player's sessions to an address, as refreshing tokens does. */
async function livesIn({ id }: TestUser, address: string): Promise<void> {
  await runSql(api.config.databaseUrl, 'update sessions set ip = $1 where user_id = $2', [address, id]);
}

/** The account that the gateway is told for the player. */
async function accountOf(id: string, nickname: string, address = home): Promise<unknown> {
  const answer = await askInternal(api, `/internal/realms/${id}/account`, { body: { nickname, address } });
  return ((await answer.json()) as { account: unknown }).account;
}

/** Requests a code and uses it in the game from an address, as the realm's process reports it. */
async function prove({ client }: TestUser, id: string, address = home): Promise<void> {
  const { code } = await client.realmLoginCode({ params: { id } });
  const recorded = 'select network from game_proofs where hash = $1 and network is not null';
  const hash = Buffer.from(sha256(code), 'hex');
  api.runtime.emitState(id, { usedCodes: [{ code, address }] });
  await expect.poll(() => runSql(api.config.databaseUrl, recorded, [hash])).toHaveLength(1);
}

describe('a proof in the game is remembered with its network', () => {
  test('on every realm that the player manages, and nowhere else, for twelve hours', async () => {
    const { id, owner, partner } = await runningRealm();
    const other = await runningRealm();
    await partner.client.realmCreate({ body: realmBody('Own', `own-${addresses}`) });
    const own = (await partner.client.realmList()).owned[0]?.id ?? '';
    await livesIn(partner, home);
    expect(await accountOf(id, partner.nickname)).toBeNull();
    await prove(partner, id);
    const account = { nickname: partner.nickname, epoch: 0 };
    expect(await accountOf(id, partner.nickname.toUpperCase())).toEqual(account);
    expect(await accountOf(own, partner.nickname)).toEqual(account);
    for (const [realm, name, from] of [
      [id, partner.nickname, elsewhere],
      [id, owner.nickname, home],
      [other.id, partner.nickname, home],
      ['00000000-0000-4000-8000-000000000000', partner.nickname, home],
    ] as const) {
      expect(await accountOf(realm, name, from)).toBeNull();
    }
    const [row] = await runSql(
      api.config.databaseUrl,
      'select extract(epoch from expires_at - now())::integer as seconds from game_proofs where user_id = $1',
      [partner.id],
    );
    expect(row?.['seconds']).toBeGreaterThan(12 * 3600 - 60);
    expect(row?.['seconds']).toBeLessThanOrEqual(12 * 3600);
    await runSql(api.config.databaseUrl, 'update game_proofs set expires_at = now() where user_id = $1', [partner.id]);
    expect(await accountOf(own, partner.nickname)).toBeNull();
  });

  test('a lost realm and another process of the api change nothing', async () => {
    const { id, owner } = await runningRealm();
    await livesIn(owner, home);
    await prove(owner, id);
    api.runtime.crash(id);
    expect(await accountOf(id, owner.nickname)).toMatchObject({ nickname: owner.nickname });
    // An api that starts while a realm reports a code that is not recorded.
    const second = await runningRealm();
    await livesIn(second.owner, home);
    const { code } = await second.owner.client.realmLoginCode({ params: { id: second.id } });
    const state = api.runtime.place.realms.get(second.id)?.state;
    state?.usedCodes.push({ code, address: home });
    expect(await accountOf(second.id, second.owner.nickname)).toBeNull();
    const { databaseUrl } = api.config;
    const runtime = createFakeRuntime({ place: api.runtime.place });
    await using another = await startTestApi({ databaseUrl, runtime });
    expect(another.config.databaseUrl).toBe(databaseUrl);
    await expect.poll(() => accountOf(second.id, second.owner.nickname)).not.toBeNull();
  });

  test('only while the session that asked for the code lives there', async () => {
    const { id, owner } = await runningRealm();
    await livesIn(owner, home);
    await prove(owner, id);
    await livesIn(owner, elsewhere);
    expect(await accountOf(id, owner.nickname)).toBeNull();
    expect(await accountOf(id, owner.nickname, elsewhere)).toBeNull();
    await livesIn(owner, home);
    expect(await accountOf(id, owner.nickname)).not.toBeNull();
    // Another session in that network does not keep it alive.
    await logIn(api, owner.nickname);
    await livesIn(owner, home);
    await owner.client.authLogout({ body: { refresh_token: owner.tokens.refresh_token, token: owner.tokens.token } });
    expect(await accountOf(id, owner.nickname)).toBeNull();
  });

  test.each([
    ['a logout everywhere else', (user: TestUser) => user.client.authSessionsEnd()],
    [
      'a new password',
      ({ client }: TestUser) =>
        client.userPasswordChange({
          body: { oldPassword: password, newPassword: `new ${password}`, repeatNewPassword: `new ${password}` },
        }),
    ],
    [
      'a block, though it is taken back',
      async ({ id }: TestUser) => {
        await runSql(api.config.databaseUrl, 'update users set blocked_at = now() where id = $1', [id]);
        await runSql(api.config.databaseUrl, 'update users set blocked_at = null where id = $1', [id]);
      },
    ],
    [
      'turning it off, though it is turned on again',
      async ({ client }: TestUser) => {
        await client.userGameMemoryUpdate({ body: { game_memory: false } });
        await client.userGameMemoryUpdate({ body: { game_memory: true } });
      },
    ],
  ])('%s ends it at once', async (_, end) => {
    const { id, owner } = await runningRealm();
    await livesIn(owner, home);
    await prove(owner, id);
    expect(await accountOf(id, owner.nickname)).not.toBeNull();
    await end(owner);
    await livesIn(owner, home);
    expect(await accountOf(id, owner.nickname)).toBeNull();
  });

  test('not for whoever has turned it off, which ends the powers of who is on, once', async () => {
    const { id, owner, partner } = await runningRealm();
    await livesIn(owner, home);
    expect(await owner.client.userMe()).toMatchObject({ game_memory: true });
    await owner.client.userGameMemoryUpdate({ body: { game_memory: false } });
    await owner.client.userGameMemoryUpdate({ body: { game_memory: false } });
    expect(await owner.client.userMe()).toMatchObject({ game_memory: false });
    await expect.poll(() => epochOf(id, owner)).toBe(1);
    const { code } = await owner.client.realmLoginCode({ params: { id } });
    api.runtime.emitState(id, { usedCodes: [{ code, address: home }] });
    await prove(partner, id);
    await owner.client.userGameMemoryUpdate({ body: { game_memory: true } });
    const kept = 'select network from game_proofs where user_id = $1';
    expect(await runSql(api.config.databaseUrl, kept, [owner.id])).toEqual([]);
    expect(await accountOf(id, owner.nickname)).toBeNull();
  });

  test('a realm that lies gains nothing: neither for codes that were never asked for, nor for networks of its choice', async () => {
    const { id, owner, partner } = await runningRealm();
    await livesIn(owner, home);
    await prove(owner, id, elsewhere);
    expect(await accountOf(id, owner.nickname, elsewhere)).toBeNull();
    expect(await accountOf(id, owner.nickname)).toBeNull();
    // A used code cannot be used again, and an expired one not at all.
    const { code } = await owner.client.realmLoginCode({ params: { id } });
    const hash = Buffer.from(sha256(code), 'hex');
    await runSql(api.config.databaseUrl, 'update game_proofs set expires_at = now() where hash = $1', [hash]);
    const used = [code, 'AAAABBBB'].map((each) => ({ code: each, address: home }));
    api.runtime.emitState(id, { usedCodes: used });
    await livesIn(partner, home);
    await prove(partner, id);
    expect(await accountOf(id, owner.nickname)).toBeNull();
    expect(await accountOf(id, partner.nickname)).not.toBeNull();
  });

  test('nothing is remembered of an address that an untrusted proxy may give everybody', async () => {
    const { id, owner } = await runningRealm();
    const { code } = await owner.client.realmLoginCode({ params: { id } });
    const hash = Buffer.from(sha256(code), 'hex');
    const stored =
      "update game_proofs set network = '127.0.0.1', expires_at = now() + interval '1 hour' where hash = $1";
    await runSql(api.config.databaseUrl, stored, [hash]);
    expect(await accountOf(id, owner.nickname, '127.0.0.1')).toBeNull();
  });

  test('whose account a player is, the gateway alone is told', async () => {
    const { id, owner } = await runningRealm();
    const body = { nickname: owner.nickname, address: home };
    for (const token of ['', owner.tokens.token, api.config.secrets.metricsToken]) {
      expect((await askInternal(api, `/internal/realms/${id}/account`, { token, body })).status).toBe(403);
    }
    const bad = await askInternal(api, `/internal/realms/${id}/account`, { body: { ...body, address: 'x' } });
    expect(bad.status).toBe(400);
  });
});

function ask(nickname: string, token = api.config.secrets.gatewayToken): Promise<Response> {
  return askInternal(api, `/internal/nicknames/${encodeURIComponent(nickname)}`, { token });
}

describe('GET /internal/nicknames', () => {
  test.each(['Guest_bobby', 'gone_by', 'Admin', 'Server'])('%s is nobody’s to be known by', async (name) => {
    await expect((await ask(name)).json()).resolves.toEqual({ registered: true });
  });

  test('is for the gateway alone', async () => {
    const { tokens, nickname } = await makeUser(api);
    for (const token of ['', tokens.token, api.config.secrets.metricsToken]) {
      expect((await ask(nickname, token)).status).toBe(403);
    }
  });

  test('tells whether an account has the nickname, whatever its case', async () => {
    const { nickname } = await makeUser(api);
    for (const name of [nickname, nickname.toUpperCase()]) {
      await expect((await ask(name)).json()).resolves.toEqual({ registered: true });
    }
    for (const name of ['nobody_at_all', 'abc', 'a\0bcd', '%00', '§4Admin', "x' or '1'='1"]) {
      await expect((await ask(name)).json()).resolves.toEqual({ registered: false });
    }
  });
});
