import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { audit } from '../audit/audit.ts';
import { englishName } from './product-create.ts';
import { archiveProduct, findRecord } from './product-queries.ts';

/** Takes a product out of the shop, for good. @throws AppError product_unknown */
export async function productArchive(ctx: Context, { actor, params }: CallOf<'productArchive'>): Promise<null> {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await findRecord(tx, params.id);
    if (!row || !(await archiveProduct(tx, params.id))) throw new AppError('product_unknown');
    const subject = { id: params.id, name: englishName(row) };
    await audit(tx, { actor, action: 'productArchive', subject });
  });
  return null;
}
