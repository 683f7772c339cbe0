import type { ResetState, RestoreState } from '@realmkeep/contract';
import { FilesError } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import { realmDiscard, realmTakeSettings } from '../../realms/realm-of-backup.ts';
import { startMs } from '../../realms/reconciler/realm-spec.ts';
import {
  freezeWorld,
  lockWorld,
  noteWorld,
  unfreezeSwapped,
  unfreezeWorld,
  worldOf,
} from '../../realms/realm-world.ts';
import {
  attempt,
  type Attempts,
  attemptsAt,
  exchangeWhenStopped,
  makeRealmFolder,
  setStepProgress,
  soon,
  type Steps,
  unlessSo,
  watchStart,
  whenStopped,
  worldsIn,
} from '../durable-steps.ts';
import type { Lead } from '../job-worker.ts';
import { listBackups, setDeleting } from './backup-queries.ts';
import { noteWorldOf, snapshotCreate, snapshotState } from './snapshots.ts';
import { unpackBackup } from './unpack-backup.ts';
import {
  type RestoreRow,
  setDecided,
  setExchanged,
  setExchangedNow,
  setGivenUp,
  setRestoreState,
  setSnapshot,
} from './restore-queries.ts';

/** What a start may take beyond the time after which the reconciler gives it up. */
const slackMs = 30_000;

/** The present world is kept until the other one, from a backup or new, has proved to work. */
export const restoreSteps: Steps<RestoreState | ResetState, RestoreRow> = {
  SAVING: save,
  CHECKING: check,
  STOPPING: exchange,
  STARTING: watch,
  UNDOING: undo,
};

/** Unpacks it beside the world, while the realm goes on; a new realm gets its settings. */
async function check(ctx: Context, restore: RestoreRow, lead: Lead): Promise<null> {
  const { db } = ctx;
  const { id, realm_id: realmId, backup_id: backupId, from_realm_id: fromId } = restore;
  if (restore.new_realm_name !== null && !(await makeRealmFolder(ctx, 'restores', { id, realmId }, lead))) return null;
  const attempts: Attempts = {
    ...attemptsAt(lead, 'restores', id),
    giveUp(error) {
      ctx.log.error({ err: error, realmId, restoreId: id }, 'failed to restore a backup');
      return giveUp(ctx, restore, lead);
    },
  };
  await attempt(attempts, lead, async () => {
    if (backupId === null) throw new Error('the backup is gone');
    const tell = (progress: number) => setStepProgress(db, 'restores', { id, states: ['CHECKING'], progress });
    const unpack = () => unpackBackup(ctx, { realmId, scratch: id, backupId, stored: restore }, tell, lead);
    const { settings } = await withFolder(ctx, restore, lead, unpack);
    const from = fromId === null ? null : await worldOf(db, fromId);
    await lead.transaction(async (tx) => {
      if (restore.new_realm_name !== null) await realmTakeSettings(tx, realmId, settings, from);
      await freezeWorld(tx, realmId);
      await setRestoreState(tx, id, 'STOPPING');
    });
  });
  return null;
}

/** Before a new world: the stopped realm is backed up, and the backup verified, by the work on backups. */
async function save(ctx: Context, restore: RestoreRow, lead: Lead): Promise<number | null> {
  const { db, runtime } = ctx;
  const { id, realm_id: realmId, snapshot_id: snapshotId } = restore;
  if (snapshotId === null) {
    const observed = await runtime.inspect(realmId);
    if (observed && observed.phase !== 'EXITED') return soon();
    await lead.transaction(async (tx) => {
      await lockWorld(tx, realmId);
      await setSnapshot(tx, id, await snapshotCreate(tx, realmId, 'RESET'));
    });
    return null;
  }
  const snapshot = await snapshotState(db, realmId, snapshotId);
  // Another process has ordered it since this one saw that there is something to do.
  if (snapshot === 'RUNNING' || snapshot === 'VERIFYING') return null;
  if (snapshot !== 'READY') return goOn(ctx, restore, lead);
  const attempts: Attempts = {
    ...attemptsAt(lead, 'restores', id),
    async giveUp(error) {
      ctx.log.error({ err: error, realmId, restoreId: id }, 'failed to make room for a new world');
      await goOn(ctx, restore, lead);
    },
  };
  await attempt(attempts, lead, async () => {
    await withFolder(ctx, restore, lead, () => worldsIn(runtime, realmId, lead).makeEmpty(id));
    await lead.transaction((tx) => setRestoreState(tx, id, 'STOPPING'));
  });
  return null;
}

/** Worlds have been lost, some with their realm's folder: where there is none it is made once more, and the work done in it. */
async function withFolder<T>(
  ctx: Context,
  { id, realm_id: realmId }: RestoreRow,
  lead: Lead,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isAbsent = error instanceof FilesError && error.code === 'absent';
    if (!isAbsent || !(await makeRealmFolder(ctx, 'restores', { id, realmId }, lead))) throw error;
    return work();
  }
}

