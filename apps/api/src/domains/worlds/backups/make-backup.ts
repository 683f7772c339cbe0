import { Readable } from 'node:stream';
import type { BackupProblem } from '@realmkeep/contract';
import { FilesError } from '@realmkeep/runtime';
import type { Context } from '../../../context.ts';
import { assertRoom } from '../../../limits/disk-space.ts';
import { AppError } from '../../../http/app-error.ts';
import { noteBackedUp, worldOf } from '../../realms/realm-world.ts';
import { settingsText } from '../../realms/realm-views.ts';
import { StoreFault } from '../../../integrations/backup-store/backup-store.ts';
import { backupLimits } from './backup-limits.ts';
import { counts, spaceLeft, tooMany } from './backup-policy.ts';
import {
  type BackupRow,
  beginBackup,
  listBackups,
  setBackupProgress,
  setDeleting,
  setFailed,
  setReady,
  setStored,
  uncountBackup,
} from './backup-queries.ts';
import { Measured } from './measured.ts';

/** A backup that cannot be made in so many attempts is given up. One that a killed process began counts. */
const maxAttempts = 3;
const mayPass = new Set<BackupProblem>(['STORE_AWAY', 'FAULT']);

/** What is packed is larger than what the owner has left. */
class NoSpace extends Error {
  override readonly name = 'NoSpace';
}

/**
 * Takes a backup from where it is to READY, or to FAILED when it cannot be; whatever an earlier attempt has left is written over.
 * @throws what may be tried again
 */
export async function makeBackup(ctx: Context, backup: BackupRow, signal: AbortSignal): Promise<void> {
  const { db, runtime, backupStores } = ctx;
  const { id, realm_id: realmId } = backup;
  // What is stored now is stored where the settings say now.
  const place = backup.state === 'RUNNING' ? backupStores.place : backup.place;
  const attempts = await beginBackup(db, id, place);
  if (realmId === null || attempts === null) return;
  try {
    // Of a process that was killed there may be half of it.
    if (attempts > 1 && backup.state === 'RUNNING') await backupStores.at(backup.place).remove(id);
    if (backup.state === 'RUNNING') await store(ctx, { ...backup, realm_id: realmId }, signal);
    await prove(ctx, realmId, id, signal);
  } catch (fault) {
    signal.throwIfAborted();
    // Nothing was attempted: too many other realms' files are in use.
    if (fault instanceof FilesError && fault.code === 'busy') {
      await uncountBackup(db, id);
      throw fault;
    }
    const problem = problemOf(fault);
    if (mayPass.has(problem) && attempts < maxAttempts) throw fault;
    ctx.log.error({ err: fault, realmId, backupId: id }, 'a backup was given up');
    await db.transaction().execute(async (tx) => {
      if (counts(backup)) await noteBackedUp(tx, realmId, backup.backed_up_before);
      await setFailed(tx, id, problem);
    });
    // What is left of it goes with its row at the latest.
    await backupStores
      .at(place)
      .remove(id)
      .catch((err: unknown) => ctx.log.warn({ err, backupId: id }, 'failed to remove what is left of a backup'));
  } finally {
    // A realm that is gone has taken it along.
    await runtime
      .worlds(realmId)
      .drop(id)
      .catch(() => undefined);
  }
}

function problemOf(fault: unknown): BackupProblem {
  if (fault instanceof NoSpace) return 'SPACE';
  if (fault instanceof StoreFault) return fault.reason === 'away' ? 'STORE_AWAY' : 'STORE_REFUSED';
  return fault instanceof AppError && fault.code === 'disk_full' ? 'DISK' : 'FAULT';
}

/** Copies the world at one moment, then packs and keeps it while the realm goes on. */
async function store(
  ctx: Context,
  { id, realm_id: realmId, origin }: BackupRow & { realm_id: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, runtime, backupStores } = ctx;
  const realm = await worldOf(db, realmId);
  if (!realm) throw new Error('the realm is gone');
  const limits = backupLimits(ctx.config, realm.ownerTier);
  // The oldest that a schedule made goes when this one is ready, if there is no room for both.
  const kept = (await listBackups(db, realmId)).filter(
    (other) => other.id !== id && other.state === 'READY' && !(origin === 'SCHEDULED' && other.origin === 'SCHEDULED'),
  );
  const space = counts({ origin }) ? spaceLeft(limits, kept) : Infinity;
  // The copy, and what it is packed to.
  await assertRoom(ctx, 2 * (await runtime.files(realmId).usage()).bytes);
  const worlds = runtime.worlds(realmId);
  const size = await worlds.copy(id, settingsText(realm));
  const measured = new Measured();
  const onProgress = async (bytes: number): Promise<void> => {
    if (bytes > space) throw new NoSpace();
    // What a world is packed to is known at the end: until then, as if nothing became smaller.
    await setBackupProgress(db, id, Math.min(0.99, bytes / Math.max(1, size.bytes)));
  };
  const archive = await worlds.pack(id);
  await backupStores.current.put(id, measured.of(archive as AsyncIterable<Buffer>, onProgress, signal));
  if (measured.bytes > space) throw new NoSpace();
  await setStored(db, id, { bytes: measured.bytes, sha256: measured.sha256() });
}

/** Reads it back, and restores it beside the world: only one that this was done with is called good. */
async function prove({ db, runtime, config, backupStores }: Context, realmId: string, id: string, signal: AbortSignal) {
  const backup = (await listBackups(db, realmId)).find((other) => other.id === id);
  if (backup?.state !== 'VERIFYING') return;
  const measured = new Measured();
  const total = Math.max(1, backup.bytes ?? 0);
  const pieces = measured.of(
    await backupStores.at(backup.place).get(id),
    (bytes) => setBackupProgress(db, id, Math.min(1, bytes / total)),
    signal,
  );
  const { files } = await runtime.worlds(realmId).unpack(id, Readable.from(pieces, { objectMode: false }));
  if (measured.sha256() !== backup.sha256) throw new Error('what is stored is not what was packed');
  const { ownerTier } = (await worldOf(db, realmId)) ?? { ownerTier: 'CHICKEN' };
  await db.transaction().execute(async (tx) => {
    // settings.json is none of the world's.
    await setReady(tx, id, files - 1);
    if (backup.origin !== 'SCHEDULED') return;
    const oldestFirst = (await listBackups(tx, realmId)).filter(({ state }) => state === 'READY').toReversed();
    const gone = tooMany(backupLimits(config, ownerTier), oldestFirst).map((other) => other.id);
    if (gone.length > 0) await setDeleting(tx, gone);
  });
}
