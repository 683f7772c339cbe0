import { type BackupProblem, type BackupState, tierLimits } from '@realmkeep/contract';
import { FilesError } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import { assertStoreSpace } from '../../../limits/disk-space.ts';
import { AppError } from '../../../http/app-error.ts';
import { noteBackedUp, worldOf } from '../../realms/realm-world.ts';
import { settingsText } from '../../realms/realm-views.ts';
import { backupKey } from '../../../integrations/blobs/backup-stores.ts';
import { StoreError } from '../../../integrations/blobs/blob-store.ts';
import { attempt, type Attempts, setStepProgress, type Steps, uncountStep, worldsIn } from '../durable-steps.ts';
import type { Lead } from '../job-worker.ts';
import { TurnLost } from '../work-claims.ts';
import { removeAll, removeEarlier, removeLate } from './backup-blobs.ts';
import { backupLimits } from './backup-create.ts';
import { counts, spaceLeft, tooMany } from './backup-policy.ts';
import {
  type BackupRow,
  beginBackup,
  findBackup,
  listBackups,
  setDeleting,
  setFailed,
  setReady,
  setStored,
} from './backup-queries.ts';
import { Measured } from './measured.ts';
import { unpackBackup } from './unpack-backup.ts';

const mayPass = new Set<BackupProblem>(['STORE_AWAY', 'FAULT']);

/** The archive is larger than the owner's remaining space. */
class NoSpace extends Error {
  override readonly name = 'NoSpace';
}

/** Of a snapshot, which is outside the plan: more than the files of any realm come to. */
const longestSnapshot = 2 * Math.max(...Object.values(tierLimits).map(({ files }) => files.bytes));

/** Of a realm that exists. */
type RealmsBackup = BackupRow & { realm_id: string };

export const backupSteps: Steps<Exclude<BackupState, 'READY'>, BackupRow> = {
  // New blobs go to the store in the current settings.
  RUNNING: (ctx, backup, lead) =>
    attemptBackup(ctx, backup, ctx.backupStores.place, lead, async (one, attempts) => {
      await removeEarlier(ctx, one, attempts);
      await store(ctx, one, attempts, lead);
    }),
  VERIFYING: (ctx, backup, lead) =>
    attemptBackup(ctx, backup, backup.place, lead, async (one) => {
      // One of them may have arrived too late for the next attempt to remove it.
      await removeEarlier(ctx, one, one.stored_attempt ?? 1);
      await prove(ctx, one, lead);
    }),
};

/** Overwrites what an earlier attempt left beside the world. */
async function attemptBackup(
  ctx: Context,
  backup: BackupRow,
  place: string | null,
  lead: Lead,
  work: (backup: RealmsBackup, attempts: number) => Promise<void>,
): Promise<null> {
  const { runtime } = ctx;
  const { id, realm_id: realmId } = backup;
  if (realmId === null) return null;
  const attempts: Attempts = {
    begin: () => lead.transaction((tx) => beginBackup(tx, backup, place)),
    uncount: () => lead.transaction((tx) => uncountStep(tx, 'backups', id)),
    mayPass: (error) => mayPass.has(problemOf(error)),
    async giveUp(failure) {
      ctx.log.error({ err: failure, realmId, backupId: id }, 'failed to make a backup');
      await lead.transaction(async (tx) => {
        if (counts(backup)) await noteBackedUp(tx, realmId, backup.backed_up_before);
        await setFailed(tx, id, problemOf(failure));
      });
      // Leftovers are removed with its row at the latest.
      await removeAll(ctx, { ...backup, place, attempts: backup.attempts + 1 }).catch((error: unknown) =>
        ctx.log.warn({ err: error, backupId: id }, 'failed to remove what is left of a backup'),
      );
    },
  };
  try {
    await attempt(attempts, lead, (count) => work({ ...backup, realm_id: realmId }, count));
  } finally {
    // Another process works in it now; a realm that is gone has taken it along.
    if (lead.hasTurn()) {
      await runtime
        .worlds(realmId)
        .drop(id)
        .catch(() => undefined);
    }
  }
  return null;
}

