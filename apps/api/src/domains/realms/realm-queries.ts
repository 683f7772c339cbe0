import { isGameWorld, tiers, tierLimits } from '@realmkeep/contract';
import type { RealmSpawn } from '@realmkeep/realm-protocol';
import { type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import type { DB, Realms } from '../../db/schema.gen.ts';
import { type Db, now, type Tx, unprepared } from '../../db/pool.ts';
import { dnsOfRealm, type DnsRow } from './dns/dns-of-realm.ts';
import { accessRules, type WithAccess } from './players/access-of.ts';

/** A realm's row with the names that the views show. */
export interface RealmRow extends Selectable<Realms> {
  ownerUsername: string;
  ownerLanguage: string;
  ownerTier: string;
  ownerTierSince: Date;
  partnerIds: string[];
  partnerUsernames: string[];
  managers: ManagerRow[];
  dns: DnsRow | null;
  accessRules: WithAccess['accessRules'];
  /** Whether the owner's plan includes its kernel, and the memory that it then has. */
  inPlan: boolean;
  memoryMiB: number;
}

/** An account that manages the realm, and is not blocked. */
interface ManagerRow {
  userId: string;
  nickname: string;
  /** Increased to invalidate earlier proofs that connections to the game are the account's. */
  epoch: number;
  /** As `readPrefix` reads it; null: they have never chosen. */
  prefix: string | null;
}

/** Under any other the partners of a realm are kept, and are none until its owner has a higher one. */
const tiersWithPartners = tiers.filter((tier) => tierLimits[tier].coOwners !== 'none');
/** Of `o`, the owner. */
export const hasPartners = sql`o.tier in (${sql.join(tiersWithPartners.map((tier) => sql.lit(tier)))})`;

export const partnerUsernames = sql<
  string[]
>`array(select u.nickname from realm_partners p join users u on u.id = p.user_id
  where p.realm_id = r.id and ${hasPartners} order by p.created_at, p.user_id)`.as('partnerUsernames');

const partnerIds = sql<string[]>`array(select p.user_id from realm_partners p
  where p.realm_id = r.id and ${hasPartners} order by p.created_at, p.user_id)`.as('partnerIds');

const managers = sql<ManagerRow[]>`(select coalesce(json_agg(json_build_object('userId', u.id, 'nickname', u.nickname,
  'epoch', u.token_version + u.game_logouts, 'prefix', x.prefix) order by u.id), '[]') from users u
  left join realm_prefixes x on x.realm_id = r.id and x.user_id = u.id where u.blocked_at is null and u.id = any(array(
    select r.owner_id union all select p.user_id from realm_partners p where p.realm_id = r.id and ${hasPartners})))`.as(
  'managers',
);

/** Asked for by the realm's own row, also where that has changed while its lock was waited for. */
const inPlan = sql<boolean>`(select k.allowed from plan_kernels k where k.tier = o.tier and k.kernel = r.kernel)`.as(
  'inPlan',
);
const memoryMiB =
  sql<number>`(select k.memory_mib from plan_kernels k where k.tier = o.tier and k.kernel = r.kernel)`.as('memoryMiB');

function selectRealms(db: Db | Tx) {
  return db
    .selectFrom('realms as r')
    .innerJoin('users as o', 'o.id', 'r.owner_id')
    .selectAll('r')
    .select([
      'o.nickname as ownerUsername',
      'o.language as ownerLanguage',
      'o.tier as ownerTier',
      'o.tier_since as ownerTierSince',
      partnerIds,
      partnerUsernames,
      managers,
      dnsOfRealm,
      accessRules,
      inPlan,
      memoryMiB,
    ]);
}

/** A realm that is not deleted. */
export function findRealm(db: Db | Tx, id: string): Promise<RealmRow | undefined> {
  return selectRealms(db).where('r.id', '=', id).where('r.deleted_at', 'is', null).executeTakeFirst();
}

/** Locks the realm until the transaction ends. */
export function lockRealm(tx: Tx, id: string): Promise<RealmRow | undefined> {
  return selectRealms(tx).where('r.id', '=', id).where('r.deleted_at', 'is', null).forUpdate('r').executeTakeFirst();
}

/** Deleted ones too, as long as their rows exist. */
export function loadRealms(db: Db, ids: readonly string[]): Promise<RealmRow[]> {
  return selectLoaded(db, ids).execute();
}

export function selectLoaded(db: Db, ids: readonly string[]) {
  return selectRealms(db).where('r.id', '=', sql<string>`any(${ids}::uuid[])`);
}

/** Those that are not deleted. @param addresses in lower case */
export function selectRealmsAt(db: Db, addresses: readonly string[]) {
  return selectRealms(db)
    .where(sql`lower(r.address)`, '=', sql<string>`any(${addresses}::text[])`)
    .where('r.deleted_at', 'is', null);
}

export async function countOwnedRealms(db: Db | Tx, userId: string): Promise<number> {
  const row = await db
    .selectFrom('realms')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('owner_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Ignores case. */
export async function isAddressTaken(db: Db, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('realms')
    .select('id')
    .where(sql`lower(address)`, '=', address.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewRealm {
  ownerId: string;
  name: string;
  address: string;
  worldType: string;
  map: string;
  seed: string | null;
  slots: number | null;
  borderDiameter: number;
  /** Its jar is fetched at the first start. */
  kernel: { kernel: string; version: string };
}

/** Takes the next number, which is released if the creation is refused. @throws Error if there are no more */
export async function insertRealm(tx: Tx, realm: NewRealm): Promise<string> {
  const next = tx.updateTable('realm_numbers').set({ last: sql<number>`last + 1` });
  const taken = await next.where('last', '<', 268_173_311).returning('last').executeTakeFirst();
  if (!taken) throw new Error('Every number of a realm has been given: this installation can take no more realms');
  const row = await tx
    .insertInto('realms')
    .values({
      number: taken.last,
      owner_id: realm.ownerId,
      name: realm.name,
      address: realm.address,
      world_type: realm.worldType,
      map: realm.map,
      seed: realm.seed,
      ...(isGameWorld(realm.map) && { game_mode: 'SURVIVAL' }),
      slots: realm.slots,
      border_diameter: realm.borderDiameter,
      kernel: realm.kernel.kernel,
      kernel_version: realm.kernel.version,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function renameRealm(tx: Tx, id: string, name: string, address: string): Promise<void> {
  await tx.updateTable('realms').set({ name, address }).where('id', '=', id).execute();
}

export async function updateSettings(tx: Tx, id: string, columns: UpdateObject<DB, 'realms'>): Promise<void> {
  // Callers choose the columns, and so the text.
  await tx.updateTable('realms').set(columns).where('id', '=', id).modifyEnd(unprepared).execute();
}

/** The desired power; sleep and crashes are reset with it, so that the next attempt is made at once. */
export function powerColumns(power: 'ON' | 'OFF') {
  return {
    power,
    asleep_at: null,
    crash_count: 0,
    next_attempt_at: null,
    out_of_room_at: null,
    // Not now(): of two transactions that waited for the row, the later one may have got it first.
    wanted_at: sql<Date>`clock_timestamp()`,
  };
}

/** Records that the run with this fencing token must end, and another begin. */
export async function setRestart(tx: Tx, id: string, fencingToken: number): Promise<void> {
  await tx.updateTable('realms').set({ restart_lease: fencingToken }).where('id', '=', id).execute();
}

/** Records that a realm which should be on is asleep, unless somebody has asked for it since this row was read. */
export async function recordAsleep(db: Db, { id, wanted_at }: RealmRow): Promise<void> {
  await db
    .updateTable('realms')
    .set({ asleep_at: now })
    .where('id', '=', id)
    .where('asleep_at', 'is', null)
    // Here a time has no microseconds.
    .where(sql<Date>`date_trunc('milliseconds', wanted_at)`, '=', wanted_at)
    .where('power', '=', 'ON')
    .where('deleted_at', 'is', null)
    .execute();
}

/** Ends the sleep of a realm that may run. @returns whether it slept; of several calls at once only one gets true */
export async function recordAwake(db: Db, id: string): Promise<boolean> {
  const row = await db
    .updateTable('realms')
    .set({ asleep_at: null, crash_count: 0, next_attempt_at: null, wanted_at: now })
    .where('id', '=', id)
    .where('asleep_at', 'is not', null)
    .where('power', '=', 'ON')
    .where('blocked_at', 'is', null)
    .where('overlimit', '=', false)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function markDeleted(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('realms').set({ deleted_at: now }).where('id', '=', id).execute();
}

/**
 * The row of a realm whose world is gone, unless a folder for a new one is perhaps being made just now.
 * @returns whether the row is gone
 */
export async function removeRealm(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('realms')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where(sql<boolean>`not exists (select from restores where realm_id = realms.id and preparing)`)
    .where(sql<boolean>`not exists (select from modpack_installs where id = realms.id and preparing)`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * A number larger than that of every start before, kept with the realm.
 * @param seen the largest that its world is known to have seen; more than was given out where an older database was restored, or where the
 *   realm's own programs have forged it, which must not use up the numbers of others
 * @returns null if its world has been frozen since the row was read, or its kernel is another
 */
export async function nextFencingToken(
  db: Db,
  { id, kernel, kernel_version: version }: RealmRow,
  seen: number,
): Promise<number | null> {
  const row = await db
    .updateTable('realms')
    .set({ lease: sql<number>`greatest(nextval('realm_leases'), ${seen}::bigint + 1, lease + 1)::integer` })
    .where('id', '=', id)
    .where('world_held', '=', false)
    .where('kernel', '=', kernel)
    .where('kernel_version', '=', version)
    .returning('lease')
    .executeTakeFirst();
  return row?.lease ?? null;
}

export async function recordCrash(db: Db, id: string, count: number, at: Date, nextAttempt: Date): Promise<void> {
  await db
    .updateTable('realms')
    .set({ crash_count: count, crashed_at: at, next_attempt_at: nextAttempt })
    .where('id', '=', id)
    .execute();
}

/** Notes that it has been READY: its world is its own. */
export async function recordBegan(db: Db, id: string): Promise<void> {
  await db.updateTable('realms').set({ began_at: now }).where('id', '=', id).where('began_at', 'is', null).execute();
}

/** @param at when a player was on, in milliseconds since the epoch */
export async function recordActivity(db: Db, id: string, at: number): Promise<void> {
  const time = new Date(at);
  await db
    .updateTable('realms')
    .set({ last_activity_at: sql<Date>`greatest(last_activity_at, least(${time}::timestamptz, now()))` })
    .where('id', '=', id)
    .execute();
}

/** Where players appear in its world, as its server says. */
export async function recordSpawn(db: Db, id: string, { x, y, z }: RealmSpawn): Promise<void> {
  await db
    .updateTable('realms')
    .set({ spawn_x: x, spawn_y: y, spawn_z: z })
    .where('id', '=', id)
    .where(sql<boolean>`(spawn_x, spawn_y, spawn_z) is distinct from (${x}::integer, ${y}::integer, ${z}::integer)`)
    .execute();
}

/**
 * The owner's realms that are not deleted, in the order in which a smaller tier keeps them: those within the limit before those
 * above it, and of each the protected ones first, then the most recently played.
 */
export async function listOwned(db: Db | Tx, ownerId: string) {
  const rows = await db
    .selectFrom('realms')
    .select(['id', 'name', 'slots', 'border_diameter as borderDiameter', 'overlimit', 'kernel'])
    .select(sql<boolean>`exists (select from realm_partners p where p.realm_id = realms.id)`.as('hasPartners'))
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .orderBy('overlimit')
    .orderBy('protected', 'desc')
    .orderBy(sql`last_activity_at desc nulls last`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows;
}

export async function setTierLimits(
  tx: Tx,
  id: string,
  { slots, borderDiameter }: { slots: number | null; borderDiameter: number },
): Promise<void> {
  await tx.updateTable('realms').set({ slots, border_diameter: borderDiameter }).where('id', '=', id).execute();
}

/** Frees some, and stops others, which are kept for two weeks. One that is already stopped keeps its deadline. */
export async function setOverlimit(tx: Tx, free: readonly string[], stopped: readonly string[]): Promise<void> {
  await tx
    .updateTable('realms')
    .set({ overlimit: false, deletion_timeout: null, deletion_warned_at: null })
    .where('id', '=', sql<string>`any(${free}::uuid[])`)
    .where('overlimit', '=', true)
    .execute();
  await tx
    .updateTable('realms')
    .set({ overlimit: true, power: 'OFF', deletion_timeout: sql<Date>`now() + interval '14 days'` })
    .where('id', '=', sql<string>`any(${stopped}::uuid[])`)
    .where('overlimit', '=', false)
    .execute();
}

/** Realms that are warned of or deleted in one go. */
const overlimitAtOnce = 100;

/** Those whose deadline has passed by then. Locked realms are left for the next time: without waiting there can be no deadlock. */
function selectDue(db: Db | Tx, by: RawBuilder<Date>) {
  return db
    .selectFrom('realms')
    .select('id')
    .where('overlimit', '=', true)
    .where('deletion_timeout', '<=', by)
    .where('deleted_at', 'is', null)
    .limit(overlimitAtOnce)
    .forUpdate()
    .skipLocked();
}

/** Records the warning of realms whose deletion is near; after a late warning the deadline is moved so that three days are left. */
export function takeUnwarned(
  db: Db | Tx,
): Promise<{ id: string; owner_id: string; name: string; deletion_timeout: Date }[]> {
  return db
    .updateTable('realms')
    .set({
      deletion_warned_at: now,
      deletion_timeout: sql<Date>`greatest(deletion_timeout, now() + interval '3 days')`,
    })
    .where('id', 'in', selectDue(db, sql`now() + interval '3 days'`).where('deletion_warned_at', 'is', null))
    .returning(['id', 'owner_id', 'name', sql<Date>`deletion_timeout`.as('deletion_timeout')])
    .execute();
}

/** @returns the ids of those that are deleted now */
export async function deleteOverlimit(db: Db | Tx): Promise<string[]> {
  const rows = await db
    .updateTable('realms')
    .set({ deleted_at: now })
    .where('id', 'in', selectDue(db, sql`now()`).where('deletion_warned_at', 'is not', null))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
