import type { pages } from '@realmkeep/contract/pages';
import type { Language } from '@realmkeep/contract/languages';
import type { Page } from 'playwright-core';
import type { Messages, MessagesName } from '../apps/web/src/i18n/messages.ts';
import { password } from '@realmkeep/testkit/people';
import { nicknames, type WalkWorld, type Who } from './walk-people.ts';

/** The pages of the product that a walk checks, with their important states. */

/** The messages of a language, by which a walk finds what to press. */
export async function wordsOf(language: Language) {
  const load = async <Name extends MessagesName>(name: Name) => {
    const module = await import(`../apps/web/src/i18n/${language}/${name}.ts`);
    return (module as Pick<Messages, Name>)[name];
  };
  const [shell, auth, account, realm, backups, schedules, files, admin, players] = await Promise.all([
    load('shell'),
    load('auth'),
    load('account'),
    load('realm'),
    load('backups'),
    load('schedules'),
    load('files'),
    load('admin'),
    load('players'),
  ]);
  return { shell, auth, account, realm, backups, schedules, files, admin, players };
}
type Words = Awaited<ReturnType<typeof wordsOf>>;

interface State {
  /** The state's name in the picture's; the page's plain state has none. */
  name?: string;
  as: Who;
  /** The query after the path. */
  search?: string;
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** Brings the page into the state. */
  act?: (page: Page, words: Words) => Promise<void>;
}

export interface View extends State {
  path: string;
}

type PagePath = (typeof pages)[number] | '/nowhere';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();
const dialog = (page: Page) => page.getByRole('dialog').waitFor();

async function openDialog(page: Page, name: string): Promise<void> {
  await button(page, name).click();
  await dialog(page);
}

/** On narrow screens the header's links are in a menu. */
async function openLogin(page: Page, { shell }: Words): Promise<void> {
  const menu = button(page, shell.nav.menu);
  const isNarrow = await menu.isVisible();
  if (isNarrow) await menu.click();
  const place = isNarrow ? page.getByRole('dialog') : page.getByRole('banner');
  await place.getByRole('button', { name: shell.nav.account, exact: true }).click();
  await page.getByLabel(/^(Username|Имя пользователя|Nazwa użytkownika)/).waitFor();
}

/** Makes the page's calls to this address fail. */
const failing = (address: string) => (page: Page) =>
  page.route(`**/api/${address}`, (route) => route.fulfill({ status: 500, body: '' }));

