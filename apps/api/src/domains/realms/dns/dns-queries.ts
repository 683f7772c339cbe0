import { type Selectable, sql } from 'kysely';
import type { DnsZone } from '../../../db/schema.gen.ts';
import { type Db, now } from '../../../db/pool.ts';

/** Longer than an attempt may take. */
const busySeconds = 40;
const longestZoneRestSeconds = 300;
const longestHostRestSeconds = 600;
/** Hosts that one statement takes. */
const chunk = 5_000;

export type ZoneRow = Selectable<DnsZone>;

export interface ZoneOf {
  place: string;
  baseDomain: string;
  target: string;
}

/**
 * Records the zone in the current settings, and forgets what is known of another one, which can no longer be queried. After a
 * change of settings, a restart, or a restored database, everything is compared, and nothing waits for its next attempt.
 */
export async function enterZone(db: Db, { place, baseDomain, target }: ZoneOf): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('dns_zone').select(['place', 'base_domain']).executeTakeFirst();
    const isAnother = row && (row.place !== place || row.base_domain !== baseDomain);
    // Who makes a realm now and has not seen the zone yet would write no name down.
    if (!row || isAnother) await sql`lock table realms in share mode`.execute(tx);
    if (isAnother) {
      await tx.deleteFrom('dns_zone').execute();
      await tx.deleteFrom('dns_records').execute();
    }
    await tx
      .insertInto('dns_zone')
      .values({ place, base_domain: baseDomain, target })
      .onConflict((conflict) =>
        conflict.column('only_one').doUpdateSet({ target, next_attempt_at: now, compared_at: null }),
      )
      .execute();
    await tx.updateTable('dns_records').set({ next_attempt_at: now }).where('settled', '=', false).execute();
  });
  await unsettleOthers(db, target);
}

/** After a change of the target: all names lead elsewhere. In pieces, each of which may be the last before a crash. */
async function unsettleOthers(db: Db, target: string): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const { rows }: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`with piece as (
        select host, published from dns_records where host > ${after} order by host limit ${chunk} for update),
      changed as (update dns_records d set settled = false, changes = changes + 1 from piece
        where d.host = piece.host and d.settled and piece.published is distinct from ${target})
      select max(host) as last from piece`.execute(db);
    after = rows[0]?.last ?? null;
  }
}

export function zoneRow(db: Db): Promise<ZoneRow | undefined> {
  return db.selectFrom('dns_zone').selectAll().executeTakeFirst();
}

/** Enters one batch of the names of realms that are older than the zone; for newer ones a trigger does it. */
export async function enlistHosts(db: Db): Promise<void> {
  await sql`with piece as (
      select r.id, r.address, r.deleted_at from dns_zone z join lateral (
        select id, address, deleted_at from realms where id > z.enlisted_after order by id limit ${chunk}) r on true),
    written as (insert into dns_records (host)
      select lower(piece.address) || '.' || z.base_domain from piece cross join dns_zone z where piece.deleted_at is null
      on conflict do nothing)
    update dns_zone set enlisted_after = (select id from piece order by id desc limit 1)
      where enlisted_after is not null`.execute(db);
}

/** A host whose records must be made or removed, and the attempt's number. */
export interface DueHost {
  host: string;
  attempt: number;
  /** The row's change counter at that time. */
  changes: string;
  /** Whether a realm has the name. */
  isWanted: boolean;
}

/** Claims the one that has waited longest, until it is settled or the claim expires. */
export async function takeDueHost(db: Db): Promise<DueHost | null> {
  const { rows } = await selectDueHost.execute(db);
  return rows[0] ?? null;
}

const selectDueHost = sql<DueHost>`with next as (
    select host from dns_records
    where not settled and next_attempt_at <= now() and (busy_until is null or busy_until <= now())
    order by next_attempt_at limit 1 for update skip locked)
  update dns_records d set attempt = attempt + 1, busy_until = now() + interval '1 second' * ${busySeconds}
  from next where d.host = next.host
  returning d.host, attempt, changes, exists (select from realms r cross join dns_zone z
    where r.deleted_at is null and lower(r.address) = split_part(d.host, '.', 1)
      and d.host = lower(r.address) || '.' || z.base_domain) as "isWanted"`;

/** In how many milliseconds something is due; null: nothing waits. */
export async function nextDueMs(db: Db): Promise<number | null> {
  const { rows } = await selectNextDue.execute(db);
  return rows[0]?.ms ?? null;
}

/** Of attempts under way only when they end. */
const selectNextDue = sql<{ ms: number | null }>`select (extract(epoch from least(
    (select min(next_attempt_at) from dns_records where not settled and next_attempt_at > now()),
    (select min(busy_until) from dns_records where not settled and busy_until > now())) - now()) * 1000)::double precision as ms`;

export interface Published {
  target: string;
  recordId: string | null;
  toIp: string | null;
}

