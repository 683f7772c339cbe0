import { randomUUID } from 'node:crypto';
import type { StatementLine } from '@realmkeep/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectLines } from '../src/domains/coins/wallet/statement-queries.ts';
import { walletBonus, walletGrant } from '../src/domains/coins/wallet/wallet-grant.ts';
import { walletDispute } from '../src/domains/coins/wallet/wallet-dispute.ts';
import { walletRefund, walletReverse } from '../src/domains/coins/wallet/wallet-reverse.ts';
import { walletSpend } from '../src/domains/coins/wallet/wallet-spend.ts';
import { walletTopUp } from '../src/domains/coins/wallet/wallet-top-up.ts';
import type { Tx } from '../src/db/pool.ts';
import { makeUser, registerBody, freshName, logIn, type TestUser } from './people.ts';
import { runSql } from '@realmkeep/testkit/sql';
import { startTestApi, type TestApi } from './start-test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const act = <T>(work: (tx: Tx) => Promise<T>) => api.app.ctx.db.transaction().execute(work);
const grant = (userId: string, coins: number, reason: string, expiresAt: Date | null = null) =>
  act((tx) => walletGrant(tx, { id: randomUUID(), userId, coins, expiresAt, reason }));
const seen = ({ kind, subject, amount, balance }: StatementLine) => ({ kind, subject, amount, balance });

async function csvOf(user: TestUser): Promise<Response> {
  return fetch(`${api.url}/api/wallet/statement.csv`, { headers: { authorization: `Bearer ${user.tokens.token}` } });
}

test('tells every kind of movement with the balance after it, the latest first', async () => {
  const referrer = await makeUser(api);
  const nickname = freshName();
  await api.anonymous.userRegister({ body: registerBody(nickname, { referrer_username: referrer.nickname }) });
  const client = api.clientWith((await logIn(api, nickname)).token);
  const { id } = await client.userMe();
  const [referral] = await runSql(api.config.databaseUrl, 'select id from referrals where referred_id = $1', [id]);
  const referralId = String(referral?.['id']);
  const payment = `stripe:${randomUUID()}`;
  const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000);

  await runSql(api.config.databaseUrl, "update referrals set status = 'VERIFIED' where id = $1", [referralId]);
  await act((tx) => walletBonus(tx, { referralId, referrerId: referrer.id, referredId: id }));
  await act((tx) =>
    walletTopUp(tx, { payment, payerId: id, recipientId: id, coins: 500, monthlyShares: 1_000_000_000 }),
  );
  await grant(id, 50, 'Summer festival', inAYear);
  const { transactionId } = await act((tx) =>
    walletSpend(tx, { userId: id, coins: 150, key: `sub:${randomUUID()}`, ref: randomUUID() }),
  );
  await act((tx) => walletReverse(tx, transactionId));
  await act((tx) => walletRefund(tx, { payment, payerId: id, charge: 'ch_1', refunded: 500, paid: 1_000 }));
  const about = { id: 'du_1', payment, payerId: id, disputed: 1_000, paid: 1_000 };
  await act((tx) => walletDispute(tx, { ...about, state: 'OPEN', refunded: 0 }));
  await act((tx) => walletSpend(tx, { userId: id, coins: 350, key: `sub:${randomUUID()}`, ref: randomUUID() }));
  await act((tx) => walletDispute(tx, { ...about, state: 'WITHDRAWN', refunded: 0 }));
  await act((tx) => walletDispute(tx, { ...about, state: 'RETURNED', refunded: 0 }));

  const { items, total } = await client.walletStatement({ query: { size: 100 } });
  expect(items.map(seen)).toEqual([
    { kind: 'REINSTATEMENT', subject: null, amount: 250, balance: 250 },
    // The chargeback took held coins: nothing changed for the player.
    { kind: 'SUBSCRIPTION', subject: null, amount: -350, balance: 0 },
    { kind: 'DISPUTE_HOLD', subject: null, amount: -250, balance: 350 },
    { kind: 'REFUND', subject: null, amount: -250, balance: 600 },
    { kind: 'REVERSAL', subject: expect.any(String), amount: 150, balance: 850 },
    { kind: 'SUBSCRIPTION', subject: null, amount: -150, balance: 700 },
    { kind: 'GRANT', subject: 'Summer festival', amount: 50, balance: 850 },
    { kind: 'TOP_UP', subject: null, amount: 500, balance: 800 },
    { kind: 'REFERRAL_BONUS', subject: referrer.nickname, amount: 300, balance: 300 },
  ]);
  expect(total).toBe(9);
  expect(await client.userMe()).toMatchObject({ coins: 250, fleeting_coins: [], held: 0, debt: 0 });

  const theirs = await referrer.client.walletStatement({ query: {} });
  expect(theirs.items.map(seen)).toEqual([
    { kind: 'REFERRAL_SHARE', subject: nickname, amount: 50, balance: 350 },
    { kind: 'REFERRAL_SHARE_REVERSAL', subject: nickname, amount: -50, balance: 300 },
    { kind: 'REFERRAL_SHARE_REVERSAL', subject: nickname, amount: -50, balance: 350 },
    { kind: 'REFERRAL_SHARE', subject: nickname, amount: 100, balance: 400 },
    { kind: 'REFERRAL_BONUS', subject: nickname, amount: 300, balance: 300 },
  ]);
});

