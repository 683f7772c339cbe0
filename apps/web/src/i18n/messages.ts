import { patiently } from '../ui/patiently.ts';
import type { Language } from '@realmkeep/contract/languages';

/** What the pages say. English is the shape that the other languages must have. */
export interface Messages {
  /** What every page needs. */
  shell: typeof import('./en/shell.ts').shell;
  /** What the home page begins with, and what it says below the fold. */
  home: typeof import('./en/home.ts').home;
  welcome: typeof import('./en/welcome.ts').welcome;
  account: typeof import('./en/account.ts').account;
  realm: typeof import('./en/realm.ts').realm;
  /** What is set of a realm. */
  manage: typeof import('./en/manage.ts').manage;
  /** Who else manages a realm. */
  access: typeof import('./en/access.ts').access;
  /** What a realm's server wrote down, and why it does not start. */
  logs: typeof import('./en/logs.ts').logs;
  /** What was done with a realm, and by whom. */
  activity: typeof import('./en/activity.ts').activity;
  /** Who is and was on a realm, and who may come. */
  players: typeof import('./en/players.ts').players;
  /** What managers do in the game from the page. */
  game: typeof import('./en/game.ts').game;
  /** What a realm prints, and its commands. */
  console: typeof import('./en/console.ts').console;
  /** Copies of a realm's world. */
  backups: typeof import('./en/backups.ts').backups;
  /** What a realm's world is made of. */
  world: typeof import('./en/world.ts').world;
  /** What runs a realm. */
  kernel: typeof import('./en/kernel.ts').kernel;
  /** What is installed on a realm, and what could be. */
  addons: typeof import('./en/addons.ts').addons;
  /** Realms that begin with a modpack. */
  modpacks: typeof import('./en/modpacks.ts').modpacks;
  /** The PostgreSQL database of a realm. */
  databases: typeof import('./en/databases.ts').databases;
  /** What a realm does by itself at which times. */
  schedules: typeof import('./en/schedules.ts').schedules;
  /** The files of a realm. */
  files: typeof import('./en/files.ts').files;
  /** Files on their way to a realm. */
  uploads: typeof import('./en/uploads.ts').uploads;
  /** The dialogs for logging in and registering. */
  auth: typeof import('./en/auth.ts').auth;
  /** What to say of calls that failed: after the first paint, and before the pages of an account. */
  errors: typeof import('./en/errors.ts').errors;
  legal: typeof import('./en/legal.ts').legal;
  verification: typeof import('./en/verification.ts').verification;
  /** The shop and what became of a payment. */
  shop: typeof import('./en/shop.ts').shop;
  /** Plans, and what they cost and allow: in the shop and on the pages of an account. */
  subscription: typeof import('./en/subscription.ts').subscription;
  /** The pages of operators. */
  admin: typeof import('./en/admin.ts').admin;
  /** The worlds that players bring along. */
  worlds: typeof import('./en/worlds.ts').worlds;
  /** What came into the wallet and went out of it. */
  statement: typeof import('./en/statement.ts').statement;
  /** Until when what waits is kept: coins of referrals, with their rules, and the name of an account. */
  referral: typeof import('./en/referral.ts').referral;
}

export type MessagesName = keyof Messages;

/** Each module exports its messages by its own name. Those of the head are the build's alone. */
const modules = import.meta.glob<Record<string, unknown>>(['./{en,ru,pl}/*.ts', '!./*/head.ts']);

const loaded = new Map<string, { name: MessagesName; messages: Promise<unknown> }>();

/** Loads the messages of every page, and those that are in use in another language. */
export async function loadLanguage(language: Language): Promise<void> {
  const inUse = new Set<MessagesName>(['shell', ...[...loaded.values()].map(({ name }) => name)]);
  await Promise.all([...inUse].map((name) => loadMessages(name, language)));
}

/** The same promise each time, as React's `use` wants it; a failed one is forgotten. */
export function loadMessages<Name extends MessagesName>(name: Name, language: Language): Promise<Messages[Name]> {
  const key = `./${language}/${name}.ts`;
  const known = loaded.get(key);
  if (known) return known.messages as Promise<Messages[Name]>;
  const messages = load<Name>(key, name);
  loaded.set(key, { name, messages });
  messages.then(
    // A promise that says this of itself React reads at once; otherwise a page would first show without its content.
    (value) => Object.assign(messages, { status: 'fulfilled', value }),
    () => loaded.delete(key),
  );
  return messages;
}

async function load<Name extends MessagesName>(path: string, name: Name): Promise<Messages[Name]> {
  const fetchModule = modules[path];
  if (!fetchModule) throw new Error(`There are no messages ${path}`);
  // Offline the page says so at once.
  const module = await (navigator.onLine ? patiently(fetchModule) : fetchModule());
  return module[name] as Messages[Name];
}
