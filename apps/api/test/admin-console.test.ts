import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenKey } from '../scripts/config.ts';
import { personalTables } from '../src/domains/accounts/export-queries.ts';
import { linkChat, withSandbox } from './chat-people.ts';
import { freshAddress, logIn, makeUser, password, realmBody, registerBody, type TestUser } from './people.ts';
import { giveCoins } from './people-money.ts';
import { compiledCode } from '@realmkeep/testkit/product';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

const script = fileURLToPath(new URL('../scripts/admin.ts', import.meta.url));

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startTestApi({ environment: withSandbox });
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-admin-'));
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const sql = (text: string, values: unknown[] = []) => runSql(api.config.databaseUrl, text, values);

/** Runs bin/admin as a process beside the running api. @param typed its standard input */
function admin(args: string[], typed = '', environment = { DATABASE_URL: api.config.databaseUrl }) {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; said: string; faults: string }>();
  const env = { NODE_COMPILE_CACHE: compiledCode, ...environment };
  const child = execFile(process.execPath, [script, ...args], { env }, (_fault, said, faults) => {
    resolve({ code: child.exitCode, said, faults });
  });
  child.stdin?.end(typed);
  return promise;
}

/** A player with data in every table that has any of players. */
async function makeUsed() {
  const user = await makeUser(api);
  await linkChat(api, user);
  await giveCoins(api, user, 100);
  const tag = user.id.slice(0, 8);
  const realm = await user.client.realmCreate({ body: realmBody('Of an account', `of-${tag}`) });
  return { user, realm };
}

/** A player leaves their name in somebody else's realm, which they help to manage. */
async function markOthers({ client, nickname }: TestUser) {
  const owner = await makeUser(api, 'GHAST');
  const { id } = await owner.client.realmCreate({ body: realmBody('Of another', freshAddress()) });
  const params = { id };
  await owner.client.realmPartnerAdd({ params, body: { username: nickname } });
  const time = { time: '10:00', weekdays: [1], zone: 'Europe/Warsaw', enabled: true };
  await client.realmScheduleCreate({ params, body: { name: 'Hello', action: 'COMMAND', command: 'say hi', ...time } });
  await client.realmAccessRuleAdd({ params, body: { kind: 'BAN', subject: 'Eve' } });
  return { owner, realmId: id };
}

test('says what it can, and that it cannot find an installation, without a word of a settings file', async () => {
  const { code, faults } = await admin([]);
  expect(code).toBe(1);
  for (const command of [
    'grant',
    'revoke',
    'unlink',
    'password',
    'export',
    'delete',
    'reverse',
    'refund',
    '--data-dir',
  ]) {
    expect(faults).toContain(command);
  }
  expect(await admin(['--help'])).toMatchObject({ code: 0, faults: '' });
  const nowhere = await admin(['grant', 'Nobody', '--data-dir', '/nonexistent']);
  expect(nowhere).toMatchObject({ code: 1, faults: expect.stringContaining('No database runs on /nonexistent') });
  // Keys are derived as the api does, whatever else is in that folder.
  expect(await tokenKey('/nonexistent', { TOKEN_KEY: 'of the settings' })).toBe('of the settings');
  for (const command of ['password', 'export', 'delete', 'unlink']) {
    const unknown = await admin([command, 'Nobody_here', '--yes']);
    expect(unknown).toMatchObject({ code: 1, said: '', faults: 'Nobody is called Nobody_here.\n' });
  }
});

test('password: the new one is printed once and opens the account; the old one and every session are over', async () => {
  const user = await makeUser(api);
  const { code, said } = await admin(['password', user.nickname.toUpperCase()]);
  const fresh = new RegExp(`^The password of ${user.nickname} is now (\\S{20})$`, 'm').exec(said)?.[1] ?? '';
  expect([code, fresh]).toEqual([0, expect.any(String)]);
  await expect(logIn(api, user.nickname)).rejects.toMatchObject({ code: 'login_invalid' });
  const { token, refresh_token } = user.tokens;
  await expect(api.anonymous.authRefresh({ body: { token, refresh_token } })).rejects.toMatchObject({ status: 401 });
  const again = api.clientWith((await logIn(api, user.nickname, { user_password: fresh })).token);
  expect((await again.userMe()).id).toBe(user.id);
  expect(await sql('select action from audit_log where subject_id = $1', [user.id])).toEqual([
    { action: 'passwordReset' },
  ]);
});

