import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { listProducts, findProduct } from './product-queries.ts';
import { productLanguage, productView } from './product-views.ts';
import type { Product } from '@realmkeep/contract';
import { AppError } from '../../http/app-error.ts';

export async function productList(ctx: Context, { query }: CallOf<'productList'>) {
  const { category, currency } = query;
  const shown = { currency, language: productLanguage[query.language] };
  const list = await listProducts(ctx.db, shown, query, { category });
  return { ...list, items: list.items.map(productView) };
}

/** Products whose name in the language holds the words, of all categories. */
export async function productSearch(ctx: Context, { query }: CallOf<'productSearch'>) {
  const { q, currency } = query;
  const shown = { currency, language: productLanguage[query.language] };
  const list = await listProducts(ctx.db, shown, query, { named: q });
  return { ...list, items: list.items.map(productView) };
}

/** @throws AppError product_unknown */
export async function productGet(ctx: Context, { params, query }: CallOf<'productGet'>): Promise<Product> {
  const { currency, language } = query;
  const row = await findProduct(ctx.db, params.id, { currency, language: productLanguage[language] });
  if (!row) throw new AppError('product_unknown');
  return productView(row);
}
