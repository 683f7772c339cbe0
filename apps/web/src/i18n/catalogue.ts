import type { Language } from '@realmkeep/contract/languages';
import type { catalogue as english } from './en/catalogue.ts';
import type { legal as englishLegal } from './en/legal.ts';

/** Every text of the pages; English is the shape that the other languages must have. */
export type Catalogue = typeof english;
/** The terms and the privacy policy, apart because few read them. */
export type LegalCatalogue = typeof englishLegal;

const catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  en: () => import('./en/catalogue.ts'),
  ru: () => import('./ru/catalogue.ts'),
  pl: () => import('./pl/catalogue.ts'),
};

const legalCatalogues: Record<Language, () => Promise<{ legal: LegalCatalogue }>> = {
  en: () => import('./en/legal.ts'),
  ru: () => import('./ru/legal.ts'),
  pl: () => import('./pl/legal.ts'),
};

export async function loadCatalogue(language: Language): Promise<Catalogue> {
  return (await catalogues[language]()).catalogue;
}

export async function loadLegal(language: Language): Promise<LegalCatalogue> {
  return (await legalCatalogues[language]()).legal;
}
