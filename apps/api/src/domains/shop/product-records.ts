import type { Handler } from '../../http/register-routes.ts';
import { listRecords, archiveProduct, findRecord, insertProduct, replaceProduct } from './product-queries.ts';
import { productRecord } from './product-list.ts';
import { violatedReference } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { audit } from '../audit/audit.ts';
import type { ProductBody } from '@realmkeep/contract';

/** Every product with all its prices and texts, the archived ones too: for operators. */
export const productRecords: Handler<'productRecords'> = async (ctx, { query }) => {
  const list = await listRecords(ctx.db, query);
  return { ...list, items: list.items.map(productRecord) };
};

/** Takes a product out of the shop, for good. @throws AppError product_unknown */
export const productArchive: Handler<'productArchive'> = async (ctx, { actor, params }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const row = await findRecord(tx, params.id);
    if (!row || !(await archiveProduct(tx, params.id))) throw new AppError('product_unknown');
    const subject = { id: params.id, name: englishName(row) };
    await audit(tx, { actor, action: 'productArchive', subject });
  });
  return null;
};

/** @throws AppError product_icon_unknown */
export const productCreate: Handler<'productCreate'> = async (ctx, { actor, body }) =>
  ctx.db.transaction().execute(async (tx) => {
    const id = await withIcon(insertProduct(tx, body));
    await audit(tx, { actor, action: 'productCreate', subject: { id, name: englishName(body) } });
    const row = await findRecord(tx, id);
    if (!row) throw new Error('The product is gone within its own transaction');
    return productRecord(row);
  });

function englishName({ translations }: Pick<ProductBody, 'translations'>): string {
  return translations.find(({ language }) => language === 'ENGLISH')?.name ?? '';
}

/** Replaces a whole product. Orders keep what was agreed. @throws AppError product_unknown, product_changed, product_icon_unknown */
export const productUpdate: Handler<'productUpdate'> = async (ctx, call) => {
  const { actor, body, params } = call;
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await withIcon(replaceProduct(tx, params.id, body)))) {
      throw new AppError((await findRecord(tx, params.id)) ? 'product_changed' : 'product_unknown');
    }
    const subject = { id: params.id, name: englishName(body) };
    await audit(tx, { actor, action: 'productUpdate', subject });
    const row = await findRecord(tx, params.id);
    if (!row) throw new Error('The product is gone within its own transaction');
    return productRecord(row);
  });
};

/** Says so where the picture that a product is written with is not there. */
async function withIcon<T>(written: Promise<T>): Promise<T> {
  return written.catch((error: unknown) => {
    throw violatedReference(error) === 'products_icon_hash_fkey' ? new AppError('product_icon_unknown') : error;
  });
}
