import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileArchives } from '@realmkeep/archives';
import { runSql } from '@realmkeep/testkit/sql';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { promptQueue } from '../src/domains/identity/chat/prompt-queue.ts';
import { leadersJobs, startJobs } from '../src/jobs.ts';
import {
  anyTokens,
  buttonId,
  makeAsked,
  makeLinked,
  messagesOf,
  openLoginSocket,
  press,
  withSandbox,
} from './chat-people.ts';
import { closeCode, enterEvents, type EventSocket } from './event-sockets.ts';
import { beginSession, loginBody, makeUser, password, type TestUser } from './people.ts';
import { giveCoins, makeAdmin } from './people-money.ts';
import { logInBySftp } from './sftp-people.ts';
import { tierProducts } from './shopper.ts';
import { type ApiPair, clientAt, makeRealmAt, type OwnedRealm, startApiPair } from './start-api-pair.ts';

let pair: ApiPair;
beforeAll(async () => {
  pair = await startApiPair({ environment: { ...withSandbox, LOGINS_PER_ACCOUNT: '5' }, sftp: true });
});
afterAll(() => pair[Symbol.asyncDispose]());

const sql = (text: string, values: unknown[] = []) => runSql(pair.one.config.databaseUrl, text, values);

const makeRealm = () => makeRealmAt(pair.one);
const hears = ({ heard }: EventSocket, message: object) => expect.poll(() => heard).toContainEqual(message);
const coinsOf = async ({ client }: TestUser) => (await client.userMe()).coins;
const folderOf = ({ id }: OwnedRealm, path: string) => join(pair.one.runtime.place.folders.path(id), path);
const workAt = async (client: TestUser['client'], { id }: OwnedRealm) =>
  (await client.realmFilesWork({ params: { id } })).work;
const leavesNothing = async (realm: OwnedRealm) => {
  await expect.poll(() => readdirSync(folderOf(realm, '.keeper'))).toEqual([]);
  expect(existsSync(folderOf(realm, 'config/many.zip'))).toBe(false);
};
const some = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: 4 }, make));

describe('an archive that one makes', () => {
  const packedBytes = 4096;
  const body = { folder: 'config', names: ['many'], name: 'many.zip' };
  afterEach(() => void vi.restoreAllMocks());

  /** A realm with files to pack, where the first packing never ends by itself. */
  async function makeSlowRealm(): Promise<OwnedRealm> {
    const realm = await makeRealm();
    await pair.one.runtime.place.folders.folder(realm.id);
    mkdirSync(folderOf(realm, 'config/many'), { recursive: true });
    writeFileSync(folderOf(realm, 'config/many/a.txt'), 'a');
    vi.spyOn(fileArchives, 'pack').mockImplementationOnce(() => {
      const pieces = new Readable({ read: () => undefined });
      pieces.push(Buffer.alloc(packedBytes));
      return pieces;
    });
    return realm;
  }
  const begin = ({ client }: Pick<TestUser, 'client'>, { id }: OwnedRealm) =>
    client.realmFilesArchive({ params: { id }, body });

  test('is seen by the other, holds up the realm’s next there too, and is cancelled from there', async () => {
    const realm = await makeSlowRealm();
    const client = clientAt(pair.other, realm.owner);
    const params = { id: realm.id };
    const { id } = await begin(realm.owner, realm);
    await expect.poll(() => workAt(client, realm)).toMatchObject({ id, state: 'RUNNING', bytes: packedBytes });
    await expect(begin({ client }, realm)).rejects.toMatchObject({ code: 'file_work_running' });
    await client.realmFilesWorkCancel({ params });
    expect(await workAt(client, realm)).toMatchObject({ id, state: 'CANCELLED' });
    await leavesNothing(realm);

    const next = await begin({ client }, realm);
    await expect.poll(() => workAt(realm.owner.client, realm)).toMatchObject({ id: next.id, state: 'DONE' });
    await realm.owner.client.realmFilesWorkCancel({ params });
    expect(await workAt(client, realm)).toBeNull();
  });

  test('is one, however many are begun at both at once', async () => {
    const realm = await makeSlowRealm();
    const client = clientAt(pair.other, realm.owner);
    const both = Array.from({ length: 5 }, () => [begin(realm.owner, realm), begin({ client }, realm)]);
    const answers = await Promise.allSettled(both.flat());
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await client.realmFilesWorkCancel({ params: { id: realm.id } });
    await leavesNothing(realm);
  });

  test('is over when nobody says any more that it goes on; and whoever comes back finds that it is', async () => {
    const realm = await makeSlowRealm();
    const client = clientAt(pair.other, realm.owner);
    await begin(realm.owner, realm);
    // As if the process had died and another one had taken its turn since.
    await sql("update file_works set id = $2, claimed_until = now() - interval '1 s' where realm_id = $1", [
      realm.id,
      randomUUID(),
    ]);
    await leavesNothing(realm);
    expect(await workAt(client, realm)).toMatchObject({ state: 'FAILED', error: null });
    const next = await begin({ client }, realm);
    await expect.poll(() => workAt(client, realm)).toMatchObject({ id: next.id, state: 'DONE' });
  });
});