function problemOf(error: unknown): BackupProblem {
  if (error instanceof NoSpace) return 'SPACE';
  if (error instanceof StoreError) return error.reason === 'away' ? 'STORE_AWAY' : 'STORE_REFUSED';
  return (error instanceof AppError || error instanceof FilesError) && error.code === 'disk_full' ? 'DISK' : 'FAULT';
}

/** Copies the world at one moment, then packs and keeps it while the realm goes on. */
async function store(
  ctx: Context,
  { id, realm_id: realmId, origin }: RealmsBackup,
  attempt: number,
  lead: Lead,
): Promise<void> {
  const { db, runtime, backupStores } = ctx;
  const realm = await worldOf(db, realmId);
  if (!realm) throw new Error('the realm is gone');
  const limits = backupLimits(ctx.config, realm.ownerTier);
  // The oldest that a schedule made goes when this one is ready, if there is no room for both.
  const kept = (await listBackups(db, realmId)).filter(
    (other) => other.id !== id && other.state === 'READY' && !(origin === 'SCHEDULED' && other.origin === 'SCHEDULED'),
  );
  const space = counts({ origin }) ? spaceLeft(limits, kept) : longestSnapshot;
  const usage = await runtime.files(realmId).usage();
  // The file agent attends to the room for the copy, on its own disk.
  await assertStoreSpace(ctx, backupStores.current, usage.bytes);
  const worlds = worldsIn(runtime, realmId, lead);
  const size = await worlds.copy(id, settingsText(realm));
  const measured = new Measured();
  const onProgress = async (bytes: number): Promise<void> => {
    if (bytes > space) throw new NoSpace();
    // An archive may become longer than the world was said to be, by one that was taken over without end.
    await assertStoreSpace(ctx, backupStores.current, 0);
    // What a world is packed to is known at the end: until then, as if nothing became smaller.
    await tellProgress(ctx, id, Math.min(0.99, bytes / Math.max(1, size.bytes)));
  };
  // The copy may have taken it.
  await assertStoreSpace(ctx, backupStores.current, usage.bytes);
  const archive = await worlds.pack(id);
  try {
    await backupStores.current.put(backupKey(id, attempt), measured.of(archive, onProgress, lead));
  } finally {
    archive.destroy();
  }
  // It may have been taken away already, row and all.
  if (!(await findBackup(db, realmId, id))) return backupStores.current.remove(backupKey(id, attempt));
  if (measured.bytes > space) throw new NoSpace();
  const stored = { attempt, bytes: measured.bytes, sha256: measured.sha256() };
  const isBackup = await lead
    .transaction((tx) => setStored(tx, id, stored))
    .catch((error: unknown) => {
      if (error instanceof TurnLost) return false;
      throw error;
    });
  if (!isBackup) await removeLate(ctx, id, attempt);
}

/** Reads it back, and restores it beside the world: only then is a backup called good. */
async function prove(ctx: Context, backup: RealmsBackup, lead: Lead): Promise<void> {
  const { db, config } = ctx;
  const { id, realm_id: realmId } = backup;
  const unpacking = { realmId, scratch: id, backupId: id, stored: backup };
  const { files } = await unpackBackup(ctx, unpacking, (progress) => tellProgress(ctx, id, progress), lead);
  const { ownerTier } = (await worldOf(db, realmId)) ?? { ownerTier: 'CHICKEN' };
  await lead.transaction(async (tx) => {
    // settings.json is none of the world's.
    await setReady(tx, id, files - 1);
    if (backup.origin !== 'SCHEDULED') return;
    const oldestFirst = (await listBackups(tx, realmId)).filter(({ state }) => state === 'READY').toReversed();
    const gone = tooMany(backupLimits(config, ownerTier), oldestFirst).map((other) => other.id);
    if (gone.length > 0) await setDeleting(tx, gone);
  });
}

function tellProgress({ db }: Context, id: string, progress: number): Promise<void> {
  return setStepProgress(db, 'backups', { id, states: ['RUNNING', 'VERIFYING'], progress });
}
