import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@realmkeep/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../src/db/migrate.ts';
import { walletDispute } from '../src/domains/coins/wallet/wallet-dispute.ts';
import { walletGrant } from '../src/domains/coins/wallet/wallet-grant.ts';
import { walletRefund } from '../src/domains/coins/wallet/wallet-reverse.ts';
import { walletSpend } from '../src/domains/coins/wallet/wallet-spend.ts';
import { walletTopUp } from '../src/domains/coins/wallet/wallet-top-up.ts';
import { compiledCode } from '@realmkeep/testkit/product';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi } from './start-test-api.ts';
import { openTestLedger, type TestLedger, violationsOf } from './test-ledger.ts';

const script = fileURLToPath(new URL('../scripts/ledger-verify.ts', import.meta.url));

/** Runs `npm run ledger:verify` as a process. */
function verify(environment: Record<string, string>): Promise<{ code: number; lines: string[]; faults: string }> {
  return startVerify(environment).ended;
}

function startVerify(environment: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<{ code: number; lines: string[]; faults: string }>();
  const env = { NODE_COMPILE_CACHE: compiledCode, ...environment };
  const child = execFile(process.execPath, [script], { env }, (_fault, stdout, stderr) => {
    resolve({ code: child.exitCode ?? -1, lines: stdout.trim().split('\n'), faults: stderr });
  });
  return { child, ended: promise };
}

let ledger: TestLedger;
let player: string;
let referrer: string;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger[Symbol.asyncDispose]());

/** Creates a ledger with every kind of transaction. */
async function live(): Promise<void> {
  referrer = await ledger.player();
  player = await ledger.player(referrer);
  const payment = `stripe:${randomUUID()}`;
  await ledger.act(async (tx) => {
    const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000);
    await walletTopUp(tx, { payment, payerId: player, recipientId: player, coins: 500, monthlyShares: 1_000_000_000 });
    await walletGrant(tx, { id: randomUUID(), userId: player, coins: 50, expiresAt: inAYear, reason: '' });
    await walletSpend(tx, { userId: player, coins: 70, key: `sub:${randomUUID()}`, ref: randomUUID() });
  });
  await ledger.act((tx) => walletRefund(tx, { payment, payerId: player, charge: payment, refunded: 1, paid: 5 }));
  await ledger.act((tx) =>
    walletGrant(tx, { id: randomUUID(), userId: player, coins: 9, expiresAt: new Date(9), reason: '' }),
  );
  await ledger.act((tx) =>
    walletDispute(tx, { id: randomUUID(), payment, payerId: player, disputed: 1, paid: 5, state: 'OPEN', refunded: 0 }),
  );
}

test('says that a whole ledger is whole', async () => {
  await live();
  expect(await verify({ DATABASE_URL: ledger.url })).toMatchObject({ code: 0, lines: ['The ledger is whole.'] });
});

test('says that it cannot look, and why, without a password', async () => {
  const unreachable = await verify({ DATABASE_URL: 'postgres://realmkeep:hunter2@127.0.0.1:1/realmkeep' });
  expect(unreachable.code).toBe(2);
  expect(unreachable.faults).toContain('ECONNREFUSED');
  expect(unreachable.faults).not.toContain('hunter2');
  const nowhere = await verify({ DATA_DIR: '/nonexistent' });
  expect(nowhere).toMatchObject({ code: 2, faults: expect.stringContaining('No database runs on /nonexistent') });
});

/** Changes rows without triggers, as only the owner of the tables can. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: ledger.url });
  await client.connect();
  try {
    await client.query('begin');
    const tables = ['accounts', 'transactions', 'entries', 'lots', 'lot_use'];
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    await client.query(statement, values);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Changes an entry. */
const entry = (what: string) =>
  `update entries set amount = amount ${what} where transaction_id = $1 and account_id = $2`;

/** The names of an entry's transaction and account. */
const named = ([transaction, account]: string[]) => [
  expect.stringMatching(
    new RegExp(`^transaction ${transaction} \\(accounts .*\\b${account}\\b.*\\): debits and credits differ$`),
  ),
  expect.stringMatching(new RegExp(`^account ${account} \\(COINS of .*\\): balance and entries differ$`)),
];

