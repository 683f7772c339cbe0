import {
  type KernelChangeState,
  type KernelKind,
  type KernelProblem,
  type Tier,
  tierLimits,
} from '@realmkeep/contract';
import { FilesError } from '@realmkeep/runtime';
import { javaFor } from '@realmkeep/runtime/java';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import { ProviderError } from '../../../integrations/kernels/kernel-provider.ts';
import { snapshotCreate, snapshotsRemove, snapshotState, snapshotUnpack } from '../backups/snapshots.ts';
import {
  holdWorld,
  letWorldGo,
  lockWorld,
  setKernel,
  startDeadlineOf,
  worldOf,
  worldStands,
} from '../../realms/realm-world.ts';
import type { Lead } from '../row-worker.ts';
import { isJava, jarOfHash, jarOfVersion } from './kernel-jar-fetch.ts';
import { waysBack } from './kernel-policy.ts';
import {
  beginChangeState,
  type ChangeRow,
  findChange,
  type JarRow,
  listChanges,
  removeChanges,
  setChange,
  setChangeProgress,
  setSwitchedNow,
} from './kernel-queries.ts';

/** What cannot be fetched or unpacked in so many attempts is given up. */
const maxAttempts = 3;
/** What a start may take beyond the time after which the reconciler gives it up. */
const waitsMs = 10_000;
const slackMs = 30_000;

/**
 * Takes a change one state further: what is done in a state may be done again after a crash. The world of before is in the snapshot, and
 * where the other kernel does not get ready both come back from there.
 * @returns when to look at it again though nothing happens; null: when it has ended, or is a state further
 * @throws what may be tried again
 */
export async function kernelStep(ctx: Context, id: string, lead: Lead): Promise<number | null> {
  const change = await findChange(ctx.db, id);
  if (!change) return null;
  switch (change.state as KernelChangeState) {
    case 'DOWNLOADING':
      return download(ctx, change, lead.signal);
    case 'STOPPING':
      return stop(ctx, change);
    case 'SAVING':
      return save(ctx, change);
    case 'UNPACKING':
      return unpack(ctx, change, lead.signal);
    case 'SWITCHING':
      return exchange(ctx, change);
    case 'STARTING':
      return watch(ctx, change, lead.since);
    default:
      return null;
  }
}

/** While the realm goes on. */
async function download(ctx: Context, change: ChangeRow, signal: AbortSignal): Promise<null> {
  const { db } = ctx;
  const { id, realm_id: realmId } = change;
  const attempts = await beginChangeState(db, id);
  try {
    const jar = await jarOf(ctx, change, signal);
    if (jar && !javaFor(await ctx.javaRuntimes(), jar.version, jar.java)) return await fail(ctx, change, 'JAVA');
    if (jar && !(await hasTier(ctx, realmId))) return await fail(ctx, change, 'TIER');
    await db.transaction().execute(async (tx) => {
      await holdWorld(tx, realmId);
      await setChange(tx, id, { state: 'STOPPING', to_jar: jar?.sha256 ?? null });
    });
  } catch (fault) {
    signal.throwIfAborted();
    if (attempts < maxAttempts && !(fault instanceof ProviderError)) throw fault;
    ctx.log.error({ err: fault, realmId, changeId: id }, 'a kernel could not be fetched');
    await fail(ctx, change, 'DOWNLOAD');
  }
  return null;
}

async function jarOf(ctx: Context, change: ChangeRow, signal: AbortSignal): Promise<JarRow | null> {
  const kernel = change.to_kernel as KernelKind;
  const tell = (progress: number) => setChangeProgress(ctx.db, change.id, progress);
  if (!isJava(kernel)) return null;
  return change.to_jar === null
    ? jarOfVersion(ctx, kernel, change.to_version, tell, signal)
    : jarOfHash(ctx, change.to_jar, tell, signal);
}

/** The realm is being stopped by whoever moves realms to their wishes. */
async function stop({ db, runtime }: Context, { id, realm_id: realmId, undoing }: ChangeRow): Promise<number | null> {
  const facts = await runtime.inspect(realmId);
  if (facts && facts.phase !== 'EXITED') return soon();
  await db.transaction().execute(async (tx) => {
    if (undoing) return setChange(tx, id, { state: 'UNPACKING' });
    await lockWorld(tx, realmId);
    return setChange(tx, id, { state: 'SAVING', snapshot_id: await snapshotCreate(tx, realmId) });
  });
  return null;
}

/** Whoever makes backups makes the snapshot, and tries it out. */
async function save(ctx: Context, change: ChangeRow): Promise<number | null> {
  const state = await snapshotState(ctx.db, change.realm_id, change.snapshot_id);
  if (state === 'RUNNING' || state === 'VERIFYING') return soon();
  if (state !== 'READY') return fail(ctx, change, 'SNAPSHOT');
  await ctx.db
    .transaction()
    .execute((tx) => setChange(tx, change.id, { state: change.world_id === null ? 'SWITCHING' : 'UNPACKING' }));
  return null;
}

