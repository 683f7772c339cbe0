import type { ProductBody, ProductRecord } from '@realmkeep/contract';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { audit } from '../audit/audit.ts';
import { findRecord, insertProduct } from './product-queries.ts';
import { productRecord } from './product-views.ts';

export async function productCreate(ctx: Context, { actor, body }: CallOf<'productCreate'>): Promise<ProductRecord> {
  return ctx.db.transaction().execute(async (tx) => {
    const id = await insertProduct(tx, body);
    await audit(tx, { actor, action: 'productCreate', subject: { id, name: englishName(body) } });
    const row = await findRecord(tx, id);
    if (!row) throw new Error('The product is gone within its own transaction');
    return productRecord(row);
  });
}

export function englishName({ translations }: Pick<ProductBody, 'translations'>): string {
  return translations.find(({ language }) => language === 'ENGLISH')?.name ?? '';
}
