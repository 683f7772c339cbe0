import { z } from 'zod';
import { currencies, maxPrice } from './currencies.ts';
import { languages } from './languages.ts';
import { pageQuery, paginated } from './pagination.ts';
import {
  logicValueMax,
  pricedIn,
  priceProblem,
  productCategories,
  productIconHash,
  productIcons,
  productLanguages,
  productRules,
  productTypes,
} from './products.ts';
import { oneLine } from './texts.ts';

/** A decimal number of the currency's main unit; coins are whole. */
export const Price = z
  .object({
    currency: z.enum(currencies),
    price: z.number().positive().max(maxPrice),
    /** Whole per cent off. */
    discount: z.int().min(productRules.discount.min).max(productRules.discount.max).nullish(),
  })
  .refine(({ currency, price }) => priceProblem(price, currency) === null, {
    error: 'as many decimals as the currency has',
    path: ['price'],
  });
export type Price = z.infer<typeof Price>;

export const ProductTranslation = z.object({
  language: z.enum(productLanguages),
  name: z.string().trim().min(productRules.name.min).max(productRules.name.max).regex(productRules.name.pattern),
  description: z.string().trim().max(productRules.description.max).regex(productRules.description.pattern),
});

const productFields = z.object({
  category: z.enum(productCategories),
  /** One of the built-in pictures, or the hash that `productIconUpload` returned. */
  icon: z.union([z.enum(productIcons), z.string().regex(productIconHash)]).nullish(),
  prices: z.array(Price).min(1).max(currencies.length),
  type: z.enum(productTypes),
  logicValue: z.int().min(1).max(logicValueMax.COINPACK),
  translations: z.array(ProductTranslation).length(productLanguages.length),
});

export const ProductBody = productFields
  .refine(({ prices }) => distinct(prices.map(({ currency }) => currency)), {
    error: 'one price a currency',
    path: ['prices'],
  })
  .refine(({ translations }) => distinct(translations.map(({ language }) => language)), {
    error: 'each language once',
    path: ['translations'],
  })
  .refine(({ type, logicValue }) => logicValue <= logicValueMax[type], {
    error: '1 ZOMBIE, 2 GHAST or 3 DRAGON',
    path: ['logicValue'],
  })
  .refine(({ type, prices }) => prices.every(({ currency }) => pricedIn[type].includes(currency)), {
    error: 'subscriptions are sold for coins, coins for money',
    path: ['prices'],
  });
export type ProductBody = z.infer<typeof ProductBody>;

export const ProductChange = ProductBody.safeExtend({
  /** The revision that was edited: nobody overwrites changes that they have not seen. Without one, any is replaced. */
  revision: z.int().min(1).optional(),
});
export type ProductChange = z.infer<typeof ProductChange>;

export const ProductIconUploaded = z.object({ icon: z.string().regex(productIconHash) });

/** A product in one language, at one price. */
export const Product = z.object({
  id: z.uuid(),
  category: z.enum(productCategories),
  logicValue: z.int(),
  type: z.enum(productTypes),
  name: z.string(),
  description: z.string(),
  currency: z.enum(currencies),
  /** What the buyer pays. */
  price: z.number(),
  /** The price before the discount; null without one. */
  oldPrice: z.number().nullable(),
  /** `20%`; null without one. */
  discount: z.string().nullable(),
  icon: z.string().nullable(),
});
export type Product = z.infer<typeof Product>;

const shown = { currency: z.enum(currencies), language: z.enum(languages).default('en') };

const productPage = pageQuery(
  ['category', 'type', 'logicValue', 'name', 'price'],
  'category,asc',
  'type,asc',
  'logicValue,asc',
).shape;

export const ProductListQuery = z.object({
  ...productPage,
  ...shown,
  category: z.enum(productCategories).optional(),
});
export const ProductSearchQuery = z.object({
  ...productPage,
  ...shown,
  q: z.string().trim().min(1).max(64).regex(oneLine),
});
export const ProductGetQuery = z.object(shown);
export const ProductPage = paginated(Product);

/** A product as an operator sees it. */
export const ProductRecord = z.object({
  ...productFields.shape,
  id: z.uuid(),
  /** When it was removed from the shop; null while it is sold. */
  archivedAt: z.iso.datetime().nullable(),
  /** Grows with each change. */
  revision: z.int(),
});
export type ProductRecord = z.infer<typeof ProductRecord>;
export const ProductRecords = paginated(ProductRecord);

function distinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
