import type { ProductRecord } from '@realmkeep/contract';
import type { Language } from '@realmkeep/contract/languages';
import type { ProductLanguage } from '@realmkeep/contract/products';

/** The language of a product's text for a language of the interface. */
export const productLanguageOf: Record<Language, ProductLanguage> = { en: 'ENGLISH', ru: 'RUSSIAN', pl: 'POLISH' };

/** What the product is called in the language. */
export function productName({ translations }: Pick<ProductRecord, 'translations'>, language: Language): string {
  return translations.find((one) => one.language === productLanguageOf[language])?.name ?? '';
}
