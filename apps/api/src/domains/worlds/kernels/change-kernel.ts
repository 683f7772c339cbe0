import { type KernelChangeState, type KernelKind, type KernelProblem, type Tier } from '@realmkeep/contract';
import { javaFor } from '@realmkeep/runtime/java';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/pool.ts';
import { lockTier } from '../../identity/users/user-tier.ts';
import { ProviderError } from '../../../integrations/kernels/kernel-provider.ts';
import { planHold, planOf } from '../../realms/plans/plan-kernels.ts';
import { startMs } from '../../realms/reconciler/realm-spec.ts';
import { setDeleting } from '../backups/backup-queries.ts';
import { noteWorldOf, snapshotCreate, snapshotState, snapshotUnpack } from '../backups/snapshots.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { freezeWorld, lockWorld, unfreezeSwapped, unfreezeWorld, worldOf } from '../../realms/realm-world.ts';
import {
  attempt,
  type Attempts,
  attemptsAt,
  exchangeWhenStopped,
  setStepProgress,
  soon,
  type Steps,
  unlessSo,
  watchStart,
  worldsIn,
} from '../durable-steps.ts';
import type { Lead } from '../job-worker.ts';
import { isJava, jarOfHash, jarOfVersion } from './kernel-jar-fetch.ts';
import { waysBack } from './kernel-policy.ts';
import {
  type ChangeRow,
  type ChangeUnderWay,
  type JarRow,
  listChanges,
  removeChanges,
  setChange,
  setSwitchedNow,
} from './kernel-queries.ts';

/** What a start may take beyond the time after which the reconciler gives it up. */
const slackMs = 30_000;

/**
 * The former world is in the snapshot. If the new kernel does not become ready, world and kernel are restored from it: undoing a change
 * repeats the steps from STOPPING on.
 */
export const kernelSteps: Steps<KernelChangeState, ChangeUnderWay> = {
  DOWNLOADING: download,
  STOPPING: stop,
  SAVING: save,
  UNPACKING: unpack,
  SWITCHING: exchange,
  STARTING: watch,
};

/** While the realm goes on. */
async function download(ctx: Context, change: ChangeRow, lead: Lead): Promise<null> {
  const { id, realm_id: realmId } = change;
  const attempts: Attempts = {
    ...attemptsAt(lead, 'kernel_changes', id),
    mayPass: (error) => !(error instanceof ProviderError),
    async giveUp(error) {
      ctx.log.error({ err: error, realmId, changeId: id }, 'failed to fetch a kernel');
      await fail(ctx, change, lead, change.to_kernel === 'own' ? 'JAR' : 'DOWNLOAD');
    },
  };
  await attempt(attempts, lead, async () => {
    const jar = await jarOf(ctx, change, lead.signal);
    const declared = change.to_kernel === 'own' ? undefined : jar?.java;
    if (jar && !javaFor(await ctx.javaRuntimes(), change.to_version, declared)) return fail(ctx, change, lead, 'JAVA');
    if (!(await isPlanned(ctx, change))) return fail(ctx, change, lead, 'TIER');
    await lead.transaction(async (tx) => {
      await freezeWorld(tx, realmId);
      await setChange(tx, id, { state: 'STOPPING', to_jar: jar?.sha256 ?? null });
    });
    return null;
  });
  return null;
}

async function jarOf(ctx: Context, change: ChangeRow, signal: AbortSignal): Promise<JarRow | null> {
  const kernel = change.to_kernel as KernelKind;
  const tell = tellProgress(ctx, change);
  const { realm_id: realmId, to_jar: sha256 } = change;
  if (!isJava(kernel)) return null;
  if (sha256 !== null) return jarOfHash(ctx, { realmId, sha256 }, tell, signal);
  if (kernel === 'own') throw new ProviderError('a change to an own jar names none');
  return jarOfVersion(ctx, { kernel, version: change.to_version }, tell, signal);
}

/** The reconciler is stopping the realm. */
async function stop(
  { runtime }: Context,
  { id, realm_id: realmId, undoing }: ChangeRow,
  lead: Lead,
): Promise<number | null> {
  const observed = await runtime.inspect(realmId);
  if (observed && observed.phase !== 'EXITED') return soon();
  await lead.transaction(async (tx) => {
    if (undoing) return setChange(tx, id, { state: 'UNPACKING' });
    await lockWorld(tx, realmId);
    return setChange(tx, id, { state: 'SAVING', snapshot_id: await snapshotCreate(tx, realmId, 'KERNEL_CHANGE') });
  });
  return null;
}

/** The snapshot is made, and verified, by the work on backups. */
async function save(ctx: Context, change: ChangeRow, lead: Lead): Promise<number | null> {
  const state = await snapshotState(ctx.db, change.realm_id, change.snapshot_id);
  if (state === 'RUNNING' || state === 'VERIFYING') return soon();
  if (state !== 'READY') return fail(ctx, change, lead, 'SNAPSHOT');
  await lead.transaction((tx) =>
    setChange(tx, change.id, { state: change.world_id === null ? 'SWITCHING' : 'UNPACKING' }),
  );
  return null;
}

