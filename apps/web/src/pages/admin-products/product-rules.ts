import type { ProductBody, ProductRecord } from '@realmkeep/contract';
import { type Currency, currencies } from '@realmkeep/contract/currencies';
import {
  logicValueMax,
  pricedIn,
  priceProblem,
  type ProductCategory,
  type ProductLanguage,
  productLanguages,
  productRules,
  type ProductType,
} from '@realmkeep/contract/products';
import { textProblem } from '@realmkeep/contract/rules';
import type { Messages } from '../../i18n/messages.ts';

/** A product as it is typed. */
export interface ProductForm {
  category: ProductCategory;
  type: ProductType;
  /** The name of one of our pictures, or the hash of an uploaded one; empty for none. */
  icon: string;
  logicValue: string;
  /** The product is not sold in a currency without a price. */
  prices: Record<Currency, { price: string; discount: string }>;
  translations: Record<ProductLanguage, { name: string; description: string }>;
}

type ProductField =
  | 'logicValue'
  | 'prices'
  | `prices.${Currency}.${'price' | 'discount'}`
  | `translations.${ProductLanguage}.${'name' | 'description'}`;

type ProductProblem = keyof Messages['admin']['product']['problems'];
export type ProductProblems = Partial<Record<ProductField, ProductProblem>>;

const unpriced = { price: '', discount: '' };
const untold = { name: '', description: '' };

export const newProduct: ProductForm = {
  category: 'COINS',
  type: 'COINPACK',
  icon: 'coins-1',
  logicValue: '',
  prices: { COINS: unpriced, USD: unpriced, RUB: unpriced, PLN: unpriced },
  translations: { POLISH: untold, ENGLISH: untold, RUSSIAN: untold },
};

/** The problems by the rules of the contract's ProductBody; empty if there are none. */
export function productProblems({ type, logicValue, prices, translations }: ProductForm): ProductProblems {
  const problems: ProductProblems = {};
  const value = wholeOf(logicValue);
  if (value === null || value < 1 || value > logicValueMax[type]) problems.logicValue = 'number';

  if (pricedIn[type].every((currency) => isEmpty(prices[currency].price))) problems.prices = 'noPrice';
  for (const currency of pricedIn[type]) {
    const { price, discount } = prices[currency];
    const wrongPrice = isEmpty(price) ? null : typedPriceProblem(price, currency);
    if (wrongPrice) problems[`prices.${currency}.price`] = wrongPrice;
    const wrongDiscount = isEmpty(discount) ? null : discountProblem(discount, price);
    if (wrongDiscount) problems[`prices.${currency}.discount`] = wrongDiscount;
  }

  for (const language of productLanguages) {
    const { name, description } = translations[language];
    const wrongName = textProblem(name.trim(), productRules.name);
    if (wrongName) problems[`translations.${language}.name`] = nameProblems[wrongName];
    const wrongText = textProblem(description.trim(), productRules.description);
    if (wrongText) problems[`translations.${language}.description`] = textProblems[wrongText];
  }
  return problems;
}

/** The input as the body of the call; valid only without problems. */
export function bodyOf({ category, type, icon, logicValue, prices, translations }: ProductForm): ProductBody {
  return {
    category,
    type,
    icon: icon || null,
    logicValue: wholeOf(logicValue) ?? 0,
    prices: pricedIn[type].flatMap((currency) => {
      const price = decimalOf(prices[currency].price);
      return price === null ? [] : [{ currency, price, discount: wholeOf(prices[currency].discount) }];
    }),
    translations: productLanguages.map((language) => ({
      language,
      name: translations[language].name.trim(),
      description: translations[language].description.trim(),
    })),
  };
}

/** @param decimals as the operator's language writes a number */
export function formOf(record: ProductRecord, decimals: (value: number) => string): ProductForm {
  const price = (currency: Currency) => {
    const known = record.prices.find((one) => one.currency === currency);
    return known ? { price: decimals(known.price), discount: known.discount?.toString() ?? '' } : unpriced;
  };
  const told = (language: ProductLanguage) => {
    const known = record.translations.find((one) => one.language === language);
    return known ? { name: known.name, description: known.description } : untold;
  };
  return {
    category: record.category,
    type: record.type,
    icon: record.icon ?? '',
    logicValue: String(record.logicValue),
    prices: Object.fromEntries(currencies.map((one) => [one, price(one)])) as ProductForm['prices'],
    translations: Object.fromEntries(productLanguages.map((one) => [one, told(one)])) as ProductForm['translations'],
  };
}

/** A number with a point or a comma before one or two decimals, blanks aside; null for anything else: `1,000` is not 1. */
export function decimalOf(text: string): number | null {
  const typed = withoutBlanks(text);
  return /^\d{1,9}(?:[.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : null;
}

function wholeOf(text: string): number | null {
  const typed = withoutBlanks(text);
  return /^\d{1,9}$/.test(typed) ? Number(typed) : null;
}

const withoutBlanks = (text: string) => text.replaceAll(/\s/g, '');
const isEmpty = (text: string) => withoutBlanks(text) === '';

const nameProblems = { too_short: 'empty', too_long: 'nameLong', characters: 'characters' } as const;
const textProblems = { too_short: 'empty', too_long: 'textLong', characters: 'characters' } as const;

function typedPriceProblem(text: string, currency: Currency): ProductProblem | null {
  const price = decimalOf(text);
  if (price === null) return /^\d+[.,]\d+$/.test(withoutBlanks(text)) ? 'decimals' : 'price';
  const problem = priceProblem(price, currency);
  return problem === 'decimals' && currency === 'COINS' ? 'whole' : problem;
}

function discountProblem(text: string, price: string): ProductProblem | null {
  const discount = wholeOf(text);
  if (discount === null || discount < productRules.discount.min || discount > productRules.discount.max) {
    return 'discount';
  }
  return isEmpty(price) ? 'discountAlone' : null;
}