/** There is no other world: the realm goes on with its own. */
function goOn(ctx: Context, restore: RestoreRow, lead: Lead): Promise<null> {
  return end(ctx, restore, lead, 'FAILED', (tx) => unfreezeWorld(tx, restore.realm_id));
}

/** The world stays as it is; a new realm, which has none, goes. */
async function giveUp(ctx: Context, restore: RestoreRow, lead: Lead): Promise<void> {
  if (restore.new_realm_name === null) return void (await goOn(ctx, restore, lead));
  await lead.transaction(async (tx) => {
    await realmDiscard(tx, restore.realm_id);
    await setGivenUp(tx, restore.id);
  });
}

/** The reconciler is stopping the realm. */
async function exchange({ runtime }: Context, restore: RestoreRow, lead: Lead): Promise<number | null> {
  const { id, realm_id: realmId } = restore;
  const again = await exchangeWhenStopped(worldsIn(runtime, realmId, lead), id);
  if (again === undefined) {
    await lead.transaction((tx) => setRestoreState(tx, id, restore.to_map === null ? 'CHECKING' : 'SAVING'));
    return null;
  }
  if (again !== null) return again;
  await lead.transaction(async (tx) => {
    const realm = await lockWorld(tx, realmId);
    await unfreezeSwapped(tx, realm);
    const { to_map: map, to_seed: seed } = restore;
    if (map !== null) await noteWorld(tx, realmId, { type: 'OFFICIAL', map, seed });
    // There is no world to go back to in a new realm: it starts as every realm does.
    if (restore.new_realm_name === null) await setExchanged(tx, id, realm.lease);
    else await setRestoreState(tx, id, 'STARTING');
  });
  return null;
}

/** Whether the realm runs with the other world. */
async function watch(ctx: Context, restore: RestoreRow, lead: Lead): Promise<number | null> {
  const { db } = ctx;
  const { id, realm_id: realmId, exchangedForMs: forMs, exchanged_lease: lastToken } = restore;
  if (forMs === null || lastToken === null) return end(ctx, restore, lead, 'DONE');
  const realm = await worldOf(db, realmId);
  if (!realm) return soon();
  const restart = () => lead.transaction((tx) => setExchangedNow(tx, id));
  const start = { forMs, lastToken, withinMs: startMs(realm) + slackMs, restart };
  const stands = await watchStart(ctx, realm, start, lead);
  if (typeof stands === 'number') return stands;
  if (stands === 'STANDS') {
    // From now on the former world may be partly removed: it is not put back, whatever happens.
    await lead.transaction(async (tx) => {
      await setDecided(tx, id);
      if (restore.to_map === null) await noteWorldOf(tx, realmId, restore.backup_id);
    });
    return end(ctx, restore, lead, 'DONE');
  }
  await lead.transaction(async (tx) => {
    await freezeWorld(tx, realmId);
    await setRestoreState(tx, id, 'UNDOING');
  });
  return null;
}

async function undo(ctx: Context, restore: RestoreRow, lead: Lead): Promise<number | null> {
  const { runtime } = ctx;
  const { realm_id: realmId } = restore;
  if (restore.exchanged_at !== null) {
    const again = await whenStopped(() => worldsIn(runtime, realmId, lead).putBack(restore.id));
    if (again !== null) return again;
    await lead.transaction(async (tx) => {
      await unfreezeSwapped(tx, await lockWorld(tx, realmId));
      if (restore.to_map !== null) await noteWorldOf(tx, realmId, restore.snapshot_id);
      await setDecided(tx, restore.id);
    });
  }
  return end(ctx, restore, lead, 'FAILED');
}

/**
 * Removes what is in the scratch folder: the former world, or the one that was not installed.
 * @param also what becomes true only at the end
 */
async function end(
  { runtime }: Context,
  restore: RestoreRow,
  lead: Lead,
  state: 'DONE' | 'FAILED',
  also?: (tx: Tx) => Promise<void>,
): Promise<null> {
  const { id, realm_id: realmId } = restore;
  await unlessSo('absent', worldsIn(runtime, realmId, lead).drop(id));
  await lead.transaction(async (tx) => {
    await also?.(tx);
    if (restore.to_map !== null) await pruneResets(tx, restore, state);
    await setRestoreState(tx, id, state);
  });
  return null;
}

/** Of the backups before new worlds the last stays; of a world that is back again none is needed. */
async function pruneResets(
  tx: Tx,
  { realm_id: realmId, snapshot_id: last }: RestoreRow,
  state: 'DONE' | 'FAILED',
): Promise<void> {
  const ready = (await listBackups(tx, realmId)).filter(
    (backup) => backup.origin === 'RESET' && backup.state === 'READY',
  );
  const gone = ready.filter(({ id }) => (id === last) === (state === 'FAILED'));
  await setDeleting(
    tx,
    gone.map(({ id }) => id),
  );
}
