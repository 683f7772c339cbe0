import type { ProductRecord } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { audit } from '../audit/audit.ts';
import { englishName } from './product-create.ts';
import { findRecord, replaceProduct } from './product-queries.ts';
import { productRecord } from './product-views.ts';

/** Puts the whole of a product in the place of what it was. Orders keep what was agreed. @throws AppError product_unknown */
export async function productUpdate(ctx: Context, call: CallOf<'productUpdate'>): Promise<ProductRecord> {
  const { actor, body, params } = call;
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await replaceProduct(tx, params.id, body))) throw new AppError('product_unknown');
    const subject = { id: params.id, name: englishName(body) };
    await audit(tx, { actor, action: 'productUpdate', subject });
    const row = await findRecord(tx, params.id);
    if (!row) throw new Error('The product is gone within its own transaction');
    return productRecord(row);
  });
}