/** The new world: of the backup to return to or, if that is undone too, of the snapshot. */
async function unpack(ctx: Context, change: ChangeRow, lead: Lead): Promise<null> {
  const { id, realm_id: realmId, undoing, snapshot_id, world_id } = change;
  const attempts: Attempts = {
    ...attemptsAt(lead, 'kernel_changes', id),
    // There is no other way back than the snapshot, which was tried out: it is waited for.
    giveUp: undoing
      ? null
      : async (error) => {
          ctx.log.error({ err: error, realmId, changeId: id }, 'failed to unpack the world of an earlier kernel');
          await fail(ctx, change, lead, 'SNAPSHOT');
        },
  };
  await attempt(attempts, lead, async () => {
    await worldsIn(ctx.runtime, realmId, lead).drop(id);
    const from = { realmId, id: undoing ? snapshot_id : world_id, scratch: id };
    await snapshotUnpack(ctx, from, tellProgress(ctx, change), lead);
    await lead.transaction((tx) => setChange(tx, id, { state: 'SWITCHING' }));
  });
  return null;
}

function tellProgress({ db }: Context, { id }: ChangeRow) {
  const states = ['DOWNLOADING', 'UNPACKING'];
  return (progress: number) => setStepProgress(db, 'kernel_changes', { id, states, progress });
}

/** World and kernel become the others; from then on the realm may run. */
async function exchange({ db, runtime }: Context, change: ChangeRow, lead: Lead): Promise<number | null> {
  const { id, realm_id: realmId, undoing, world_id } = change;
  if (undoing || world_id !== null) {
    const again = await exchangeWhenStopped(worldsIn(runtime, realmId, lead), id);
    if (again === undefined) {
      await lead.transaction((tx) => setChange(tx, id, { state: 'UNPACKING' }));
      return null;
    }
    if (again !== null) return again;
  }
  const kernel = undoing
    ? { kernel: change.from_kernel, version: change.from_version, jar: change.from_jar }
    : { kernel: change.to_kernel, version: change.to_version, jar: change.to_jar };
  const owner = (await worldOf(db, realmId))?.owner_id;
  if (owner === undefined) return soon();
  await lead.transaction(async (tx) => {
    // Locked before the realm, in the same order as changes of tiers.
    const ownerTier = await lockTier(tx, owner);
    const plan = await planHold(tx, ownerTier);
    const realm = await lockWorld(tx, realmId);
    const mayRun = !realm.overlimit && plan.has(kernel.kernel as KernelKind);
    await unfreezeSwapped(tx, realm, { kernel, power: mayRun ? powerAfter(change, realm) : 'OFF' });
    await setChange(tx, id, { state: 'STARTING', switched_lease: realm.lease });
  });
  return null;
}

/** A changed realm starts, unless its managers have turned it on or off since the order. */
function powerAfter({ undoing, created_at: ordered }: ChangeRow, { wanted_at: wanted }: RealmRow): 'ON' | undefined {
  return undoing || wanted > ordered ? undefined : 'ON';
}

/** Waits until the realm runs on the other kernel. One that was undone ran on its former kernel before. */
async function watch(ctx: Context, change: ChangeUnderWay, lead: Lead): Promise<number | null> {
  const { id, realm_id: realmId, undoing, switchedForMs: forMs, switched_lease: lastToken } = change;
  const realm = await worldOf(ctx.db, realmId);
  if (!realm || forMs === null || lastToken === null) return soon();
  if (undoing) return end(ctx, change, lead, { state: 'FAILED' });
  const hasPlan = await isPlanned(ctx, change);
  const withinMs = startMs(realm) + slackMs;
  const restart = () => lead.transaction((tx) => setSwitchedNow(tx, id));
  const start = { forMs, lastToken, withinMs, restart };
  const stands = hasPlan ? await watchStart(ctx, realm, start, lead) : 'FAILED';
  if (typeof stands === 'number') return stands;
  if (stands === 'STANDS') return end(ctx, change, lead, { state: 'DONE' });
  await lead.transaction(async (tx) => {
    await freezeWorld(tx, realmId);
    await setChange(tx, id, { state: 'STOPPING', undoing: true, problem: hasPlan ? 'START' : 'TIER' });
  });
  return null;
}

/** Before anything was switched: the realm goes on as it was. */
async function fail(ctx: Context, change: ChangeRow, lead: Lead, problem: KernelProblem): Promise<null> {
  return end(ctx, change, lead, { state: 'FAILED', problem });
}

async function end(
  { runtime }: Context,
  { id, realm_id: realmId, switched_at, world_id }: ChangeRow,
  lead: Lead,
  how: { state: 'DONE' | 'FAILED'; problem?: KernelProblem },
): Promise<null> {
  // What is in the scratch folder is no longer needed; a realm whose own folder is lost has none.
  await unlessSo('absent', worldsIn(runtime, realmId, lead).drop(id));
  await lead.transaction(async (tx) => {
    await lockWorld(tx, realmId);
    await setChange(tx, id, how);
    if (how.state === 'DONE') await noteWorldOf(tx, realmId, world_id);
    if (switched_at === null) await unfreezeWorld(tx, realmId);
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
  await setDeleting(
    tx,
    gone.flatMap(({ snapshot_id }) => snapshot_id ?? []),
  );
  await removeChanges(
    tx,
    gone.flatMap(({ id, state }) => (state === 'DONE' ? id : [])),
  );
}

/** Whether the owner's plan includes the realm's new kernel. */
async function isPlanned(
  { db }: Context,
  { realm_id: realmId, to_kernel: kernel }: Pick<ChangeRow, 'realm_id' | 'to_kernel'>,
): Promise<boolean> {
  const realm = await worldOf(db, realmId);
  return realm !== null && (await planOf(db, realm.ownerTier as Tier)).has(kernel as KernelKind);
}