test('a debt shows as a balance below 0, and what repays it as what it is', async () => {
  const user = await makeUser(api);
  const payment = `stripe:${randomUUID()}`;
  await act((tx) =>
    walletTopUp(tx, { payment, payerId: user.id, recipientId: user.id, coins: 300, monthlyShares: 1_000_000_000 }),
  );
  await act((tx) => walletSpend(tx, { userId: user.id, coins: 300, key: `sub:${randomUUID()}`, ref: randomUUID() }));
  await act((tx) => walletRefund(tx, { payment, payerId: user.id, charge: 'ch_2', refunded: 10, paid: 10 }));
  expect(await user.client.userMe()).toMatchObject({ coins: 0, debt: 300 });
  await grant(user.id, 500, 'Sorry');
  const { items } = await user.client.walletStatement({ query: { size: 2 } });
  expect(items.map(seen)).toEqual([
    { kind: 'GRANT', subject: 'Sorry', amount: 500, balance: 200 },
    { kind: 'REFUND', subject: null, amount: -300, balance: -300 },
  ]);
});

test('its pages fit together, and each player sees their own', async () => {
  const user = await makeUser(api);
  const other = await makeUser(api);
  await grant(other.id, 7, 'not yours');
  for (let n = 1; n <= 12; n += 1) await grant(user.id, n, `number ${n}`);
  const pages = await Promise.all(
    [0, 1, 2, 3].map((page) => user.client.walletStatement({ query: { page, size: 5 } })),
  );
  expect(pages.map(({ items }) => items.length)).toEqual([5, 5, 2, 0]);
  const lines = pages.flatMap(({ items }) => items);
  expect(lines.map(({ amount }) => amount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(lines.map(({ balance }) => balance)).toEqual([78, 66, 55, 45, 36, 28, 21, 15, 10, 6, 3, 1]);
  expect(pages.map(({ total }) => total)).toEqual([12, 12, 12, 12]);
});

test('as a table it is whole, newest first, and no cell is a formula', async () => {
  const user = await makeUser(api);
  const odd = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'a "quoted", one', 'Привет', '|calc', ' =1', 'line\nbreak'];
  for (const reason of odd) await grant(user.id, 10, reason);
  const response = await csvOf(user);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="statement.csv"');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  const [header, ...rows] = text.split('\r\n');
  expect(header).toBe('date,kind,reference,subject,amount,balance');
  expect(rows.pop()).toBe('');
  const cells = rows.map((row) => row.slice(row.indexOf('GRANT')));
  const guarded = odd.toReversed().map((reason) => (/^\s*[=+\-@|]/.test(reason) ? `'${reason}` : reason));
  expect(cells).toEqual(
    guarded.map((reason, n) => {
      const cell = `"${reason.replaceAll('"', '""')}"`;
      return `GRANT,${cell},${cell},10,${(odd.length - n) * 10}`;
    }),
  );
  expect(await user.client.walletStatementCsv()).toContain('Привет');
});

test.each([
  ['ru', 'дата,операция,основание,предмет,сумма,остаток'],
  ['pl', 'data,operacja,podstawa,przedmiot,kwota,saldo'],
])('the head of the table is in the language of the account: %s', async (language, head) => {
  const user = await makeUser(api);
  await user.client.userLanguageUpdate({ body: { language } });
  expect((await (await csvOf(user)).text()).trimEnd()).toBe(head);
});

test('the table goes on past one read, with the balance carried over', async () => {
  const user = await makeUser(api);
  const lines = 1_203;
  await act(async (tx) => {
    for (let n = 0; n < lines; n += 1) {
      await walletGrant(tx, { id: randomUUID(), userId: user.id, coins: 1, expiresAt: null, reason: '' });
    }
  });
  const text = await user.client.walletStatementCsv();
  const balances = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => Number(row.split(',').at(-1)));
  expect(balances).toEqual(Array.from({ length: lines }, (_, n) => lines - n));
});

