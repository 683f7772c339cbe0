import type { PageQuery } from '@realmkeep/contract';
import { sql, type SqlBool } from 'kysely';
import { listPage } from '../../../db/list-page.ts';
import { type Db, type Tx, now } from '../../../db/pool.ts';
import { snowflakeOf } from '../../../integrations/chat/snowflake.ts';

/** Who referred a player, locked until the transaction ends: a payment and a verification see each other. */
export function lockReferralOf(tx: Tx, referredId: string) {
  return tx
    .selectFrom('referrals')
    .select(['id', 'referrer_id as referrerId', 'status'])
    .where('referred_id', '=', referredId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Whether any of these has ever linked a chat account that the player has ever linked. */
export async function hasHolderInCommon(tx: Tx, userId: string, others: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('chat_account_holders as mine')
    .innerJoin('chat_account_holders as theirs', 'theirs.chat_account', 'mine.chat_account')
    .where('mine.user_id', '=', userId)
    .where('theirs.user_id', 'in', others)
    .select('mine.user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Referred players whose linked chat account is now old enough, and who may still earn the bonus. */
export function listRipe(db: Db, platform: string, bornBefore: Date, limit: number) {
  const chatAccount = sql`c.platform || ':' || c.external_id`;
  return db
    .selectFrom('referrals as r')
    .innerJoin('chat_accounts as c', 'c.user_id', 'r.referred_id')
    .where('r.status', '=', 'NOT_VERIFIED')
    .where('c.platform', '=', platform)
    .where('c.email', 'is not', null)
    .where(sql<SqlBool>`c.external_id::numeric <= ${snowflakeOf(bornBefore)}`)
    .where(
      sql<SqlBool>`not exists (
        select 1 from referral_claims where chat_account = ${chatAccount} or referred_id = r.referred_id
      )`,
    )
    .where(
      sql<SqlBool>`not exists (
        select 1 from chat_account_holders where chat_account = ${chatAccount} and user_id = r.referrer_id
      )`,
    )
    .orderBy('r.created_at')
    .limit(limit)
    .select('r.referred_id as userId')
    .execute();
}

export async function insertHolder(tx: Tx, chatAccount: string, userId: string): Promise<void> {
  await tx
    .insertInto('chat_account_holders')
    .values({ chat_account: chatAccount, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasHeld(tx: Tx, chatAccount: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('chat_account_holders')
    .select('user_id')
    .where('chat_account', '=', chatAccount)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Claim {
  chatAccount: string;
  referredId: string;
  referrerId: string;
  referralId: string;
}

/** False when the chat account or the referred player already has a claim. */
export async function insertClaim(
  tx: Tx,
  { chatAccount, referredId, referrerId, referralId }: Claim,
): Promise<boolean> {
  const row = await tx
    .insertInto('referral_claims')
    .values({
      chat_account: chatAccount,
      referred_id: referredId,
      referrer_id: referrerId,
      referral_id: referralId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('chat_account')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markVerified(tx: Tx, referralId: string): Promise<void> {
  await tx.updateTable('referrals').set({ status: 'VERIFIED', updated_at: now }).where('id', '=', referralId).execute();
}

/** The players that a player has referred. */
export function listReferrals(
  db: Db,
  referrerId: string,
  query: PageQuery<'createdAt' | 'updatedAt' | 'status' | 'referredUser'>,
) {
  const found = db
    .selectFrom('referrals as r')
    .innerJoin('users as u', 'u.id', 'r.referred_id')
    .where('r.referrer_id', '=', referrerId)
    .select(['r.id', 'u.nickname', 'r.status', 'r.created_at', 'r.updated_at']);
  const columns = {
    createdAt: sql.ref('r.created_at'),
    updatedAt: sql.ref('r.updated_at'),
    status: sql.ref('r.status'),
    referredUser: sql.ref('u.lowercase_nickname'),
  };
  return listPage(found, query, columns, sql.ref('r.id'));
}

/** What decides about unverified referrals: by their ids, or those of a player that have earned something already. */
export async function findWaiting(db: Db, platform: string, of: { ids: readonly string[] } | { userId: string }) {
  const which =
    'ids' in of
      ? sql`r.id = any(${of.ids}::uuid[])`
      : sql`(r.referred_id = ${of.userId} or r.referrer_id = ${of.userId} and (c.external_id is not null or s.accrued > 0))`;
  const { rows } = await sql<WaitingRow>`
    select r.id, r.referred_id = ${'userId' in of ? of.userId : null}::uuid as own, a.nickname as referrer, b.nickname as referred,
      c.external_id as "chatId", c.email is not null as "addressVerified", s.accrued::float8 as accrued,
      exists (select 1 from referral_claims where chat_account = c.platform || ':' || c.external_id)
        or exists (
          select 1 from chat_account_holders
          where chat_account = c.platform || ':' || c.external_id and user_id = r.referrer_id
        ) as spent
    from referrals r
    join users a on a.id = r.referrer_id
    join users b on b.id = r.referred_id
    left join chat_accounts c on c.user_id = r.referred_id and c.platform = ${platform}
    cross join lateral (
      select coalesce(sum(coins - (
        select coalesce(floor(sum(case when e.direction = 'CREDIT' then e.amount else -e.amount end) * 20 / 100), 0)
        from transactions p
        join transactions t on t.reverses = p.id
        join entries e on e.transaction_id = t.id
        join accounts x on x.id = e.account_id and x.user_id is null
        where p.idempotency_key = referral_shares.payment
      )), 0) as accrued
      from referral_shares where referral_id = r.id and granted is null
    ) s
    where r.status = 'NOT_VERIFIED' and ${which}
    order by r.created_at desc, r.id
    ${'ids' in of ? sql`` : sql`limit 50`}`.execute(db);
  return rows;
}

export interface WaitingRow {
  id: string;
  /** Whether the player is the one who was referred. */
  own: boolean | null;
  referrer: string;
  referred: string;
  /** The platform's own id of the referred player's chat account. */
  chatId: string | null;
  addressVerified: boolean;
  spent: boolean;
  /** Coins of shares. */
  accrued: number;
}

/** Coins that the referrer got from each of these referrals, less what was taken back. */
export function sumEarnings(db: Db, referrerId: string, referralIds: readonly string[]) {
  return earnings(db, referrerId)
    .where('r.id', 'in', referralIds)
    .groupBy('r.id')
    .select(['r.id', credited.as('coins')])
    .execute();
}

/** The same for all of a player's referrals together. */
export async function sumAllEarnings(db: Db, referrerId: string): Promise<number> {
  const { coins } = await earnings(db, referrerId).select(credited.as('coins')).executeTakeFirstOrThrow();
  return coins;
}

function earnings(db: Db, referrerId: string) {
  return db
    .selectFrom('referrals as r')
    .innerJoin('transactions as t', (join) => join.on(sql<boolean>`t.ref = r.id::text`))
    .innerJoin('entries as e', 'e.transaction_id', 't.id')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .where('r.referrer_id', '=', referrerId)
    .where('a.user_id', '=', referrerId);
}

const credited = sql<number>`coalesce(sum(case when e.direction = 'CREDIT' then e.amount else -e.amount end), 0)::float8`;
