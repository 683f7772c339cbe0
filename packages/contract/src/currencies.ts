import type { Language } from './languages.ts';

/** What prices are in. Coins are spent in the product; the others are money. */
export const currencies = ['COINS', 'USD', 'RUB', 'PLN'] as const;
export type Currency = (typeof currencies)[number];

export const moneyCurrencies = ['USD', 'RUB', 'PLN'] as const;
export type MoneyCurrency = (typeof moneyCurrencies)[number];

/** Those that a card pays. */
export const cardCurrencies = ['USD', 'PLN'] as const;
export type CardCurrency = (typeof cardCurrencies)[number];

/** Minor units in one of the main unit. */
export const minorUnits: Record<Currency, number> = { COINS: 1, USD: 100, RUB: 100, PLN: 100 };

/** What the shop shows prices in until the visitor chooses. */
export const currencyOf: Record<Language, MoneyCurrency> = { en: 'USD', ru: 'RUB', pl: 'PLN' };

/** The largest price, in the main unit. */
export const maxPrice = 1_000_000;

/** What is paid for a price with a discount, in minor units, half up, but never nothing. @param discount whole per cent */
export function discounted(minor: number, discount: number | null): number {
  return discount === null ? minor : Math.max(1, Math.floor((minor * (100 - discount) + 50) / 100));
}
