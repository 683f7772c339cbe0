import { type Selectable, sql } from 'kysely';
import type { DnsZone } from '../../../db/schema.gen.ts';
import { type Db, now } from '../../../db/pool.ts';

/** Longer than an attempt may take. */
const busySeconds = 40;
const longestZoneRestSeconds = 300;
const longestHostRestSeconds = 600;

export type ZoneRow = Selectable<DnsZone>;

export interface ZoneOf {
  place: string;
  baseDomain: string;
  target: string;
}

/**
 * Takes note of the zone that the settings name now. What is known of another place is forgotten: nobody can ask it any more. After a
 * change of settings, a restart, or a database restored from a copy, all is compared and nothing waits for its next attempt.
 */
export async function enterZone(db: Db, { place, baseDomain, target }: ZoneOf): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx.selectFrom('dns_zone').select(['place', 'base_domain']).forUpdate().executeTakeFirst();
    if (row && (row.place !== place || row.base_domain !== baseDomain)) {
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
    await tx.updateTable('dns_records').set({ next_attempt_at: now }).execute();
  });
}

export function zoneRow(db: Db): Promise<ZoneRow | undefined> {
  return db.selectFrom('dns_zone').selectAll().executeTakeFirst();
}

/** Writes down the names of realms that have none yet. */
export async function enlistHosts(db: Db): Promise<void> {
  await sql`insert into dns_records (host)
    select lower(r.address) || '.' || z.base_domain from realms r cross join dns_zone z
    where r.deleted_at is null
      and not exists (select from dns_records d where d.host = lower(r.address) || '.' || z.base_domain)
    on conflict do nothing`.execute(db);
}

/** A host whose records are to be made or removed, and the attempt's number. */
export interface DueHost {
  host: string;
  attempt: number;
  /** Whether a realm has the name. */
  isWanted: boolean;
}

/** Names whose records are not as they should be: a realm's that lead elsewhere, and those that no realm has. */
const due = sql`from dns_records d cross join dns_zone z
  left join realms r on r.deleted_at is null and lower(r.address) = split_part(d.host, '.', 1)
    and d.host = lower(r.address) || '.' || z.base_domain
  where (r.id is null or d.published is distinct from z.target)`;

/** Takes the one that has waited longest, as nobody else's until it is settled or its time is over. */
export async function takeDueHost(db: Db): Promise<DueHost | null> {
  const { rows } = await sql<DueHost>`with next as (
      select d.host, r.id is not null as is_wanted ${due}
        and d.next_attempt_at <= now() and (d.busy_until is null or d.busy_until <= now())
      order by d.next_attempt_at limit 1 for update of d skip locked)
    update dns_records set attempt = attempt + 1, busy_until = now() + interval '1 second' * ${busySeconds}
    from next where dns_records.host = next.host
    returning dns_records.host, attempt, is_wanted as "isWanted"`.execute(db);
  return rows[0] ?? null;
}

/** In how many milliseconds something is due; null: nothing waits. */
export async function nextDueMs(db: Db): Promise<number | null> {
  const { rows } = await sql<{ ms: number | null }>`select (extract(epoch from
    min(greatest(d.next_attempt_at, d.busy_until)) - now()) * 1000)::double precision as ms ${due}`.execute(db);
  return rows[0]?.ms ?? null;
}

export interface Published {
  target: string;
  recordId: string | null;
  toIp: string | null;
}

export async function recordPublished(
  db: Db,
  { host, attempt }: DueHost,
  { target, recordId, toIp }: Published,
): Promise<void> {
  await settle(db, { host, attempt })
    .set({ published: target, record_id: recordId, to_ip: toIp, failures: 0, problem: null })
    .execute();
}

/** Its records are gone, and so is the row. Whoever has the name since writes it down anew. */
export async function recordRemoved(db: Db, { host, attempt }: DueHost): Promise<void> {
  await db.deleteFrom('dns_records').where('host', '=', host).where('attempt', '=', attempt).execute();
}

/** The provider did not do it for this name. What stands there is not known. */
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

/** The attempt was broken off: what stands there is not known, and anybody may try. */
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

/** Hosts that one statement takes. */
const chunk = 5_000;

/**
 * What stands in the zone, by the provider's word.
 * @param found hosts that have any record of ours @param whole those of them that have all, as it should be
 */
export async function recordCompared(db: Db, found: readonly string[], whole: readonly string[]): Promise<void> {
  const ours = new Set(whole);
  for (let at = 0; at < found.length; at += chunk) {
    await sql`insert into dns_records (host) select unnest(${found.slice(at, at + chunk)}::text[])
      on conflict do nothing`.execute(db);
  }
  const { rows } = await sql<{ host: string }>`select host from dns_records
    where published is not null and busy_until is null`.execute(db);
  const spoiled = rows.map(({ host }) => host).filter((host) => !ours.has(host));
  for (let at = 0; at < spoiled.length; at += chunk) {
    await sql`update dns_records set published = null, record_id = null, to_ip = null, next_attempt_at = now()
      where host = any(${spoiled.slice(at, at + chunk)}::text[])`.execute(db);
  }
  await db.updateTable('dns_zone').set({ compared_at: now }).execute();
}

export interface DnsCounts {
  published: number;
  pending: number;
  failed: number;
}

/** How many names there are in each state; one that is to go counts as pending until it is gone. */
export async function countHosts(db: Db): Promise<DnsCounts> {
  const { rows } = await sql<DnsCounts>`select
      count(*) filter (where d.problem is null and r.id is not null and d.published = z.target)::integer as published,
      count(*) filter (where d.problem is null and (r.id is null or d.published is distinct from z.target))::integer as pending,
      count(*) filter (where d.problem is not null)::integer as failed
    from dns_records d cross join dns_zone z
    left join realms r on r.deleted_at is null and lower(r.address) = split_part(d.host, '.', 1)
      and d.host = lower(r.address) || '.' || z.base_domain`.execute(db);
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
