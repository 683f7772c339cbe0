import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listProducts } from './product-queries.ts';
import { productLanguage, productView } from './product-views.ts';

export async function productList(ctx: Context, { query }: CallOf<'productList'>) {
  const { page, size, category, currency } = query;
  const shown = { currency, language: productLanguage[query.language] };
  const { rows, total } = await listProducts(ctx.db, shown, query, { category });
  return { items: rows.map(productView), page, size, total };
}
