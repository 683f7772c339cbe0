import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { claimsLock, leadLock } from '../realms/reconciler/lead.ts';

export type WorkKind = 'BACKUP' | 'KERNEL' | 'ADDON' | 'MODPACK';

/** What is claimed: a realm's turn at work of a kind. */
export interface Turn {
  kind: WorkKind;
  turn: string;
}

/** For so long a claim is believed. */
const believed = sql`interval '10 s'`;

/** The session of the database that holds a lock, as a value. */
const holderOf = (lock: number) => sql<number | null>`(select pid from pg_locks
  where locktype = 'advisory' and granted and classid = 0 and objid = ${lock}::oid and objsubid = 1
    and database = (select oid from pg_database where datname = current_database()) limit 1)`;

/**
 * The turns that others have, each with when it would be over; one row without a turn where there are none.
 * @returns in each row the session of whoever leads; null where nobody does, or a process of before there were claims
 */
export async function listOthersClaims(db: Db, owner: string, kind: WorkKind) {
  const { rows } = await sql<{ leader: number | null; turn: string | null; ms: number }>`
    select leader.pid as leader, c.turn, extract(epoch from c.claimed_until - now())::float8 * 1000 as ms
    from (select ${holderOf(claimsLock)} as pid) leader
    left join work_claims c on c.kind = ${kind} and c.owner <> ${owner} and c.claimed_until > now()
  `.execute(db);
  return rows;
}

/** @returns whether it is the owner's now: it was nobody's, or not renewed for too long */
export async function takeClaim(db: Db, owner: string, { kind, turn }: Turn): Promise<boolean> {
  const { rows } = await sql`
    insert into work_claims (kind, turn, owner, claimed_until) values (${kind}, ${turn}, ${owner}, now() + ${believed})
    on conflict (kind, turn) do update set owner = excluded.owner, claimed_until = excluded.claimed_until
      where work_claims.owner = excluded.owner or work_claims.claimed_until < now()
    returning turn
  `.execute(db);
  return rows.length > 0;
}

/** Not where a process of before there were claims leads, which does all by itself. */
const areClaimsKept = sql<boolean>`(${holderOf(leadLock)} is null or ${holderOf(claimsLock)} is not null)`;

/**
 * All that the owner has. One that a transaction of its own holds is let be, and keeps none of the others waiting.
 * @returns what it has still, and whether that is renewed
 */
export async function renewClaims(db: Db, owner: string): Promise<(Turn & { isRenewed: boolean })[]> {
  const { rows } = await sql<Turn & { isRenewed: boolean }>`
    with free as (
      select kind, turn from work_claims where owner = ${owner} for no key update skip locked
    ), renewed as (
      update work_claims c set claimed_until = now() + ${believed} from free
      where c.kind = free.kind and c.turn = free.turn and claimed_until > now() and ${areClaimsKept}
      returning c.kind, c.turn
    )
    select c.kind, c.turn, renewed.turn is not null as "isRenewed"
    from work_claims c left join renewed on renewed.kind = c.kind and renewed.turn = c.turn
    where c.owner = ${owner} and c.claimed_until > now() and ${areClaimsKept}
  `.execute(db);
  return rows;
}

/** The server ends a transaction that holds a claim and says nothing for so long: its process was stopped, or its machine is gone. */
const silence = '10s';

/** Nobody else can take it until the transaction ends. @returns whether it is the owner's still */
export async function holdClaim(tx: Tx, owner: string, { kind, turn }: Turn): Promise<boolean> {
  const { rows } = await sql`
    select set_config('idle_in_transaction_session_timeout', ${silence}, true)
    from work_claims where kind = ${kind} and turn = ${turn} and owner = ${owner} and ${areClaimsKept} for no key update of work_claims
  `.execute(tx);
  return rows.length > 0;
}

export async function releaseClaim(db: Db, owner: string, { kind, turn }: Turn): Promise<void> {
  await sql`delete from work_claims where kind = ${kind} and turn = ${turn} and owner = ${owner}`.execute(db);
}

/** Those of processes that are gone, of work that nobody has to go on with. */
export async function deleteOldClaims(db: Db): Promise<void> {
  await sql`delete from work_claims where claimed_until < now() - interval '1 hour'`.execute(db);
}