test('a process that is killed is followed by one that goes on there and knows what was found', async () => {
  await live();
  const [first, second] = (
    await runSql(
      ledger.url,
      "select transaction_id, account_id from entries join accounts on id = account_id where kind = 'COINS' order by 1, 2 limit 2",
    )
  ).map((row) => [String(row['transaction_id']), String(row['account_id'])]);
  if (!first || !second) throw new Error('There are no two entries');
  await tamper(entry('+ 1'), first);
  const holder = new Client({ connectionString: ledger.url });
  await holder.connect();
  try {
    // Everything but the last step can be done.
    await holder.query('begin; lock table users in access exclusive mode');
    const { child, ended } = startVerify({ DATABASE_URL: ledger.url });
    const reached = async () =>
      (await runSql(ledger.url, "select place ->> 'sweep' as sweep from ledger_verification"))[0]?.['sweep'];
    await expect.poll(reached, { timeout: 30_000 }).toBe('users');
    child.kill('SIGKILL');
    await ended;
  } finally {
    await holder.end();
  }
  await tamper(entry('- 1'), first);
  await tamper(entry('+ 1'), second);
  const next = await verify({ DATABASE_URL: ledger.url });
  expect(next).toMatchObject({ code: 1, lines: expect.arrayContaining(named(first)) });
  expect(next.lines).not.toContainEqual(named(second)[0]);
  const anew = await verify({ DATABASE_URL: ledger.url });
  expect(anew).toMatchObject({ code: 1, lines: expect.arrayContaining(named(second)) });
  expect(anew.lines).not.toContainEqual(named(first)[0]);
  await ledger[Symbol.asyncDispose]();
  ledger = await openTestLedger();
});

test('finds the same in parts of any size', async () => {
  await live();
  for (let n = 0; n < 12; n += 1) await ledger.grant(player, 1, n % 2 ? new Date(Date.now() + 1e10) : null);
  for (const size of [1, 2, 5, 1_000]) expect(await violationsOf(ledger.db, size)).toEqual([]);
  const own = '(select id from accounts where user_id = $1 and kind = $2)';
  await tamper(`update accounts set balance = balance + 1, lines = lines + 1 where id = ${own}`, [player, 'COINS']);
  await tamper(`update accounts set balance = balance + 1 where id = ${own}`, [player, 'FLEETING']);
  await tamper(
    `delete from entries where ctid in (select ctid from entries where account_id = ${own} order by transaction_id limit 1)`,
    [player, 'HELD'],
  );
  await tamper('alter table entries drop constraint entries_transaction_id_fkey');
  await tamper(
    `insert into entries (transaction_id, account_id, direction, amount) values (4000000000000, ${own}, 'CREDIT', 1)`,
    [referrer, 'DEBT'],
  );
  const found = await violationsOf(ledger.db, 1_000);
  expect(new Set(found.map(({ problem }) => problem))).toEqual(
    new Set([
      'debits and credits differ',
      'debits and credits differ in all',
      'has entries and is not there',
      'balance and entries differ',
      'lines and entries differ',
      'is below 0',
      'balance and lots differ',
      'balance and disputes differ',
    ]),
  );
  for (const size of [1, 2, 5]) {
    const inParts = await violationsOf(ledger.db, size);
    expect(inParts).toHaveLength(found.length);
    expect(inParts).toEqual(expect.arrayContaining(found));
  }
  await ledger[Symbol.asyncDispose]();
  ledger = await openTestLedger();
});

test('finds the built-in database by its data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-data-'));
  await chmod(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'postgres'), unsafe: true });
  try {
    await migrate(postgres.url);
    expect(await verify({ DATA_DIR: folder })).toMatchObject({ code: 0, lines: ['The ledger is whole.'] });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true });
  }
  expect((await verify({ DATA_DIR: folder })).code).toBe(2);
});

