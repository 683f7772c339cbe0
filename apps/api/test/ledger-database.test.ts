import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { openTestLedger, type TestLedger } from './test-ledger.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger[Symbol.asyncDispose]());

const inAYear = new Date(Date.now() + 365 * 24 * 3_600_000);

/** The SQL values of an entry in this account. */
function entry(account: string, direction: string, amount: number | string): string {
  return `(:id, (select id from accounts where ${account} order by id limit 1), '${direction}', ${amount})`;
}

describe('the database itself', () => {
  beforeAll(async () => {
    const player = await ledger.player();
    await ledger.grant(player, 10, inAYear);
    await ledger.spend(player, 5);
  });

  test.each(['transactions', 'entries', 'lot_use'])('refuses changes of %s', async (table) => {
    const before = await ledger.count(table);
    await expect(runSql(ledger.url, `delete from ${table}`)).rejects.toThrow('is refused');
    await expect(runSql(ledger.url, `truncate ${table} cascade`)).rejects.toThrow('is refused');
    const column = table === 'transactions' ? 'ref' : 'amount';
    await expect(runSql(ledger.url, `update ${table} set ${column} = ${column}`)).rejects.toThrow('is refused');
    await expect(
      runSql(ledger.url, `merge into ${table} t using (select 1) s on true when matched then delete`),
    ).rejects.toThrow('is refused');
    expect(await ledger.count(table)).toBe(before);
  });

  test.each([
    'update accounts set balance = balance + 1',
    "update accounts set kind = 'COINS'",
    'delete from accounts',
    'update lots set remaining = amount',
    'delete from lots',
    'truncate lots cascade',
  ])('refuses: %s', async (statement) => {
    await expect(runSql(ledger.url, statement)).rejects.toThrow('is refused');
  });

  const transaction = `insert into transactions (kind, idempotency_key, payload_hash)
    values ('GRANT', gen_random_uuid()::text, sha256('x')) returning id`;

  /** Runs statements in one database transaction; `:id` is the id of a new ledger transaction. */
  async function attempt(...statements: string[]): Promise<void> {
    const client = new Client({ connectionString: ledger.url });
    await client.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>(transaction);
      for (const statement of statements) await client.query(statement.replaceAll(':id', rows[0]?.id ?? ''));
      await client.query('commit');
    } finally {
      await client.end();
    }
  }
  const coins = "kind = 'COINS'";
  const expense = "kind = 'PROMOTION_EXPENSE'";

  test('refuses a transaction without entries, at the commit', async () => {
    await expect(attempt()).rejects.toThrow('is not balanced');
  });

  test('refuses one that does not balance', async () => {
    const unbalanced = `insert into entries values ${entry(expense, 'DEBIT', 5)}, ${entry(coins, 'CREDIT', 6)}`;
    await expect(attempt(unbalanced)).rejects.toThrow('debits and credits differ');
  });

  test('refuses what would take a balance below 0', async () => {
    const taking = `insert into entries values ${entry(coins, 'DEBIT', 1_000_000)}, ${entry(expense, 'CREDIT', 1_000_000)}`;
    await expect(attempt(taking)).rejects.toThrow('accounts_balance');
  });

  test.each(['0', '-1', '9007199254740992'])('refuses the amount %s', async (amount) => {
    const odd = `insert into entries values ${entry(expense, 'DEBIT', amount)}, ${entry(coins, 'CREDIT', amount)}`;
    await expect(attempt(odd)).rejects.toThrow('entries_amount_check');
  });

  test('refuses more out of a lot than is left', async () => {
    const twice =
      'insert into lot_use (transaction_id, lot_id, amount) select :id, max(id), 6 from lots where amount = 10';
    await expect(attempt(twice)).rejects.toThrow('lots_remaining');
  });

  test('refuses entries that are added later, balanced as they may be', async () => {
    const [old] = await runSql(ledger.url, 'select max(id) as id from transactions');
    const later = `insert into entries values ${entry(expense, 'DEBIT', 5)}, ${entry("kind = 'BREAKAGE'", 'CREDIT', 5)}`;
    await expect(runSql(ledger.url, later.replaceAll(':id', String(old?.['id'])))).rejects.toThrow(
      'is written already',
    );
  });
});