describe('a socket at one', () => {
  test('hears what is done at the other, and what realms do, whichever driver tells it', async () => {
    const { owner, id } = await makeRealm();
    const [atOne, atOther] = await Promise.all(
      [pair.one, pair.other].map((api) => enterEvents(api, owner.tokens.token)),
    );
    if (!atOne || !atOther) throw new Error('No socket');
    for (const [nickname, { runtime }, hearer] of [
      ['Alex', pair.one, atOther],
      ['Steve', pair.other, atOne],
    ] as const) {
      runtime.setPlayers(id, [{ nickname, uuid: randomUUID(), world: 'overworld' }]);
      const players = [expect.objectContaining({ nickname })];
      await hears(
        hearer,
        expect.objectContaining({ type: 'realmLive', realm: expect.objectContaining({ id, players }) }),
      );
    }

    atOther.heard.length = 0;
    await pair.one.runtime.place.folders.folder(id);
    // Work ordered at a replica that does not lead is done by the one that does.
    await clientAt(pair.other, owner).realmBackupCreate({ params: { id } });
    const made = async () => (await owner.client.realmBackups({ params: { id } })).backups[0]?.state;
    await expect.poll(made).toBe('READY');
    await hears(atOther, { type: 'realmBackupsChanged', id });
    await giveCoins(pair.one, owner, 5);
    await hears(atOther, { type: 'accountChanged' });
    atOther.socket.send(JSON.stringify({ type: 'consoleOpen', id }));
    await hears(atOther, { type: 'consoleOpened', id });
    await owner.client.realmConsoleCommand({ params: { id }, body: { command: 'say hello' } });
    const lines = () => atOther.heard.flatMap((message) => (message.type === 'consoleLines' ? message.lines : []));
    await expect.poll(() => lines().map(({ text }) => text)).toContain('Done: say hello');
    await clientAt(pair.other, owner).realmPowerSet({ params: { realmId: id }, body: { power: 'OFF' } });
    await hears(
      atOne,
      expect.objectContaining({ type: 'realmLive', realm: expect.objectContaining({ id, phase: 'OFF' }) }),
    );
    await owner.client.realmDelete({ params: { id } });
    await expect.poll(() => atOther.heard.at(-1)).toEqual({ type: 'realmChanged', id });
  });
});

test('a login that is begun at one is confirmed at the other, wherever it is waited for', async () => {
  for (const waitsAt of [pair.one, pair.other]) {
    const { user, account, login } = await makeAsked(pair.one);
    const { opened, ended } = openLoginSocket(waitsAt, login.track_id);
    await opened;
    const pressed = {
      accountId: account.id,
      messageId: login.message.id,
      buttonId: buttonId(login.message, login.match),
    };
    expect(await press(pair.other, pressed)).toBe('You have confirmed the login.');
    const { said, code } = await ended;
    expect({ said, code }).toEqual({ said: anyTokens, code: 1000 });
    if (!said || !('token' in said)) throw new Error('No tokens');
    expect(await pair.other.clientWith(said.token).userMe()).toMatchObject({ nickname: user.nickname });
  }
});

/** Opens everything a session can have open at the other replica. */
async function openAtOther(user: TestUser) {
  const tokens = await beginSession(pair.one, user.id);
  const client = pair.other.clientWith(tokens.token);
  await client.userMe();
  const [{ socket }, sftp] = await Promise.all([
    enterEvents(pair.other, tokens.token),
    logInBySftp(pair.other, user.nickname),
  ]);
  return { client, gone: Promise.all([closeCode(socket), sftp.closed]) };
}

