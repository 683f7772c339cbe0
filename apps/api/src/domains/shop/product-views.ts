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
} from '@realmkeep/contract';
import type { ProductRecordRow, ProductRow } from './product-queries.ts';

/** The language of a product's text for a language of the interface. */
export const productLanguage: Record<Language, ProductLanguage> = { en: 'ENGLISH', ru: 'RUSSIAN', pl: 'POLISH' };

export function productView(row: ProductRow): Product {
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
  };
}
