import { tierLimits } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { loadTier } from '../identity/users/user-tier.ts';
import { chatLink } from './realm-insert.ts';
import { planKernels, planOffers } from './plans/plan-kernels.ts';
import { creationObstacle } from './realm-policy.ts';
import { countOwnedRealms } from './realm-queries.ts';

export async function realmPossibility(ctx: Context, { actor }: CallOf<'realmPossibility'>) {
  const tier = await loadTier(ctx.db, actor.userId);
  const realms = await countOwnedRealms(ctx.db, actor.userId);
  const { plans } = await planKernels(ctx.db);
  const offers = await planOffers(ctx, plans, tier);
  const kernels = offers.flatMap(({ kernel, ...more }) => (kernel === 'own' ? [] : [{ kernel, ...more }]));
  const obstacle = creationObstacle({ ...(await chatLink(ctx, ctx.db, actor.userId)), tier, realms });
  const reason = obstacle ?? (kernels.length === 0 ? ('kernel_tier' as const) : null);
  return { possible: reason === null, reason, realms, limit: tierLimits[tier].realms, kernels };
}