describe('what is ended at one', () => {
  test.each<[string, (user: TestUser) => Promise<unknown>, string]>([
    ['the other sessions', ({ client }) => client.authSessionsEnd(), 'unauthorized'],
    [
      'every session by another password',
      ({ client }) =>
        client.userPasswordChange({
          body: { oldPassword: password, newPassword: 'another one', repeatNewPassword: 'another one' },
        }),
      'unauthorized',
    ],
    [
      'an account, by a block',
      async ({ id }) =>
        (await makeAdmin(pair.one)).client.adminUserBlock({ params: { id }, body: { reason: 'a test' } }),
      'account_blocked',
    ],
  ])('ends at the other: %s', async (_what, end, code) => {
    const user = await makeUser(pair.one);
    const { client, gone } = await openAtOther(user);
    await end(user);
    expect((await gone)[0]).toBe(4401);
    await expect.poll(() => client.userMe().catch((error: unknown) => error)).toMatchObject({ code });
  });

  test('ends at the other: what a partner was', async () => {
    const { owner, id, address } = await makeRealm();
    const partner = await makeUser(pair.one);
    await owner.client.realmPartnerAdd({ params: { id }, body: { username: partner.nickname } });
    const atOther = await enterEvents(pair.other, partner.tokens.token);
    const sftp = await logInBySftp(pair.other, partner.nickname);
    expect(await sftp.names('/')).toEqual([address]);
    atOther.socket.send(JSON.stringify({ type: 'consoleOpen', id }));
    await expect.poll(() => atOther.heard).toContainEqual({ type: 'consoleOpened', id });
    await owner.client.realmPartnerRemove({ params: { id, userId: partner.id } });
    await sftp.closed;
    await expect.poll(() => atOther.heard).toContainEqual({ type: 'consoleClosed', id });
    await expect(clientAt(pair.other, partner).realmGet({ params: { id } })).rejects.toMatchObject({
      code: 'realm_unknown',
    });
  });
});

test('guesses at a password count together, wherever they are made', async () => {
  const { nickname } = await makeUser(pair.one);
  const guess = (api: typeof pair.one, typed = 'wrong') =>
    api.anonymous.authLogin({ body: loginBody(nickname, { user_password: typed }) }).catch((error: unknown) => error);
  for (const api of [pair.one, pair.other, pair.one, pair.other, pair.one]) {
    expect(await guess(api)).toMatchObject({ code: 'login_invalid' });
  }
  for (const api of [pair.one, pair.other]) expect(await guess(api, password)).toMatchObject({ code: 'rate_limited' });
});

test('what both do from time to time is done once', async () => {
  const { app } = pair.one;
  const zombie = (await tierProducts(pair.one)).get('ZOMBIE') ?? '';
  const subscribe = async (user: TestUser, coins: number, ends: string) => {
    await giveCoins(pair.one, user, coins);
    await user.client.subscriptionActivate({ body: { productId: zombie } });
    await sql(
      `update subscriptions set period_ends_at = now() + $2::interval, period_started_at = now() + $2::interval - interval '1 month'
       where user_id = $1`,
      [user.id, ends],
    );
  };
  const renewed = await some(() => makeUser(pair.one));
  for (const user of renewed) await subscribe(user, 1000, '-1 minute');
  const told = await some(() => makeLinked(pair.one));
  for (const { user } of told) await subscribe(user, 300, '1 hour');
  const notice = { content: 'queued', choices: [], payload: { kind: 'notice' as const }, seconds: 600 };
  for (const { user } of told) await promptQueue(app.ctx, app.ctx.db, user.id, () => notice);
  const expired = await some(() => makeUser(pair.one));
  for (const user of expired) await giveCoins(pair.one, user, 7, new Date(Date.now() - 1000));

  const stops = [pair.one, pair.other].flatMap(({ app: { ctx } }) => [startJobs(ctx), startJobs(ctx, leadersJobs)]);
  await Promise.all(stops.map((stop) => stop()));
  expect(await Promise.all(renewed.map(coinsOf))).toEqual(renewed.map(() => 400));
  expect(await Promise.all(expired.map(coinsOf))).toEqual(expired.map(() => 0));
  const messages = await Promise.all(told.map(async ({ account }) => messagesOf(pair.one, account)));
  for (const said of messages.map((all) => all.map(({ content }) => content))) {
    expect(said).toContain('queued');
    expect(said.filter((content, index) => said.indexOf(content) < index)).toEqual([]);
  }
});
