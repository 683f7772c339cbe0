import type { Language } from '@realmkeep/contract/languages';
import type { account } from './en/account.ts';
import type { auth } from './en/auth.ts';
import type { catalogue } from './en/catalogue.ts';
import type { home } from './en/home.ts';
import type { legal } from './en/legal.ts';
import type { realm } from './en/realm.ts';

/** The texts that every page needs. English is the shape that the other languages must have; so for the pages' own. */
export type Catalogue = typeof catalogue;

export interface PageTexts {
  home: typeof home;
  account: typeof account;
  realm: typeof realm;
  /** The dialogs for logging in and registering. */
  auth: typeof auth;
  legal: typeof legal;
}

/** The texts of one kind of page, loaded when such a page is. */
export type PageTextName = keyof PageTexts;
export type RealmText = PageTexts['realm'];

const catalogues: Record<Language, () => Promise<{ catalogue: Catalogue }>> = {
  en: () => import('./en/catalogue.ts'),
  ru: () => import('./ru/catalogue.ts'),
  pl: () => import('./pl/catalogue.ts'),
};

/** Each module exports its text by its own name. */
const modules: { [Name in PageTextName]: Record<Language, () => Promise<Pick<PageTexts, Name>>> } = {
  home: {
    en: () => import('./en/home.ts'),
    ru: () => import('./ru/home.ts'),
    pl: () => import('./pl/home.ts'),
  },
  account: {
    en: () => import('./en/account.ts'),
    ru: () => import('./ru/account.ts'),
    pl: () => import('./pl/account.ts'),
  },
  realm: {
    en: () => import('./en/realm.ts'),
    ru: () => import('./ru/realm.ts'),
    pl: () => import('./pl/realm.ts'),
  },
  auth: {
    en: () => import('./en/auth.ts'),
    ru: () => import('./ru/auth.ts'),
    pl: () => import('./pl/auth.ts'),
  },
  legal: {
    en: () => import('./en/legal.ts'),
    ru: () => import('./ru/legal.ts'),
    pl: () => import('./pl/legal.ts'),
  },
};

interface LoadedText {
  name: PageTextName;
  text: Promise<unknown>;
  /** The same, once it is there. */
  value: unknown;
}

const pageTexts = new Map<string, LoadedText>();

/** The catalogue of a language, and the texts of the pages that are in use in another. */
export async function loadLanguage(language: Language): Promise<Catalogue> {
  const inUse = [...pageTexts.values()].map(({ name }) => pageText(name, language));
  const [{ catalogue }] = await Promise.all([catalogues[language](), ...inUse]);
  return catalogue;
}

/** The same promise each time; a failed one is forgotten. */
export function pageText<Name extends PageTextName>(name: Name, language: Language): Promise<PageTexts[Name]> {
  const key = `${name} ${language}`;
  const known = pageTexts.get(key);
  if (known) return known.text as Promise<PageTexts[Name]>;
  const text = modules[name][language]().then((module) => module[name]);
  const entry: LoadedText = { name, text, value: undefined };
  pageTexts.set(key, entry);
  text.then(
    (value) => {
      entry.value = value;
    },
    () => pageTexts.delete(key),
  );
  return text;
}

/** The text if it is there already: what is, needs no waiting, not even the moment that a promise takes. */
export function loadedPageText<Name extends PageTextName>(name: Name, language: Language): PageTexts[Name] | undefined {
  return pageTexts.get(`${name} ${language}`)?.value as PageTexts[Name] | undefined;
}
