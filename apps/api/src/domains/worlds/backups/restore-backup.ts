import type { RestoreState } from '@realmkeep/contract';
import { FilesError } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import { realmDiscard, realmPrepare, realmTakeSettings } from '../../realms/realm-of-backup.ts';
import { holdWorld, letWorldGo, lockWorld, worldOf, worldStands } from '../../realms/realm-world.ts';
import type { Lead } from '../row-worker.ts';
import { unpackBackup } from './unpack-backup.ts';
import {
  beginPreparing,
  beginRestoreState,
  endPreparing,
  findRestoreById,
  removeRestore,
  type RestoreRow,
  setDecided,
  setExchanged,
  setExchangedNow,
  setGivenUp,
  setRestoreProgress,
  setRestoreState,
  uncountRestore,
} from './restore-queries.ts';

/** A backup that cannot be unpacked in so many attempts is given up. */
const maxAttempts = 3;
/** More than a start may take before the reconciler gives it up. */
const standsWithinMs = 90_000;
const waitsMs = 10_000;

/**
 * Takes a restore one state further: what is done in a state may be done again after a crash. The present world is kept until the
 * other one stands.
 * @returns when to look at it again though nothing happens; null: when it has ended, or is a state further
 * @throws what may be tried again
 */
export async function restoreStep(ctx: Context, { id }: RestoreRow, lead: Lead): Promise<number | null> {
  const restore = await findRestoreById(ctx.db, id);
  if (!restore) return null;
  switch (restore.state as RestoreState) {
    case 'CHECKING':
      if (restore.new_realm_name !== null && !(await prepare(ctx, restore))) return null;
      await check(ctx, restore, lead.signal);
      return null;
    case 'STOPPING':
      return exchange(ctx, restore);
    case 'STARTING':
      return watch(ctx, restore, lead.since);
    case 'UNDOING':
      return undo(ctx, restore);
    default:
      return null;
  }
}

/** Makes the new realm's folder. @returns whether; not where the realm is deleted: then nothing is left of it but its row */
async function prepare(ctx: Context, { id, realm_id: realmId }: RestoreRow): Promise<boolean> {
  await beginPreparing(ctx.db, id);
  await realmPrepare(ctx, realmId);
  if (await endPreparing(ctx.db, id)) return true;
  await ctx.runtime.destroy(realmId);
  await removeRestore(ctx.db, id);
  return false;
}

/** Unpacks it beside the world, while the realm goes on; a new realm gets its settings. */
async function check(ctx: Context, restore: RestoreRow, signal: AbortSignal): Promise<void> {
  const { db } = ctx;
  const { id, realm_id: realmId, backup_id: backupId, from_realm_id: fromId, place, bytes, sha256 } = restore;
  const attempts = await beginRestoreState(db, id);
  try {
    if (backupId === null) throw new Error('the backup is gone');
    const tell = (progress: number) => setRestoreProgress(db, id, progress);
    const settings = await unpackBackup(ctx, { realmId, scratch: id, backupId, place, bytes, sha256 }, tell, signal);
    const from = fromId === null ? null : await worldOf(db, fromId);
    await db.transaction().execute(async (tx) => {
      if (restore.new_realm_name !== null) await realmTakeSettings(tx, realmId, settings, from);
      await holdWorld(tx, realmId);
      await setRestoreState(tx, id, 'STOPPING');
    });
  } catch (fault) {
    signal.throwIfAborted();
    if (fault instanceof FilesError && fault.code === 'busy') await uncountRestore(db, id);
    else if (attempts >= maxAttempts) {
      ctx.log.error({ err: fault, realmId, restoreId: id }, 'a backup could not be restored');
      await giveUp(ctx, restore);
      return;
    }
    throw fault;
  }
}

/** The world stays as it is; a new realm, which has none, goes. */
async function giveUp(ctx: Context, restore: RestoreRow): Promise<void> {
  if (restore.new_realm_name === null) return end(ctx, restore, 'FAILED');
  await ctx.db.transaction().execute(async (tx) => {
    await realmDiscard(tx, restore.realm_id);
    await setGivenUp(tx, restore.id);
  });
}

/** The realm is being stopped by whoever moves realms to their wishes. */
async function exchange({ db, runtime }: Context, restore: RestoreRow): Promise<number | null> {
  const { id, realm_id: realmId } = restore;
  try {
    await runtime.worlds(realmId).exchange(id);
  } catch (fault) {
    if (fault instanceof FilesError && fault.code === 'realm_running') return soon();
    throw fault;
  }
  await db.transaction().execute(async (tx) => {
    const { lease } = await lockWorld(tx, realmId);
    await letWorldGo(tx, realmId);
    // There is no world to go back to in a new realm: it starts as every realm does.
    if (restore.new_realm_name === null) await setExchanged(tx, id, lease);
    else await setRestoreState(tx, id, 'STARTING');
  });
  return null;
}

/** Whether the realm runs with the other world. */
async function watch(ctx: Context, restore: RestoreRow, ledSince: number): Promise<number | null> {
  const { db } = ctx;
  const { id, realm_id: realmId, exchanged_at: since, exchanged_lease: lease } = restore;
  if (since === null || lease === null) {
    await end(ctx, restore, 'DONE');
    return null;
  }
  const realm = await worldOf(db, realmId);
  if (!realm) return null;
  const stands = worldStands(ctx, realm, lease);
  if (stands === true) {
    // From now on the world from before may be gone by halves: whatever comes, it is not put back.
    await db.transaction().execute((tx) => setDecided(tx, id));
    await end(ctx, restore, 'DONE');
    return null;
  }
  if (stands === null && ctx.memory.place(realmId) !== null) {
    // It waits for memory: its time begins when it may start.
    await setExchangedNow(db, id);
    return Date.now() + waitsMs;
  }
  // While nobody leads, nobody starts it.
  const deadline = Math.max(since.getTime(), ledSince) + standsWithinMs;
  if (stands === null && deadline > Date.now()) return deadline;
  await db.transaction().execute(async (tx) => {
    await holdWorld(tx, realmId);
    await setRestoreState(tx, id, 'UNDOING');
  });
  return null;
}

async function undo(ctx: Context, restore: RestoreRow): Promise<number | null> {
  const { db, runtime } = ctx;
  const { realm_id: realmId } = restore;
  if (restore.exchanged_at !== null) {
    try {
      await runtime.worlds(realmId).putBack(restore.id);
    } catch (fault) {
      if (fault instanceof FilesError && fault.code === 'realm_running') return soon();
      throw fault;
    }
    await db.transaction().execute(async (tx) => {
      await letWorldGo(tx, realmId);
      await setDecided(tx, restore.id);
    });
  }
  await end(ctx, restore, 'FAILED');
  return null;
}

/** What is in the scratch folder is nobody's any more: the world of before, or the one that did not come. */
async function end({ db, runtime }: Context, { id, realm_id: realmId }: RestoreRow, state: 'DONE' | 'FAILED') {
  await runtime.worlds(realmId).drop(id);
  await db.transaction().execute((tx) => setRestoreState(tx, id, state));
}

/** The realm's end is told; this is for when it is missed. */
function soon(): number {
  return Date.now() + 1000;
}