/** The world that is to come: of the way back, or, where that is undone too, of the snapshot. */
async function unpack(ctx: Context, change: ChangeRow, signal: AbortSignal): Promise<null> {
  const { id, realm_id: realmId, undoing, snapshot_id, world_id } = change;
  const attempts = await beginChangeState(ctx.db, id);
  try {
    await ctx.runtime.worlds(realmId).drop(id);
    const tell = (progress: number) => setChangeProgress(ctx.db, id, progress);
    await snapshotUnpack(ctx, { realmId, id: undoing ? snapshot_id : world_id, scratch: id }, tell, signal);
    await ctx.db.transaction().execute((tx) => setChange(tx, id, { state: 'SWITCHING' }));
  } catch (fault) {
    signal.throwIfAborted();
    // There is no other way back than the snapshot, which was tried out: it is waited for.
    if (undoing || attempts < maxAttempts) throw fault;
    ctx.log.error({ err: fault, realmId, changeId: id }, 'the world of an earlier kernel could not be unpacked');
    await fail(ctx, change, 'SNAPSHOT');
  }
  return null;
}

/** World and kernel become the others; from then on the realm may run. */
async function exchange({ db, runtime }: Context, change: ChangeRow): Promise<number | null> {
  const { id, realm_id: realmId, undoing, world_id } = change;
  if (undoing || world_id !== null) {
    try {
      await runtime.worlds(realmId).exchange(id);
    } catch (fault) {
      if (fault instanceof FilesError && fault.code === 'realm_running') return soon();
      throw fault;
    }
  }
  await db.transaction().execute(async (tx) => {
    const { lease } = await lockWorld(tx, realmId);
    const to = undoing
      ? { kernel: change.from_kernel, version: change.from_version, jar: change.from_jar }
      : { kernel: change.to_kernel, version: change.to_version, jar: change.to_jar };
    // Where the tier has become too small, one that was in Java before stays off.
    const power = undoing ? (change.problem === 'TIER' && change.from_kernel !== 'sandbox' ? 'OFF' : undefined) : 'ON';
    await setKernel(tx, realmId, to, power);
    await letWorldGo(tx, realmId);
    await setChange(tx, id, { state: 'STARTING', switched_at: new Date(), switched_lease: lease });
  });
  return null;
}

/** Whether the realm runs on the other kernel. One that has gone back ran on its own before. */
async function watch(ctx: Context, change: ChangeRow, ledSince: number): Promise<number | null> {
  const { id, realm_id: realmId, undoing, switched_at: since, switched_lease: lease } = change;
  const realm = await worldOf(ctx.db, realmId);
  if (!realm || since === null || lease === null) return null;
  if (undoing) return end(ctx, change, { state: 'FAILED' });
  const hasPlan = change.to_kernel === 'sandbox' || tierLimits[realm.ownerTier as Tier].javaKernels;
  const stands = hasPlan ? worldStands(ctx, realm, lease) : false;
  if (stands === true) return end(ctx, change, { state: 'DONE' });
  if (stands === null && ctx.memory.place(realmId) !== null) {
    // It waits for memory: its time begins when it may start.
    await setSwitchedNow(ctx.db, id);
    return Date.now() + waitsMs;
  }
  // While nobody leads, nobody starts it.
  const deadline = Math.max(since.getTime(), ledSince) + startDeadlineOf(realm) + slackMs;
  if (stands === null && deadline > Date.now()) return deadline;
  await ctx.db.transaction().execute(async (tx) => {
    await holdWorld(tx, realmId);
    await setChange(tx, id, { state: 'STOPPING', undoing: true, problem: hasPlan ? 'START' : 'TIER' });
  });
  return null;
}

/** Before anything was switched: the realm goes on as it was. */
async function fail(ctx: Context, change: ChangeRow, problem: KernelProblem): Promise<null> {
  return end(ctx, change, { state: 'FAILED', problem });
}

async function end(
  { db, runtime }: Context,
  { id, realm_id: realmId, switched_at }: ChangeRow,
  how: { state: 'DONE' | 'FAILED'; problem?: KernelProblem },
): Promise<null> {
  // What is in the scratch folder is nobody's any more.
  await runtime.worlds(realmId).drop(id);
  await db.transaction().execute(async (tx) => {
    await lockWorld(tx, realmId);
    await setChange(tx, id, how);
    if (switched_at === null) await letWorldGo(tx, realmId);
    await prune(tx, realmId);
  });
  return null;
}

/** Changes that are no way back any more go, and the snapshots that none of the others needs. */
async function prune(tx: Tx, realmId: string): Promise<void> {
  const { kernel } = await lockWorld(tx, realmId);
  const changes = await listChanges(tx, realmId);
  const ways = waysBack(changes, kernel);
  const gone = changes.filter((change) => !ways.includes(change));
  await snapshotsRemove(
    tx,
    gone.flatMap(({ snapshot_id }) => snapshot_id ?? []),
  );
  await removeChanges(
    tx,
    gone.flatMap(({ id, state }) => (state === 'DONE' ? id : [])),
  );
}

async function hasTier({ db }: Context, realmId: string): Promise<boolean> {
  const realm = await worldOf(db, realmId);
  return realm !== null && tierLimits[realm.ownerTier as Tier].javaKernels;
}

/** The realm's end is told, and so is that of a backup; this is for when it is missed. */
function soon(): number {
  return Date.now() + 1000;
}
