import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoginCode, RealmManager } from '@realmkeep/realm-protocol';
import { askInternal } from './ask-internal.ts';
import { logIn, makeUser, password, realmBody, type TestUser } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

let addresses = 0;

/** A realm that runs, its owner, and a partner. */
async function runningRealm(): Promise<{ id: string; owner: TestUser; partner: TestUser }> {
  const [owner, partner] = await Promise.all([makeUser(api, 'GHAST'), makeUser(api)]);
  addresses += 1;
  const { id } = await owner.client.realmCreate({ body: realmBody('My Castle', `game-${addresses}`) });
  await runSql(api.config.databaseUrl, 'insert into realm_partners (realm_id, user_id) values ($1, $2)', [
    id,
    partner.id,
  ]);
  await expect
    .poll(
      () =>
        managersOf(id)
          .map(({ nickname }) => nickname)
          .sort(),
      { timeout: 5_000 },
    )
    .toEqual([owner.nickname, partner.nickname].sort());
  return { id, owner, partner };
}

/** Who may command the realm's process, as it was told last. */
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
  test('is for owner and partner, each his own, and the realm’s process gets its hash alone', async () => {
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
    await expect.poll(() => api.runtime.place.realms.get(id)?.state, { timeout: 5_000 }).toBeNull();
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
    await expect.poll(() => managersOf(id), { timeout: 1_000 }).toEqual([{ nickname: owner.nickname, epoch: 0 }]);
    await expect(partner.client.realmLoginCode({ params: { id } })).rejects.toMatchObject({ code: 'realm_unknown' });
  });

  test('a log-out everywhere and a change of the password count what was proved before no more', async () => {
    const { id, owner, partner } = await runningRealm();
    await partner.client.authSessionsEnd();
    await expect.poll(() => epochOf(id, partner), { timeout: 1_000 }).toBe(1);
    const newPassword = `another ${password}`;
    await partner.client.userPasswordChange({
      body: { oldPassword: password, newPassword, repeatNewPassword: newPassword },
    });
    await expect.poll(() => epochOf(id, partner), { timeout: 1_000 }).toBe(2);
    expect(epochOf(id, owner)).toBe(0);

    const again = await logIn(api, partner.nickname, { user_password: newPassword });
    await api.clientWith(again.token).realmLoginCode({ params: { id } });
    expect(expectedOf(id, partner)?.epoch).toBe(2);
  });

  test('whoever is blocked may no more', async () => {
    const { id, owner, partner } = await runningRealm();
    await runSql(api.config.databaseUrl, 'update users set blocked_at = now() where id = $1', [owner.id]);
    await expect.poll(() => managersOf(id), { timeout: 1_000 }).toEqual([{ nickname: partner.nickname, epoch: 0 }]);
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
