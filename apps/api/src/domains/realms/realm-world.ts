import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { findRealm, lockRealm, powerColumns, type RealmRow, updateSettings } from './realm-queries.ts';

/** A realm whose world is about to be worked on, whoever asks; locked until the transaction ends. @throws AppError realm_unknown */
export async function lockWorld(tx: Tx, realmId: string): Promise<RealmRow> {
  const row = await lockRealm(tx, realmId);
  if (!row) throw new AppError('realm_unknown');
  return row;
}

/** The same, to be read; null when it is deleted. */
export async function worldOf(db: Db, realmId: string): Promise<RealmRow | null> {
  return (await findRealm(db, realmId)) ?? null;
}

/** The realm does not run from now on, whatever its desired state. */
export function freezeWorld(tx: Tx, realmId: string): Promise<void> {
  return updateSettings(tx, realmId, { world_held: true });
}

/** It may run again, and is started at once where that is desired. */
export function unfreezeWorld(tx: Tx, realmId: string): Promise<void> {
  return updateSettings(tx, realmId, unfrozen);
}

const unfrozen = { world_held: false, crash_count: 0, next_attempt_at: null };

interface Swap {
  kernel?: { kernel: string; version: string; jar: string | null };
  /** Its desired power; undefined: unchanged. */
  power?: 'ON' | 'OFF' | undefined;
}

/**
 * The same with another world or kernel. A run that began earlier, unnoticed, does not continue: it may be of the other kernel, and
 * says nothing about whether this world works.
 */
export function unfreezeSwapped(tx: Tx, { id, lease }: RealmRow, { kernel, power }: Swap = {}): Promise<void> {
  return updateSettings(tx, id, {
    ...(power ? powerColumns(power) : {}),
    ...(kernel ? kernelColumns(kernel) : {}),
    ...unfrozen,
    restart_lease: lease,
  });
}

/** Notes of what its world is made. */
export function noteWorld(
  tx: Tx,
  realmId: string,
  { type, map, seed }: { type: string; map: string; seed: string | null },
): Promise<void> {
  return updateSettings(tx, realmId, { world_type: type, map, seed });
}

/** The columns of its kernel. */
function kernelColumns({ kernel, version, jar }: NonNullable<Swap['kernel']>) {
  return { kernel, kernel_version: version, kernel_jar: jar };
}

/** Notes the jar of a realm that was made for a server in Java, and starts for the first time. */
export async function realmTakeJar(
  db: Db,
  { id, kernel, kernel_version: version }: RealmRow,
  jar: string,
): Promise<void> {
  await db
    .updateTable('realms')
    .set({ kernel_jar: jar })
    .where('id', '=', id)
    .where('kernel', '=', kernel)
    .where('kernel_version', '=', version)
    .where('kernel_jar', 'is', null)
    .execute();
}

/** Records the Java server of a realm that has not run yet. */
export function realmTakeServer(
  tx: Tx,
  realmId: string,
  { version, jar }: { version: string; jar: string },
): Promise<void> {
  return updateSettings(tx, realmId, { kernel_version: version, kernel_jar: jar });
}

/** Records when a backup was requested; after a failure, when the one before it was. */
export function noteBackedUp(tx: Tx, realmId: string, at: Date | null): Promise<void> {
  return updateSettings(tx, realmId, { backed_up_at: at });
}

/**
 * Whether a realm that was unfrozen with another world is READY, or cannot run because of it; null while that is not known. One
 * that should not run now counts as READY.
 * @param lastToken of the last run before
 */
export function worldStands(ctx: Context, row: RealmRow, lastToken: number): boolean | null {
  if (row.power !== 'ON' || row.blocked_at || row.asleep_at) return true;
  const observed = ctx.directory.observed(row.id);
  const isNew = observed !== null && observed.fencingToken > lastToken;
  if (isNew && observed.phase === 'READY') return true;
  // Letting go has set the count to none.
  return row.crash_count > 0 || (isNew && observed.exit && !observed.exit.asked) ? false : null;
}
