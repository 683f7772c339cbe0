import {
  type RealmKernel,
  eulaUrl,
  isChangingKernel,
  type KernelChange,
  type KernelChangeState,
  type KernelKind,
  type KernelProblem,
  kernelKinds,
  type Tier,
} from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { Handler } from '../../../http/register-routes.ts';
import { visibleRealm } from '../../realms/realm-access.ts';
import type { RealmRow } from '../../realms/realm-queries.ts';
import { javaMajors } from '../../../integrations/kernels/known-java.ts';
import { allowsPrograms, hasInternet } from '../../../limits/programs.ts';
import { planKernels } from '../../realms/plans/plan-kernels.ts';
import { isJava } from './kernel-jar-fetch.ts';
import { waysBack } from './kernel-policy.ts';
import { buildOfOwn } from './own-jars.ts';
import { buildsOf, type ChangeRow, findAcceptance, listChanges } from './kernel-queries.ts';

/** @throws AppError realm_unknown */
export const realmKernel: Handler<'realmKernel'> = async (ctx, { actor, params }) =>
  kernelView(ctx, await visibleRealm(ctx, actor.userId, params.id));

export async function kernelView(ctx: Context, realm: RealmRow): Promise<RealmKernel> {
  const [{ plans }, changes, accepted, java] = await Promise.all([
    planKernels(ctx.db),
    listChanges(ctx.db, realm.id),
    findAcceptance(ctx.db, realm.owner_id, eulaUrl),
    javaMajors(ctx.javaRuntimes),
  ]);
  const [latest] = changes;
  const jars = [realm.kernel_jar, ...changes.flatMap(({ from_jar, to_jar }) => [from_jar, to_jar])];
  const named = await buildsOf(ctx.db, jars);
  const builds = (kernel: string, jar: string | null) => (kernel === 'own' ? jar && buildOfOwn(jar) : named(jar));
  const inPlan = (tier: Tier, kernel: KernelKind) =>
    plans.some((plan) => plan.tier === tier && plan.kernels.some((one) => one.allowed && one.kernel === kernel));
  return {
    kernel: realm.kernel as KernelKind,
    version: realm.kernel_version,
    build: builds(realm.kernel, realm.kernel_jar),
    jar: realm.kernel === 'own' ? realm.kernel_jar : null,
    change: latest && latest.state !== 'DONE' ? changeView(latest, builds) : null,
    waysBack: waysBack(changes, realm.kernel).map((change) => ({
      changeId: change.id,
      to: {
        kernel: change.from_kernel as KernelKind,
        version: change.from_version,
        build: builds(change.from_kernel, change.from_jar),
      },
      worldOf: (change.switched_at ?? change.created_at).toISOString(),
    })),
    kernels: kernelKinds.filter((kernel) => inPlan(realm.ownerTier as Tier, kernel)),
    javaFrom:
      plans.find(({ tier }) => kernelKinds.some((kernel) => isJava(kernel) && inPlan(tier, kernel)))?.tier ?? null,
    hasWorld: realm.lease > 0,
    java,
    programs: allowsPrograms(ctx),
    internet: hasInternet(ctx),
    eula: { url: eulaUrl, accepted: accepted?.toISOString() ?? null },
  };
}

function changeView(row: ChangeRow, builds: (kernel: string, jar: string | null) => string | null): KernelChange {
  const state = row.state as KernelChangeState;
  return {
    id: row.id,
    state,
    progress: row.progress,
    undoing: row.undoing && isChangingKernel(state),
    problem: row.problem as KernelProblem | null,
    from: {
      kernel: row.from_kernel as KernelKind,
      version: row.from_version,
      build: builds(row.from_kernel, row.from_jar),
    },
    to: { kernel: row.to_kernel as KernelKind, version: row.to_version, build: builds(row.to_kernel, row.to_jar) },
    isReturn: row.is_return,
    asked: row.created_at.toISOString(),
  };
}