test('the table is for the bearer of a token alone, and its refusals are envelopes', async () => {
  const response = await fetch(`${api.url}/api/wallet/statement.csv`);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: 'unauthorized', data: {} });
  await expect(api.anonymous.walletStatementCsv()).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a page of a long statement is read from the index, and no further than it goes', async () => {
  const user = await makeUser(api);
  const { db } = api.app.ctx;
  await grant(user.id, 100_000, '');
  await sql`
    with made as (
      insert into transactions (kind, idempotency_key, payload_hash)
      select 'GRANT', 'bulk:' || n, sha256('bulk') from generate_series(1, 20000) n returning id
    )
    insert into entries (transaction_id, account_id, direction, amount)
    select made.id, a.id, case when a.user_id is null then 'DEBIT' else 'CREDIT' end, 1
    from made, accounts a where (a.user_id = ${user.id} and a.kind = 'COINS') or a.kind = 'PROMOTION_EXPENSE'`.execute(
    db,
  );
  await runSql(api.config.databaseUrl, 'analyze');
  for (const { from, balance } of [
    { from: 'latest', balance: 119_900 },
    { from: 'first', balance: 100_100 },
  ] as const) {
    const query = selectLines(user.id, { from, skip: 100, take: 20 });
    expect((await query.execute(db)).rows[0]).toMatchObject({ amount: 1, balance });
    const { rows } = await sql<{ 'QUERY PLAN': PlanNode[] }>`explain (analyze, format json) ${query}`.execute(db);
    const scans = nodesOf(rows[0]?.['QUERY PLAN'] ?? []).filter((node) => node['Relation Name'] === 'entries');
    expect(scans.map((node) => node['Index Name'])).toEqual(Array(3).fill('entries_of_account'));
    expect(scans.reduce((sum, node) => sum + Number(node['Actual Rows']), 0)).toBeLessThan(300);
  }
  // Each page equals one of the opposite order, reversed.
  for (const page of [0, 150, 200]) {
    const up = await user.client.walletStatement({ query: { page, size: 100, sort: 'createdAt,asc' } });
    expect(up.total).toBe(20_001);
    expect(up.items.map(({ balance }) => balance)).toEqual(up.items.map((_, index) => 100_000 + page * 100 + index));
  }
  const down = await user.client.walletStatement({ query: { page: 200, size: 100 } });
  expect(down.items.map(({ balance }) => balance)).toEqual([100_000]);
});

type PlanNode = { [key: string]: unknown; Plans?: PlanNode[]; Plan?: PlanNode };

/** Every step of a plan. */
function nodesOf(plan: readonly PlanNode[]): PlanNode[] {
  return plan.flatMap((node) => [node, ...nodesOf(node.Plan ? [node.Plan] : (node.Plans ?? []))]);
}
