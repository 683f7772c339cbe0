import type { RestoreState } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import { realmDiscard, realmPrepare, realmTakeSettings } from '../../realms/realm-of-backup.ts';
import { freezeWorld, lockWorld, unfreezeSwapped, worldOf } from '../../realms/realm-world.ts';
import {
  attempt,
  type Attempts,
  attemptsAt,
  setStepProgress,
  type Steps,
  watchStart,
  whenStopped,
} from '../durable-steps.ts';
import type { Lead } from '../job-worker.ts';
import { unpackBackup } from './unpack-backup.ts';
import {
  beginPreparing,
  endPreparing,
  removeRestore,
  type RestoreRow,
  setDecided,
  setExchanged,
  setExchangedNow,
  setGivenUp,
  setRestoreState,
} from './restore-queries.ts';

/** More than a start may take before the reconciler gives it up. */
const standsWithinMs = 90_000;

/** The present world is kept until the other one stands. */
export const restoreSteps: Steps<RestoreState, RestoreRow> = {
  CHECKING: check,
  STOPPING: exchange,
  STARTING: watch,
  UNDOING: undo,
};

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
async function check(ctx: Context, restore: RestoreRow, { signal }: Lead): Promise<null> {
  const { db } = ctx;
  const { id, realm_id: realmId, backup_id: backupId, from_realm_id: fromId, place, bytes, sha256 } = restore;
  if (restore.new_realm_name !== null && !(await prepare(ctx, restore))) return null;
  const attempts: Attempts = {
    ...attemptsAt(db, 'restores', id),
    giveUp(error) {
      ctx.log.error({ err: error, realmId, restoreId: id }, 'failed to restore a backup');
      return giveUp(ctx, restore);
    },
  };
  await attempt(attempts, signal, async () => {
    if (backupId === null) throw new Error('the backup is gone');
    const tell = (progress: number) => setStepProgress(db, 'restores', { id, states: ['CHECKING'], progress });
    const settings = await unpackBackup(ctx, { realmId, scratch: id, backupId, place, bytes, sha256 }, tell, signal);
    const from = fromId === null ? null : await worldOf(db, fromId);
    await db.transaction().execute(async (tx) => {
      if (restore.new_realm_name !== null) await realmTakeSettings(tx, realmId, settings, from);
      await freezeWorld(tx, realmId);
      await setRestoreState(tx, id, 'STOPPING');
    });
  });
  return null;
}

/** The world stays as it is; a new realm, which has none, goes. */
async function giveUp(ctx: Context, restore: RestoreRow): Promise<void> {
  if (restore.new_realm_name === null) return void (await end(ctx, restore, 'FAILED'));
  await ctx.db.transaction().execute(async (tx) => {
    await realmDiscard(tx, restore.realm_id);
    await setGivenUp(tx, restore.id);
  });
}

/** The reconciler is stopping the realm. */
async function exchange({ db, runtime }: Context, restore: RestoreRow): Promise<number | null> {
  const { id, realm_id: realmId } = restore;
  const again = await whenStopped(() => runtime.worlds(realmId).exchange(id));
  if (again !== null) return again;
  await db.transaction().execute(async (tx) => {
    const realm = await lockWorld(tx, realmId);
    await unfreezeSwapped(tx, realm);
    // There is no world to go back to in a new realm: it starts as every realm does.
    if (restore.new_realm_name === null) await setExchanged(tx, id, realm.lease);
    else await setRestoreState(tx, id, 'STARTING');
  });
  return null;
}

/** Whether the realm runs with the other world. */
async function watch(ctx: Context, restore: RestoreRow, lead: Lead): Promise<number | null> {
  const { db } = ctx;
  const { id, realm_id: realmId, exchanged_at: since, exchanged_lease: lastToken } = restore;
  if (since === null || lastToken === null) return end(ctx, restore, 'DONE');
  const realm = await worldOf(db, realmId);
  if (!realm) return null;
  const start = { since, lastToken, withinMs: standsWithinMs, restart: () => setExchangedNow(db, id) };
  const stands = await watchStart(ctx, realm, start, lead);
  if (typeof stands === 'number') return stands;
  if (stands === 'STANDS') {
    // From now on the world from before may be gone by halves: whatever comes, it is not put back.
    await db.transaction().execute((tx) => setDecided(tx, id));
    return end(ctx, restore, 'DONE');
  }
  await db.transaction().execute(async (tx) => {
    await freezeWorld(tx, realmId);
    await setRestoreState(tx, id, 'UNDOING');
  });
  return null;
}

async function undo(ctx: Context, restore: RestoreRow): Promise<number | null> {
  const { db, runtime } = ctx;
  const { realm_id: realmId } = restore;
  if (restore.exchanged_at !== null) {
    const again = await whenStopped(() => runtime.worlds(realmId).putBack(restore.id));
    if (again !== null) return again;
    await db.transaction().execute(async (tx) => {
      await unfreezeSwapped(tx, await lockWorld(tx, realmId));
      await setDecided(tx, restore.id);
    });
  }
  return end(ctx, restore, 'FAILED');
}

/** What is in the scratch folder is nobody's any more: the world of before, or the one that did not come. */
async function end({ db, runtime }: Context, { id, realm_id: realmId }: RestoreRow, state: 'DONE' | 'FAILED') {
  await runtime.worlds(realmId).drop(id);
  await db.transaction().execute((tx) => setRestoreState(tx, id, state));
  return null;
}
