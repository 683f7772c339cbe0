import { discounted, type Language, type MoneyCurrency } from '@realmkeep/contract';
import type { Db } from '../../db/pool.ts';
import { findProduct } from './product-queries.ts';
import { productLanguage } from './product-views.ts';

/** What a pack of coins is sold for now, in minor units; null if it is no such pack, or not sold for the currency. */
export async function coinPack(
  db: Db,
  productId: string,
  currency: MoneyCurrency,
  language: Language,
): Promise<{ coins: number; amount: number; name: string } | null> {
  const row = await findProduct(db, productId, { currency, language: productLanguage[language] });
  if (row?.type !== 'COINPACK') return null;
  return { coins: row.logic_value, amount: discounted(row.amount, row.discount), name: row.name };
}
