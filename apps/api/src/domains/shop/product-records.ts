import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listRecords } from './product-queries.ts';
import { productRecord } from './product-views.ts';

/** Every product with all its prices and texts, the archived ones too: for operators. */
export async function productRecords(ctx: Context, { query }: CallOf<'productRecords'>) {
  const { rows, total } = await listRecords(ctx.db, query);
  return { items: rows.map(productRecord), page: query.page, size: query.size, total };
}