export async function recordPublished(
  db: Db,
  { host, attempt, changes }: DueHost,
  { target, recordId, toIp }: Published,
): Promise<void> {
  await settle(db, { host, attempt })
    .set({ published: target, record_id: recordId, to_ip: toIp, failures: 0, problem: null })
    .set({ settled: sql<boolean>`changes = ${changes}` })
    .execute();
}

/** Its records are gone, and so is the row, unless somebody has taken the name since. */
export async function recordRemoved(db: Db, due: DueHost): Promise<void> {
  const { host, attempt, changes } = due;
  const { numDeletedRows } = await db
    .deleteFrom('dns_records')
    .where('host', '=', host)
    .where('attempt', '=', attempt)
    .where('changes', '=', changes)
    .executeTakeFirst();
  if (numDeletedRows === 0n) await settle(db, due).set({ published: null, record_id: null, to_ip: null }).execute();
}

/** The provider refused this name. What the zone contains for it is not known. */
export async function recordFailure(db: Db, { host, attempt }: DueHost, problem: 'TAKEN' | 'REFUSED'): Promise<void> {
  await settle(db, { host, attempt })
    .set({
      published: null,
      record_id: null,
      to_ip: null,
      problem,
      failures: sql<number>`failures + 1`,
      next_attempt_at: later(10, longestHostRestSeconds),
    })
    .execute();
}

/** The attempt was interrupted: what the zone contains is not known, and anybody may try. */
export async function releaseHost(db: Db, due: DueHost): Promise<void> {
  await settle(db, due).execute();
}

/** The provider does nothing at all now: the name is tried again with the others, and the zone is left alone for longer each time. */
export async function recordAway(
  db: Db,
  due: DueHost | null,
  { words, retryAfterMs }: { words: string; retryAfterMs: number },
): Promise<void> {
  if (due) await releaseHost(db, due);
  await db
    .updateTable('dns_zone')
    .set({
      problem: words,
      failures: sql<number>`failures + 1`,
      next_attempt_at: sql<Date>`greatest(now() + interval '1 millisecond' * ${retryAfterMs}::integer,
        ${later(1, longestZoneRestSeconds)})`,
    })
    .execute();
}

/** The provider answers again. */
export async function recordZoneWorks(db: Db): Promise<void> {
  await db.updateTable('dns_zone').set({ problem: null, failures: 0 }).where('failures', '>', 0).execute();
}

/**
 * Records what the zone contains, according to the provider.
 * @param found hosts that have any record of ours @param whole those that have all of them, as they should be
 */
export async function recordCompared(db: Db, found: readonly string[], whole: readonly string[]): Promise<void> {
  const ours = new Set(whole);
  for (let at = 0; at < found.length; at += chunk) {
    await sql`insert into dns_records (host) select unnest(${found.slice(at, at + chunk)}::text[])
      on conflict do nothing`.execute(db);
  }
  let page: string[] = [];
  do {
    const { rows } = await sql<{ host: string; noted: boolean }>`
      select host, published is not null and busy_until is null as noted from dns_records
      where host > ${page.at(-1) ?? ''} order by host limit ${chunk}`.execute(db);
    page = rows.map(({ host }) => host);
    const spoiled = rows.filter(({ host, noted }) => noted && !ours.has(host)).map(({ host }) => host);
    if (spoiled.length > 0) {
      await sql`update dns_records set published = null, record_id = null, to_ip = null, next_attempt_at = now(),
          settled = false, changes = changes + 1
        where host in (select host from dns_records where host = any(${spoiled}::text[]) order by host for update)`.execute(
        db,
      );
    }
  } while (page.length === chunk);
  await db.updateTable('dns_zone').set({ compared_at: now }).execute();
}

export interface DnsCounts {
  published: number;
  pending: number;
  failed: number;
}

/** The number of names in each state; one being removed counts as pending until it is gone. */
export async function countHosts(db: Db): Promise<DnsCounts> {
  const { rows } = await sql<DnsCounts>`select
      count(*) filter (where problem is null and settled)::integer as published,
      count(*) filter (where problem is null and not settled)::integer as pending,
      count(problem)::integer as failed
    from dns_records`.execute(db);
  return rows[0] ?? { published: 0, pending: 0, failed: 0 };
}

/** Names that only the operator can help. */
export async function failedHosts(db: Db, most: number) {
  const rows = await db
    .selectFrom('dns_records')
    .select(['host', 'problem'])
    .where('problem', 'is not', null)
    .orderBy('host')
    .limit(most)
    .execute();
  return rows.map(({ host, problem }) => ({ host, problem: problem as 'TAKEN' | 'REFUSED' }));
}

/** Ends an attempt, unless it was overtaken. */
function settle(db: Db, { host, attempt }: Pick<DueHost, 'host' | 'attempt'>) {
  return db
    .updateTable('dns_records')
    .set({ busy_until: null })
    .where('host', '=', host)
    .where('attempt', '=', attempt);
}

/** Twice as long after each failure. */
function later(firstSeconds: number, longestSeconds: number) {
  return sql<Date>`now() + interval '1 second' * least(${longestSeconds}::double precision,
    ${firstSeconds}::double precision * 2 ^ least(failures, 20))`;
}
