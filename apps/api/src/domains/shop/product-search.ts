import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listProducts } from './product-queries.ts';
import { productLanguage, productView } from './product-views.ts';

/** Products whose name in the language holds the words, of all categories. */
export async function productSearch(ctx: Context, { query }: CallOf<'productSearch'>) {
  const { page, size, q, currency } = query;
  const shown = { currency, language: productLanguage[query.language] };
  const { rows, total } = await listProducts(ctx.db, shown, query, { named: q });
  return { items: rows.map(productView), page, size, total };
}