describe('export', () => {
  test('has all that is kept of the account and no secret, in a file for its owner alone', async () => {
    const { user, realm } = await makeUsed();
    const file = join(folder, 'export.json');
    expect(await admin(['export', user.nickname, '--to', file])).toMatchObject({ code: 0 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    expect(await admin(['export', user.nickname, '--to', file])).toMatchObject({ code: 1 });
    expect(await readFile(file, 'utf8')).toBe(text);

    const data = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
    expect(data).toMatchObject({
      account: user.nickname,
      users: [{ id: user.id, nickname: user.nickname, language: 'en' }],
      sessions: [{ token_name: 'test' }],
      chat_accounts: [{ platform: 'sandbox', email: expect.stringContaining('@') }],
      realms: [{ id: realm.id, name: 'Of an account' }],
      transactions: [{ kind: 'GRANT', amount: 100, account: 'COINS' }],
    });
    for (const secret of ['argon2', '"token"', 'refresh_token"', '"hash"', 'password_hash']) {
      expect(text).not.toContain(secret);
    }
    const { said } = await admin(['export', user.nickname]);
    expect(JSON.parse(said)).toMatchObject({ users: [{ id: user.id }] });
  });

  test('leaves no table out that names an account', async () => {
    const named = await sql(`
      select c.conrelid::regclass::text as "table", a.attname as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass`);
    for (const { table, column } of named) {
      expect([table, personalTables[String(table)] ?? []]).toEqual([table, expect.arrayContaining([column])]);
    }
    const loose = await sql(`
      select table_name as "table" from information_schema.columns
      where table_schema = 'public' and column_name ~ '^(user|owner|actor|author|referrer|referred|buyer|recipient|subject)_id$'`);
    const elsewhere = ['chat_account_holders'];
    for (const { table } of loose) expect([...Object.keys(personalTables), ...elsewhere]).toContain(table);
  });
});

describe('delete', () => {
  test('asks for the name once more, and does nothing without it', async () => {
    const user = await makeUser(api);
    for (const typed of ['', '\n', 'yes\n', `${user.nickname}x\n`]) {
      expect(await admin(['delete', user.nickname], typed)).toMatchObject({ code: 1, said: '' });
    }
    expect((await user.client.userMe()).id).toBe(user.id);
    expect(await admin(['delete', user.nickname], `${user.nickname}\n`)).toMatchObject({ code: 0 });
    await expect(logIn(api, user.nickname)).rejects.toMatchObject({ code: 'login_user_unknown' });
  });

  test('takes the name, what is personal and the realms; the books stay as they were', async () => {
    const { user, realm } = await makeUsed();
    const { owner, realmId } = await markOthers(user);
    const books = () =>
      sql('select * from entries e join accounts a on a.id = e.account_id where a.user_id = $1', [user.id]);
    const before = await books();
    expect(await admin(['delete', user.nickname, '--yes'])).toMatchObject({ code: 0 });
    expect(await books()).toEqual(before);
    expect(before).toHaveLength(1);
    // Another process has deleted it: the api hears of it a moment later.
    await expect.poll(() => user.client.userMe().catch((error: unknown) => error)).toMatchObject({ status: 401 });
    const { token, refresh_token } = user.tokens;
    await expect(api.anonymous.authRefresh({ body: { token, refresh_token } })).rejects.toMatchObject({ status: 401 });
    expect(await sql('select 1 from realms where id = $1 and deleted_at is null', [realm.id])).toEqual([]);
    for (const table of ['sessions', 'chat_accounts', 'chat_prompts', 'realm_partners', 'eula_acceptances']) {
      expect([table, await sql(`select 1 from ${table} where user_id = $1`, [user.id])]).toEqual([table, []]);
    }
    const params = { id: realmId };
    const seen = [
      await owner.client.realmSchedules({ params }),
      await owner.client.realmAccessRules({ params, query: {} }),
    ];
    expect(JSON.stringify(seen)).not.toContain(user.nickname);
    expect(seen).toMatchObject([{ schedules: [{}] }, { total: 1 }]);
    const [row] = await sql('select * from users where id = $1', [user.id]);
    expect(JSON.stringify(row)).not.toContain(user.nickname);
    expect(row).toMatchObject({ nickname: expect.stringMatching(/^Gone_/), reg_ip: '0.0.0.0', login_ip: null });
    // Nobody can take such a name, or log in with it.
    const gone = String(row?.['nickname']);
    await expect(api.anonymous.userRegister({ body: registerBody('Gone_by_now') })).rejects.toMatchObject({
      code: 'register_username_taken',
    });
    await expect(logIn(api, gone, { user_password: password })).rejects.toMatchObject({ code: 'login_invalid' });
  });

  test('frees a name that was never played, and no other: the files of realms know the player by it', async () => {
    const { user: unplayed } = await makeUsed();
    const { user: played } = await makeUsed();
    await sql('update users set played_at = now() where id = $1', [played.id]);
    for (const { nickname } of [unplayed, played]) await admin(['delete', nickname, '--yes']);
    await api.anonymous.userRegister({ body: registerBody(unplayed.nickname) });
    const next = await api.clientWith((await logIn(api, unplayed.nickname)).token).userMe();
    expect([next.id === unplayed.id, next.coins]).toEqual([false, 0]);
    await expect(
      api.anonymous.userRegister({ body: registerBody(played.nickname.toUpperCase()) }),
    ).rejects.toMatchObject({ code: 'register_username_taken' });
  });
});
