import type { Language } from '@realmkeep/contract/languages';
import type { account } from './en/account.ts';
import type { admin } from './en/admin.ts';
import type { auth } from './en/auth.ts';
import type { backups } from './en/backups.ts';
import type { catalogue } from './en/catalogue.ts';
import type { console } from './en/console.ts';
import type { databases } from './en/databases.ts';
import type { errors } from './en/errors.ts';
import type { files } from './en/files.ts';
import type { home } from './en/home.ts';
import type { kernel } from './en/kernel.ts';
import type { legal } from './en/legal.ts';
import type { manage } from './en/manage.ts';
import type { realm } from './en/realm.ts';
import type { referral } from './en/referral.ts';
import type { schedules } from './en/schedules.ts';
import type { shop } from './en/shop.ts';
import type { statement } from './en/statement.ts';
import type { subscription } from './en/subscription.ts';
import type { uploads } from './en/uploads.ts';
import type { verification } from './en/verification.ts';
import type { welcome } from './en/welcome.ts';
import type { worlds } from './en/worlds.ts';

/** The texts that every page needs. English is the shape that the other languages must have; so for the pages' own. */
export type Catalogue = typeof catalogue;

export interface PageTexts {
  /** What the home page begins with, and what it says below the fold. */
  home: typeof home;
  welcome: typeof welcome;
  account: typeof account;
  realm: typeof realm;
  /** What is set of a realm, and who else manages it. */
  manage: typeof manage;
  /** What a realm prints, and its commands. */
  console: typeof console;
  /** Copies of a realm's world. */
  backups: typeof backups;
  /** What runs a realm. */
  kernel: typeof kernel;
  /** The PostgreSQL database of a realm. */
  databases: typeof databases;
  /** What a realm does by itself at which times. */
  schedules: typeof schedules;
  /** The files of a realm. */
  files: typeof files;
  /** Files on their way to a realm. */
  uploads: typeof uploads;
  /** The dialogs for logging in and registering. */
  auth: typeof auth;
  /** What to say of calls that failed: after the first paint, and before the pages of an account. */
  errors: typeof errors;
  legal: typeof legal;
  verification: typeof verification;
  /** The shop and what became of a payment. */
  shop: typeof shop;
  /** Plans, and what they cost and allow: in the shop and on the pages of an account. */
  subscription: typeof subscription;
  /** The pages of operators. */
  admin: typeof admin;
  /** The worlds that players bring along. */
  worlds: typeof worlds;
  /** What came into the wallet and went out of it. */
  statement: typeof statement;
  /** Until when what waits is kept: coins of referrals, with their rules, and the name of an account. */
  referral: typeof referral;
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
  welcome: {
    en: () => import('./en/welcome.ts'),
    ru: () => import('./ru/welcome.ts'),
    pl: () => import('./pl/welcome.ts'),
  },
  account: {
    en: () => import('./en/account.ts'),
    ru: () => import('./ru/account.ts'),
    pl: () => import('./pl/account.ts'),
  },
  admin: {
    en: () => import('./en/admin.ts'),
    ru: () => import('./ru/admin.ts'),
    pl: () => import('./pl/admin.ts'),
  },
  realm: {
    en: () => import('./en/realm.ts'),
    ru: () => import('./ru/realm.ts'),
    pl: () => import('./pl/realm.ts'),
  },
  manage: {
    en: () => import('./en/manage.ts'),
    ru: () => import('./ru/manage.ts'),
    pl: () => import('./pl/manage.ts'),
  },
  console: {
    en: () => import('./en/console.ts'),
    ru: () => import('./ru/console.ts'),
    pl: () => import('./pl/console.ts'),
  },
  backups: {
    en: () => import('./en/backups.ts'),
    ru: () => import('./ru/backups.ts'),
    pl: () => import('./pl/backups.ts'),
  },
  kernel: {
    en: () => import('./en/kernel.ts'),
    ru: () => import('./ru/kernel.ts'),
    pl: () => import('./pl/kernel.ts'),
  },
  databases: {
    en: () => import('./en/databases.ts'),
    ru: () => import('./ru/databases.ts'),
    pl: () => import('./pl/databases.ts'),
  },
  schedules: {
    en: () => import('./en/schedules.ts'),
    ru: () => import('./ru/schedules.ts'),
    pl: () => import('./pl/schedules.ts'),
  },
  files: {
    en: () => import('./en/files.ts'),
    ru: () => import('./ru/files.ts'),
    pl: () => import('./pl/files.ts'),
  },
  uploads: {
    en: () => import('./en/uploads.ts'),
    ru: () => import('./ru/uploads.ts'),
    pl: () => import('./pl/uploads.ts'),
  },
  auth: {
    en: () => import('./en/auth.ts'),
    ru: () => import('./ru/auth.ts'),
    pl: () => import('./pl/auth.ts'),
  },
  errors: {
    en: () => import('./en/errors.ts'),
    ru: () => import('./ru/errors.ts'),
    pl: () => import('./pl/errors.ts'),
  },
  legal: {
    en: () => import('./en/legal.ts'),
    ru: () => import('./ru/legal.ts'),
    pl: () => import('./pl/legal.ts'),
  },
  verification: {
    en: () => import('./en/verification.ts'),
    ru: () => import('./ru/verification.ts'),
    pl: () => import('./pl/verification.ts'),
  },
  shop: {
    en: () => import('./en/shop.ts'),
    ru: () => import('./ru/shop.ts'),
    pl: () => import('./pl/shop.ts'),
  },
  subscription: {
    en: () => import('./en/subscription.ts'),
    ru: () => import('./ru/subscription.ts'),
    pl: () => import('./pl/subscription.ts'),
  },
  worlds: {
    en: () => import('./en/worlds.ts'),
    ru: () => import('./ru/worlds.ts'),
    pl: () => import('./pl/worlds.ts'),
  },
  statement: {
    en: () => import('./en/statement.ts'),
    ru: () => import('./ru/statement.ts'),
    pl: () => import('./pl/statement.ts'),
  },
  referral: {
    en: () => import('./en/referral.ts'),
    ru: () => import('./ru/referral.ts'),
    pl: () => import('./pl/referral.ts'),
  },
};

const pageTexts = new Map<string, { name: PageTextName; text: Promise<unknown> }>();

/** The catalogue of a language, and the texts of the pages that are in use in another. */
export async function loadLanguage(language: Language): Promise<Catalogue> {
  const inUse = [...pageTexts.values()].map(({ name }) => pageText(name, language));
  const [{ catalogue }] = await Promise.all([catalogues[language](), ...inUse]);
  return catalogue;
}

/** The same promise each time, as React's `use` wants it; a failed one is forgotten. */
export function pageText<Name extends PageTextName>(name: Name, language: Language): Promise<PageTexts[Name]> {
  const key = `${name} ${language}`;
  const known = pageTexts.get(key);
  if (known) return known.text as Promise<PageTexts[Name]>;
  const text = modules[name][language]().then((module) => module[name]);
  pageTexts.set(key, { name, text });
  text.then(
    // A promise that says this of itself React reads at once; otherwise a page would first show without its content.
    (value) => Object.assign(text, { status: 'fulfilled', value }),
    () => pageTexts.delete(key),
  );
  return text;
}
