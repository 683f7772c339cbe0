import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import type { Hosts } from '../../../db/schema.gen.ts';

export type HostRow = Selectable<Hosts>;

/** Far above what one installation has. */
const mostHosts = 1000;

export function selectHosts(db: Db): Promise<HostRow[]> {
  return db.selectFrom('hosts').selectAll().orderBy('name').limit(mostHosts).execute();
}

export async function findHostOf(db: Db, realmId: string): Promise<string | null> {
  const row = await db.selectFrom('realms').select('host_id').where('id', '=', realmId).executeTakeFirst();
  return row?.host_id ?? null;
}

/** By the ids of realms; those that are on no host are left out. */
export async function findHostsOf(db: Db, realmIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('realms')
    .select(['id', 'host_id'])
    .where('id', '=', sql<string>`any(${realmIds}::uuid[])`)
    .execute();
  return new Map(rows.flatMap(({ id, host_id: hostId }) => (hostId === null ? [] : [[id, hostId] as const])));
}

/** Gives the realm to the host, unless another has it. @returns which has it; null: there is no such realm */
export async function placeRealm(db: Db, realmId: string, hostId: string): Promise<string | null> {
  const placed = await db
    .updateTable('realms')
    .set({ host_id: hostId })
    .where('id', '=', realmId)
    .where('host_id', 'is', null)
    .returning('host_id')
    .executeTakeFirst();
  return placed?.host_id ?? findHostOf(db, realmId);
}

/** How much of each host's memory realms take or are meant to take, in MiB. Uses the index realms_host. */
export async function takenMemory(db: Db): Promise<Map<string, number>> {
  const { rows } = await selectTaken.execute(db);
  return new Map(rows.map(({ hostId, memoryMiB }) => [hostId, memoryMiB]));
}

export const selectTaken = sql<{ hostId: string; memoryMiB: number }>`select r.host_id as "hostId",
    coalesce(sum(k.memory_mib), 0)::float8 as "memoryMiB"
  from realms r join users o on o.id = r.owner_id join plan_kernels k on k.tier = o.tier and k.kernel = r.kernel
  where r.host_id is not null and r.deleted_at is null and r.power = 'ON' and r.asleep_at is null and r.blocked_at is null
  group by r.host_id`;

export async function insertHost(db: Db, host: Pick<HostRow, 'name' | 'address' | 'game_address'>): Promise<string> {
  return (await db.insertInto('hosts').values(host).returning('id').executeTakeFirstOrThrow()).id;
}

/** Realms that have run where there were no hosts are on this one from now on. @returns how many */
export async function adoptRealms(db: Db, hostId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('realms')
    .set({ host_id: hostId })
    .where('host_id', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes a host that has no realms. @returns whether there was one */
export async function deleteHost(db: Db, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('hosts')
    .where('name', '=', name)
    .where(sql<boolean>`not exists (select from realms where host_id = hosts.id)`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
