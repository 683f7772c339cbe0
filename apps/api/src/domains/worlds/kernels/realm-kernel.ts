import {
  type RealmKernel,
  eulaUrl,
  isChangingKernel,
  type KernelChange,
  type KernelChangeState,
  type KernelKind,
  type KernelProblem,
  type Tier,
  tierLimits,
} from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { allowsPrograms, hasInternet } from '../../../limits/programs.ts';
import { waysBack } from './kernel-policy.ts';
import { type ChangeRow, findAcceptance, listChanges } from './kernel-queries.ts';

/** @throws AppError realm_unknown */
export async function realmKernel(ctx: Context, { actor, params }: CallOf<'realmKernel'>): Promise<RealmKernel> {
  return kernelView(ctx, await visibleRealm(ctx, actor.userId, params.id));
}

export async function kernelView(ctx: Context, realm: RealmRow): Promise<RealmKernel> {
  const [changes, accepted, runtimes] = await Promise.all([
    listChanges(ctx.db, realm.id),
    findAcceptance(ctx.db, realm.owner_id, eulaUrl),
    ctx.javaRuntimes(),
  ]);
  const [latest] = changes;
  return {
    kernel: realm.kernel as KernelKind,
    version: realm.kernel_version,
    change: latest && latest.state !== 'DONE' ? changeView(latest) : null,
    waysBack: waysBack(changes, realm.kernel).map((change) => ({
      changeId: change.id,
      to: { kernel: change.from_kernel as KernelKind, version: change.from_version },
      worldOf: (change.switched_at ?? change.created_at).toISOString(),
    })),
    javaKernels: tierLimits[realm.ownerTier as Tier].javaKernels,
    hasWorld: realm.lease > 0,
    java: [...new Set(runtimes.map(({ major }) => major))],
    programs: allowsPrograms(ctx),
    internet: hasInternet(ctx),
    eula: { url: eulaUrl, accepted: accepted?.toISOString() ?? null },
  };
}

function changeView(row: ChangeRow): KernelChange {
  const state = row.state as KernelChangeState;
  return {
    id: row.id,
    state,
    progress: row.progress,
    undoing: row.undoing && isChangingKernel(state),
    problem: row.problem as KernelProblem | null,
    from: { kernel: row.from_kernel as KernelKind, version: row.from_version },
    to: { kernel: row.to_kernel as KernelKind, version: row.to_version },
    isReturn: row.is_return,
    asked: row.created_at.toISOString(),
  };
}
