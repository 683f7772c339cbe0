import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { beforeClaimsLock, leadLock, sessionsLock } from '../realms/reconciler/lead.ts';

export type WorkKind = 'BACKUP' | 'KERNEL' | 'ADDON' | 'MODPACK';

/** What is claimed: one kind of work on a realm. */
export interface Turn {
  kind: WorkKind;
  turn: string;
}

/** How long a claim holds without a renewal. */
const believed = sql`interval '10 s'`;

const advisory = sql`locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`;

/** Whether another may take it: it was not renewed, or its process is gone, as its session is. */
const isOver = sql<boolean>`(work_claims.claimed_until < now() or work_claims.session is not null and not exists (select from pg_locks
  where ${advisory} and classid = ${sessionsLock}::oid and objid = work_claims.session::oid and objsubid = 2))`;

/**
 * The turns that others have; one row without a turn if there are none.
 * @returns with each row the leader's session; null if nobody leads, or an api of a release without claims
 */
export async function listOthersClaims(db: Db, owner: string, kind: WorkKind) {
  const { rows } = await sql<{ leader: number | null; turn: string | null }>`
    select leader.pid as leader, turn from (select) always
    left join (select pid from pg_locks where ${advisory} and classid = 0 and objid = ${leadLock}::oid and objsubid = 1) leader on true
    left join work_claims on kind = ${kind} and owner <> ${owner} and not ${isOver}
  `.execute(db);
  return rows;
}

/** @returns whether it is the owner's now: it was free, or not renewed for too long */
export async function takeClaim(db: Db, owner: string, { kind, turn }: Turn, session: number): Promise<boolean> {
  const { rows } = await sql`
    insert into work_claims (kind, turn, owner, claimed_until, session)
    values (${kind}, ${turn}, ${owner}, now() + ${believed}, ${session})
    on conflict (kind, turn) do update
      set owner = excluded.owner, claimed_until = excluded.claimed_until, session = excluded.session
      where work_claims.owner = excluded.owner or ${isOver}
    returning turn
  `.execute(db);
  return rows.length > 0;
}

/**
 * Renews all claims of the owner. One that a transaction of its own has locked is skipped, and does not hold up the others.
 * @returns the claims that it still has, and whether each was renewed
 */
export async function renewClaims(db: Db, owner: string): Promise<(Turn & { isRenewed: boolean })[]> {
  const { rows } = await sql<Turn & { isRenewed: boolean }>`
    with free as (
      select kind, turn from work_claims where owner = ${owner} for no key update skip locked
    ), renewed as (
      update work_claims c set claimed_until = now() + ${believed} from free
      where c.kind = free.kind and c.turn = free.turn and claimed_until > now()
      returning c.kind, c.turn
    )
    select c.kind, c.turn, renewed.turn is not null as "isRenewed"
    from work_claims c left join renewed on renewed.kind = c.kind and renewed.turn = c.turn
    where c.owner = ${owner} and c.claimed_until > now()
  `.execute(db);
  return rows;
}

/** The server ends a transaction that holds a claim and is silent for this long: its process was stopped, or its machine is gone. */
const silence = '10s';

/** Nobody else can take it, and no api of a release without claims can lead, until the transaction ends. @returns whether it is still the owner's */
export async function holdClaim(tx: Tx, owner: string, { kind, turn }: Turn): Promise<boolean> {
  const { rows } = await sql`
    select set_config('idle_in_transaction_session_timeout', ${silence}, true)
    from work_claims where kind = ${kind} and turn = ${turn} and owner = ${owner}
      and pg_try_advisory_xact_lock_shared(${beforeClaimsLock}) for no key update
  `.execute(tx);
  return rows.length > 0;
}

export async function releaseClaim(db: Db, owner: string, { kind, turn }: Turn): Promise<void> {
  await sql`delete from work_claims where kind = ${kind} and turn = ${turn} and owner = ${owner}`.execute(db);
}

/** Claims of processes that are gone, on work that is finished. */
export async function deleteOldClaims(db: Db): Promise<void> {
  await sql`delete from work_claims where claimed_until < now() - interval '1 hour'`.execute(db);
}
