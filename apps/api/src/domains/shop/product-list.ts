import {
  type Currency,
  discounted,
  type Language,
  minorUnits,
  type Product,
  type ProductCategory,
  type ProductLanguage,
  type ProductRecord,
  type ProductType,
  type MoneyCurrency,
  type Tier,
  tierOfNumber,
} from '@realmkeep/contract';
import type { Handler } from '../../http/register-routes.ts';
import { AppError } from '../../http/app-error.ts';
import type { Db, Tx } from '../../db/pool.ts';
import {
  listProducts,
  findProduct,
  type ProductRecordRow,
  type ProductRow,
  findSubscription,
  listCheapestSubscriptions,
} from './product-queries.ts';

export const productList: Handler<'productList'> = async (ctx, { query }) => {
  const { category, currency } = query;
  const shown = { currency, language: productLanguage[query.language] };
  const list = await listProducts(ctx.db, shown, query, { category });
  return { ...list, items: list.items.map(productView) };
};

/** Products of all categories whose name in the language contains the words. */
export const productSearch: Handler<'productSearch'> = async (ctx, { query }) => {
  const { q, currency } = query;
  const shown = { currency, language: productLanguage[query.language] };
  const list = await listProducts(ctx.db, shown, query, { named: q });
  return { ...list, items: list.items.map(productView) };
};

/** @throws AppError product_unknown */
export const productGet: Handler<'productGet'> = async (ctx, { params, query }) => {
  const { currency, language } = query;
  const row = await findProduct(ctx.db, params.id, { currency, language: productLanguage[language] });
  if (!row) throw new AppError('product_unknown');
  return productView(row);
};

/** The language of a product's text for a language of the interface. */
const productLanguage: Record<Language, ProductLanguage> = { en: 'ENGLISH', ru: 'RUSSIAN', pl: 'POLISH' };

function productView(row: ProductRow): Product {
  const currency = row.currency as Currency;
  return {
    id: row.id,
    category: row.category as ProductCategory,
    logicValue: row.logic_value,
    type: row.type as ProductType,
    name: row.name,
    description: row.description,
    currency,
    price: discounted(row.amount, row.discount) / minorUnits[currency],
    oldPrice: row.discount === null ? null : row.amount / minorUnits[currency],
    discount: row.discount === null ? null : `${row.discount}%`,
    icon: row.icon,
  };
}

export function productRecord(row: ProductRecordRow): ProductRecord {
  return {
    id: row.id,
    category: row.category as ProductCategory,
    icon: row.icon,
    type: row.type as ProductType,
    logicValue: row.logic_value,
    prices: row.prices.map(({ currency, amount, discount }) => ({
      currency,
      price: amount / minorUnits[currency],
      discount,
    })),
    translations: row.translations,
    archivedAt: row.archived_at?.toISOString() ?? null,
    revision: row.revision,
  };
}

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

/** A subscription that is sold. */
interface SubscriptionProduct {
  id: string;
  tier: Tier;
  /** Coins a month. */
  price: number;
}

/** The products that the tiers are sold as now, the cheapest of each. */
export async function subscriptionProducts(db: Db | Tx): Promise<Map<Tier, SubscriptionProduct>> {
  const products = (await listCheapestSubscriptions(db)).map(productOf);
  return new Map(products.map((product) => [product.tier, product]));
}

/** One product; null if it is not a subscription that is sold. */
export async function subscriptionProduct(db: Db | Tx, id: string): Promise<SubscriptionProduct | null> {
  const row = await findSubscription(db, id);
  return row ? productOf(row) : null;
}

/** The product by which a tier is renewed: the one that was bought; if it is no longer sold as this tier, the cheapest; null if there is none. */
export async function subscriptionKept(db: Db | Tx, bought: string, tier: Tier): Promise<SubscriptionProduct | null> {
  const own = await subscriptionProduct(db, bought);
  return own?.tier === tier ? own : ((await subscriptionProducts(db)).get(tier) ?? null);
}

function productOf(row: NonNullable<Awaited<ReturnType<typeof findSubscription>>>): SubscriptionProduct {
  return { id: row.id, tier: tierOfNumber(row.logic_value), price: discounted(row.amount, row.discount) };
}
