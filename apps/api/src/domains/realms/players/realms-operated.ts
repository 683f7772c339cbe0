import type { KernelKind } from '@realmkeep/contract';
import type { Context } from '../../../context.ts';
import type { CallOf } from '../../../http/register-routes.ts';
import { domainOf } from '../realm-views.ts';
import { listOperated } from './access-queries.ts';

export async function realmsOperated(ctx: Context, { actor, query }: CallOf<'realmsOperated'>) {
  const list = await listOperated(ctx.db, actor.userId, query);
  return {
    ...list,
    items: list.items.map(({ id, name, ownerUsername, kernel, ...row }) => ({
      id,
      name,
      ownerUsername,
      domain: domainOf(ctx, row).domain,
      kernel: kernel as KernelKind,
      running: ctx.directory.observed(id)?.phase === 'READY',
    })),
  };
}