/** Has every page of the contract: a new one does not compile without an entry. A page with an empty list redirects at once. */
function walkedPages({ realms }: Pick<WalkWorld, 'realms'>): Record<PagePath, State[]> {
  const mine = { as: 'owner', search: `?id=${realms.owner}` } as const;
  const first = { as: 'beginner', search: `?id=${realms.beginner}` } as const;
  const theirs = { as: 'partner', search: `?id=${realms.owner}` } as const;
  return {
    '/': [
      { as: 'visitor' },
      { as: 'visitor', name: 'language', act: (page, { shell }) => button(page, shell.language.label).click() },
      { as: 'visitor', name: 'login', act: openLogin },
      {
        as: 'visitor',
        name: 'register',
        act: async (page, words) => {
          await openLogin(page, words);
          await page.getByRole('dialog').getByRole('button', { name: words.auth.login.register, exact: true }).click();
          await page.getByLabel(words.auth.register.repeat).fill('different');
          await page.getByLabel(words.auth.username, { exact: true }).fill('abc');
        },
      },
      {
        as: 'visitor',
        name: 'verify',
        act: async (page, words) => {
          await openLogin(page, words);
          await page.getByLabel(words.auth.username, { exact: true }).fill(nicknames.owner);
          await page.getByLabel(words.auth.password, { exact: true }).fill(password);
          await page.getByRole('dialog').getByRole('button', { name: words.auth.login.submit, exact: true }).click();
          await page.getByText(words.auth.verify.waiting).waitFor();
        },
      },
    ],
    '/shop': [
      { as: 'visitor' },
      { as: 'owner', name: 'plans', search: '?category=PRIVILEGES' },
      { as: 'visitor', name: 'error', before: failing('product/list*') },
    ],
    '/shop/success': [{ as: 'visitor' }],
    '/shop/cancelled': [{ as: 'visitor' }],
    '/shop/payment/error': [{ as: 'visitor' }],
    '/account': [
      { as: 'owner' },
      { as: 'newcomer', name: 'empty' },
      {
        as: 'owner',
        name: 'password',
        act: (page, { account }) => openDialog(page, account.menu.password),
      },
    ],
    '/account/coins': [{ as: 'owner' }, { as: 'newcomer', name: 'empty' }],
    '/account/verification': [{ as: 'newcomer' }, { as: 'owner', name: 'linked' }],
    '/account/referals': [{ as: 'owner' }, { as: 'newcomer', name: 'empty' }],
    '/realm': [],
    '/realm/create': [{ as: 'owner' }, { as: 'newcomer', name: 'link-first' }, { as: 'beginner', name: 'full' }],
    '/realm/create/modpack': [{ as: 'owner' }],
    '/realm/details': [
      mine,
      { ...first, name: 'first' },
      { ...theirs, name: 'partner' },
      { as: 'owner', name: 'missing', search: '?id=00000000-0000-4000-8000-000000000000' },
      { ...mine, name: 'error', before: failing('realm/data/*') },
      { ...mine, name: 'delete', act: (page, { realm }) => openDialog(page, realm.details.danger.button) },
      {
        ...mine,
        name: 'menu',
        act: async (page, { shell, realm }) => {
          if (!(await button(page, shell.nav.menu).isVisible())) return;
          await openDialog(page, shell.nav.menu);
          await page.getByRole('dialog').getByText(realm.sidebar.basicMenu, { exact: true }).waitFor();
        },
      },
    ],
    '/realm/console': [mine],
    '/realm/settings': [mine, { ...theirs, name: 'partner' }],
    '/realm/players': [
      mine,
      {
        ...mine,
        name: 'bans',
        act: (page, { players }) => page.getByText(players.tabs.BAN, { exact: true }).click(),
      },
    ],
    '/realm/access': [mine, { ...first, name: 'locked' }],
    '/realm/backups': [
      mine,
      { ...first, name: 'empty' },
      { ...mine, name: 'restore', act: (page, { backups }) => openDialog(page, backups.restore.button) },
    ],
    '/realm/world': [mine],
    '/realm/kernel': [mine, { ...first, name: 'locked' }, { ...theirs, name: 'partner' }],
    '/realm/plugins': [mine],
    '/realm/databases': [mine, { ...first, name: 'empty' }],
    '/realm/schedules': [
      mine,
      { ...first, name: 'empty' },
      { ...mine, name: 'dialog', act: (page, { schedules }) => openDialog(page, schedules.add) },
    ],
    '/realm/activity': [mine],
    '/realm/logs': [mine],
    '/realm/files': [
      mine,
      {
        ...mine,
        name: 'folder',
        search: `?id=${realms.owner}&path=config`,
        act: (page, { files }) => openDialog(page, files.newFolder),
      },
    ],
    '/realm/uploads': [mine],
    '/admin': [],
    '/admin/products': [{ as: 'admin' }, { as: 'admin', name: 'new', search: '?edit=new' }],
    '/admin/users': [
      { as: 'admin' },
      { as: 'beginner', name: 'no-access' },
      {
        as: 'admin',
        name: 'grant',
        act: (page, { admin }) => openDialog(page, admin.users.grantLabel(nicknames.owner)),
      },
    ],
    '/admin/realms': [{ as: 'admin' }],
    '/admin/plans': [{ as: 'admin' }, { as: 'admin', name: 'error', before: failing('admin/plan-kernels') }],
    '/admin/machine': [{ as: 'admin' }],
    '/admin/audit': [{ as: 'admin' }],
    '/terms-of-service': [{ as: 'visitor' }],
    '/privacy-policy': [{ as: 'visitor' }],
    '/nowhere': [{ as: 'visitor' }],
  };
}

export function viewsOf(world: Pick<WalkWorld, 'realms'>): View[] {
  return Object.entries(walkedPages(world)).flatMap(([path, states]) => states.map((state) => ({ path, ...state })));
}
