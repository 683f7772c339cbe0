/** What the shop sells, free of any library so that the pages use the same words. */

export const productCategories = ['COINS', 'CASES', 'PRIVILEGES', 'ACCESSORIES'] as const;
export type ProductCategory = (typeof productCategories)[number];

/** SUBSCRIPTION: `logicValue` is the tier by number, 1 ZOMBIE to 3 DRAGON, for a month. COINPACK: it is the number of coins. */
export const productTypes = ['SUBSCRIPTION', 'COINPACK'] as const;
export type ProductType = (typeof productTypes)[number];

export const productLanguages = ['POLISH', 'ENGLISH', 'RUSSIAN'] as const;
export type ProductLanguage = (typeof productLanguages)[number];

/** The pictures that a product may have. */
export const productIcons = ['coins-1', 'coins-2', 'coins-3', 'coins-4', 'zombie', 'ghast', 'dragon'] as const;
export type ProductIcon = (typeof productIcons)[number];

export const productRules = { name: { min: 1, max: 64 }, description: { max: 500 }, logicValueMax: 10_000_000 };
