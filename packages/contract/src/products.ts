/** What the shop sells, and its rules. They use no library, so that the pages can share them. */
import { type Currency, maxPrice, minorUnits, moneyCurrencies } from './currencies.ts';
import { oneLine, someLines } from './texts.ts';

export const productCategories = ['COINS', 'CASES', 'PRIVILEGES', 'ACCESSORIES'] as const;
export type ProductCategory = (typeof productCategories)[number];

/** SUBSCRIPTION: `logicValue` is the tier by number, 1 ZOMBIE to 3 DRAGON, for a month. COINPACK: it is the number of coins. */
export const productTypes = ['SUBSCRIPTION', 'COINPACK'] as const;
export type ProductType = (typeof productTypes)[number];

export const productLanguages = ['POLISH', 'ENGLISH', 'RUSSIAN'] as const;
export type ProductLanguage = (typeof productLanguages)[number];

/** The built-in pictures for products. */
export const productIcons = ['coins-1', 'coins-2', 'coins-3', 'coins-4', 'zombie', 'ghast', 'dragon'] as const;
export type ProductIcon = (typeof productIcons)[number];

/** The form of an uploaded picture's SHA-256, which a product may have instead of one of `productIcons`. */
export const productIconHash = /^[0-9a-f]{64}$/;

/** The limits of a picture for `productIconUpload`. */
export const productIconRules = {
  /** Of the file. */
  maxBytes: 1024 * 1024,
  /** As many as 4096 by 4096, which take 64 MiB when decoded. */
  maxPixels: 4096 * 4096,
  /** The side of the resulting square, in pixels: it is shown 112 high, on screens with a pixel ratio of two. */
  side: 256,
  types: ['image/png', 'image/jpeg', 'image/webp'],
};

/** The path of the uploaded picture with this hash. */
export function productIconPath(hash: string): string {
  return `/api/product/icons/${hash}`;
}

export const productRules = {
  name: { min: 1, max: 64, pattern: oneLine },
  description: { min: 0, max: 500, pattern: someLines },
  /** Whole per cent. */
  discount: { min: 1, max: 99 },
};

/** Subscriptions are sold for coins, coins for money. */
export const pricedIn: Record<ProductType, readonly Currency[]> = {
  SUBSCRIPTION: ['COINS'],
  COINPACK: moneyCurrencies,
};

/** The largest `logicValue`; the smallest is 1. */
export const logicValueMax: Record<ProductType, number> = { SUBSCRIPTION: 3, COINPACK: 10_000_000 };

export type PriceProblem = 'too_low' | 'too_high' | 'decimals';

/** The first problem of a price in the currency's main unit; null if there is none. */
export function priceProblem(price: number, currency: Currency): PriceProblem | null {
  const minor = price * minorUnits[currency];
  if (Math.round(minor) < 1) return 'too_low';
  if (price > maxPrice) return 'too_high';
  // Close enough for decimals that have no exact binary form.
  return Math.abs(minor - Math.round(minor)) < 1e-6 ? null : 'decimals';
}
