import type { Language } from './languages.ts';

/** What prices are in. Coins are spent in the product; the others are money. */
export const currencies = ['COINS', 'USD', 'RUB', 'PLN'] as const;
export type Currency = (typeof currencies)[number];

export const moneyCurrencies = ['USD', 'RUB', 'PLN'] as const;
export type MoneyCurrency = (typeof moneyCurrencies)[number];

/** Those that can be paid by card. */
export const cardCurrencies = ['USD', 'PLN'] as const;
export type CardCurrency = (typeof cardCurrencies)[number];

/** Minor units per main unit. */
export const minorUnits: Record<Currency, number> = { COINS: 1, USD: 100, RUB: 100, PLN: 100 };

/** The shop's currency until the visitor chooses one. */
export const currencyOf: Record<Language, MoneyCurrency> = { en: 'USD', ru: 'RUB', pl: 'PLN' };

/** The largest price, in the main unit. */
export const maxPrice = 1_000_000;

/** The discounted price in minor units, rounded half up, but never zero. @param discount whole per cent */
export function discounted(minor: number, discount: number | null): number {
  return discount === null ? minor : Math.max(1, Math.floor((minor * (100 - discount) + 50) / 100));
}
