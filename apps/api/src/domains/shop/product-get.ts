import type { Product } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { findProduct } from './product-queries.ts';
import { productLanguage, productView } from './product-views.ts';

/** @throws AppError product_unknown */
export async function productGet(ctx: Context, { params, query }: CallOf<'productGet'>): Promise<Product> {
  const { currency, language } = query;
  const row = await findProduct(ctx.db, params.id, { currency, language: productLanguage[language] });
  if (!row) throw new AppError('product_unknown');
  return productView(row);
}