describe('finds', () => {
  const account = "(select id from accounts where kind = 'COINS' and user_id = $1)";

  test.each([
    [
      'a balance that was raised',
      `update accounts set balance = balance + 1 where id = ${account}`,
      'balance and entries differ',
    ],
    [
      'a count of lines that was raised',
      `update accounts set lines = lines + 1 where id = ${account}`,
      'lines and entries differ',
    ],
    [
      'an entry that was changed',
      `update entries set amount = amount + 1 where account_id = ${account}`,
      'debits and credits differ',
    ],
    ['an entry that was removed', `delete from entries where account_id = ${account}`, 'debits and credits differ'],
    [
      'an entry that was moved to another player',
      `update entries set account_id = (select min(id) from accounts where kind = 'COINS') where account_id = ${account}`,
      'balance and entries differ',
    ],
    [
      'a lot that was filled up',
      `update lots set remaining = remaining + 1, amount = amount + 1 where account_id =
         (select id from accounts where kind = 'FLEETING' and user_id = $1)`,
      'balance and lots differ',
    ],
    [
      'a use of a lot that was forgotten',
      `delete from lot_use where lot_id in (select l.id from lots l join accounts a on a.id = l.account_id where a.user_id = $1)`,
      'remainder and uses differ',
    ],
    [
      'a share of another size',
      `update entries set amount = amount + 1 where transaction_id in (
         select id from transactions where kind = 'REFERRAL_SHARE' and ref = (select id::text from referrals where referred_id = $1))`,
      'has a share that is not what is due',
    ],
    [
      'a grant out of the sales',
      `update entries set account_id = (select id from accounts where kind = 'SALES_CLEARING')
       where account_id = (select id from accounts where kind = 'PROMOTION_EXPENSE')
         and transaction_id in (select transaction_id from entries e join accounts a on a.id = e.account_id where a.user_id = $1)`,
      'is posted against the wrong account',
    ],
    [
      'coins that are held for nothing',
      `update disputes set held = 0
       where top_up_id in (select transaction_id from entries e join accounts a on a.id = e.account_id where a.user_id = $1)`,
      'balance and disputes differ',
    ],
    [
      'a wallet that lost an account',
      `delete from accounts where kind = 'DEBT' and user_id = $1`,
      'has no whole wallet',
    ],
  ])('%s', async (_what, statement, problem) => {
    await live();
    await tamper(statement, [player]);
    const { code, lines } = await verify({ DATABASE_URL: ledger.url });
    expect(code).toBe(1);
    expect(lines.join('\n')).toContain(problem);
    expect(lines.at(-1)).toMatch(/^The ledger is off in \d+ places\.$/);
    // The next test begins with a correct ledger.
    await ledger[Symbol.asyncDispose]();
    ledger = await openTestLedger();
  });

  test('a trigger that is switched off', async () => {
    await runSql(ledger.url, 'alter table entries disable trigger entries_append_only');
    expect((await verify({ DATABASE_URL: ledger.url })).lines).toContain(
      'trigger entries_append_only: is missing or disabled',
    );
    await runSql(ledger.url, 'alter table entries enable trigger entries_append_only');
  });

  test('and the api exports it, from the first look until it is mended', async () => {
    await live();
    await using api = await startTestApi({ databaseUrl: ledger.url });
    const bearer = { authorization: `Bearer ${api.config.secrets.metricsToken}` };
    const metric = async (name: string) => {
      const text = await (await fetch(`${api.url}/metrics`, { headers: bearer })).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    };
    const round = async () => {
      const { ledgerWatch } = api.app.ctx;
      const before = ledgerWatch.completedAt;
      do await ledgerWatch.look();
      while (ledgerWatch.completedAt === before);
    };
    await round();
    expect(await metric('realmkeep_ledger_violations')).toBe(0);
    expect(await metric('realmkeep_ledger_checked_timestamp_seconds')).toBeGreaterThan(Date.now() / 1000 - 60);
    await tamper(`update accounts set balance = balance + 1 where id = ${account}`, [player]);
    await round();
    expect(await metric('realmkeep_ledger_violations')).toBe(1);
    await tamper(`update accounts set balance = balance - 1 where id = ${account}`, [player]);
    await round();
    expect(await metric('realmkeep_ledger_violations')).toBe(0);
  });
});
