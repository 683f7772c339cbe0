import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listProducts, findProduct } from './product-queries.ts';
import { productLanguage, productView } from './product-views.ts';
import type { Product } from '@realmkeep/contract';
import { AppError } from '../../http/app-error.ts';

export async function productList(ctx: Context, { query }: CallOf<'productList'>) {
  const { page, size, category, currency } = query;
  const shown = { currency, language: productLanguage[query.language] };
  const { rows, total } = await listProducts(ctx.db, shown, query, { category });
  return { items: rows.map(productView), page, size, total };
}

/** Products whose name in the language holds the words, of all categories. */
export async function productSearch(ctx: Context, { query }: CallOf<'productSearch'>) {
  const { page, size, q, currency } = query;
  const shown = { currency, language: productLanguage[query.language] };
  const { rows, total } = await listProducts(ctx.db, shown, query, { named: q });
  return { items: rows.map(productView), page, size, total };
}

/** @throws AppError product_unknown */
export async function productGet(ctx: Context, { params, query }: CallOf<'productGet'>): Promise<Product> {
  const { currency, language } = query;
  const row = await findProduct(ctx.db, params.id, { currency, language: productLanguage[language] });
  if (!row) throw new AppError('product_unknown');
  return productView(row);
}
