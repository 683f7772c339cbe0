import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { keepTokens, linkChat, logIn, register } from '@realmkeep/testkit/people';

/** Rules that apply to all pages: guards, languages, messages, phones, keyboards. */

const { port } = inject('sharedPlace');
const url = `http://127.0.0.1:${port}`;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterEach(() => context.close());

afterAll(async () => {
  await closePages(browser);
});

async function open(
  path: string,
  options: BrowserContextOptions = {},
  before?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  context = await browser.newContext({ locale: 'en-GB', ...options });
  const page = await context.newPage();
  await before?.(page);
  await page.goto(url + path);
  return page;
}

const robots = (page: Page) => page.locator('meta[name=robots]').getAttribute('content');
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const loginDialog = (page: Page) => page.getByRole('dialog', { name: 'Welcome back' });

let accounts = 0;

/** A page of a new account with a chat account, logged in without the forms. */
async function openSignedIn(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  accounts += 1;
  const username = `Walker_${accounts}`;
  await register(url, username);
  const tokens = await logIn(url, username);
  await linkChat(url, tokens.token, username);
  return open(path, options, (page) => keepTokens(page, url, tokens));
}

describe('a visitor', () => {
  test.each(['/account', '/realm/create', '/realm/details?id=x', '/realm/settings?id=x', '/realm/access?id=x'])(
    'at %s is asked to log in, on the home page',
    async (path) => {
      const page = await open(path);
      await loginDialog(page).waitFor();
      await becomes(() => new URL(page.url()).pathname).toBe('/');
    },
  );

  test('is told which name does not exist, and keeps what was typed', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Account' }).click();
    const dialog = loginDialog(page);
    const submit = dialog.getByRole('button', { name: 'Log in' });
    await dialog.getByLabel('Username', { exact: true }).fill('   ');
    await dialog.getByLabel('Password', { exact: true }).fill('whatever');
    expect(await submit.isEnabled()).toBe(false);
    await dialog.getByLabel('Username', { exact: true }).fill('Nobody_here');
    await submit.click();
    const toast = page.getByText('The user "Nobody_here" does not exist').first();
    await toast.waitFor();
    await becomes(() => dialog.getByLabel('Username', { exact: true }).inputValue()).toBe('Nobody_here');
    await toast.waitFor({ state: 'detached' });
  });

  test('is told at once what is wrong with a registration', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Account' }).click();
    await loginDialog(page).getByRole('button', { name: 'Register' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create an account' });
    await dialog.getByLabel('Username', { exact: true }).fill('abc');
    await becomes(() => loginDialog(page).isVisible()).toBe(false);
    await dialog.getByLabel('Password', { exact: true }).fill('12345');
    await dialog.getByLabel('Repeat password').fill('123456');
    await dialog.getByLabel('Who invited you?').fill('ABC');
    await dialog.getByLabel('Who invited you?').blur();
    for (const words of [
      'Username is too short (min. 4 characters)',
      'Password is too short (min. 6 characters)',
      'Passwords do not match',
      'The referrer’s nickname is the same as yours',
    ]) {
      await dialog.getByText(words).waitFor();
    }
    expect(await dialog.getByRole('button', { name: 'Register' }).isEnabled()).toBe(false);
    // The box also contains the button that reveals the password.
    const box = dialog.getByLabel('Password', { exact: true }).locator('..');
    expect((await box.boundingBox())?.width).toBe(300);
  });

  test('reads three languages, and the choice is kept for a year', async () => {
    const page = await open('/');
    for (const [language, code, words] of [
      [/Русский/, 'ru', 'Аккаунт'],
      [/Polski/, 'pl', 'Konto'],
      [/English/, 'en', 'Account'],
    ] as const) {
      await page.getByRole('button', { name: /^(Language|Язык|Język)$/ }).click();
      await page.getByRole('button', { name: language }).click();
      await page.locator('header').getByText(words, { exact: true }).first().waitFor();
      await becomes(() => page.locator('html').getAttribute('lang')).toBe(code);
      const stored = async () => (await context.cookies()).find(({ name }) => name === 'locale');
      await becomes(async () => (await stored())?.value).toBe(code);
      const cookie = await stored();
      expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600);
    }
  });

  test('finds a page for an address that is none, which search engines are not to keep', async () => {
    const page = await open('/no/such/page');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await becomes(() => page.locator('main').innerText()).toMatch(/not|no /i);
    await becomes(() => robots(page)).toBe('noindex, nofollow');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await becomes(() => robots(page)).toBe('index, follow');
    // What is shown before the whole home page has loaded may still move.
    await page.locator('#help').waitFor();
    await page.getByRole('link', { name: /Privacy/ }).click();
    await becomes(() => robots(page)).toBe('noindex, nofollow');
  });

  test('cannot press what the rest of a page is about to move', async () => {
    const page = await open('/');
    await page.locator('#help').waitFor();
    const privacy = page.getByRole('link', { name: /Privacy/ });
    await page.locator('#help').evaluate((part) => part.setAttribute('data-growing', ''));
    await becomes(() => privacy.count()).toBe(0);
    await page.locator('#help').evaluate((part) => part.removeAttribute('data-growing'));
    await privacy.click();
    await becomes(() => new URL(page.url()).pathname).toBe('/privacy-policy');
  });

  test('sees light or dark according to their system', async () => {
    const light = await background(await open('/', { colorScheme: 'light' }));
    await context.close();
    const page = await open('/', { colorScheme: 'dark' });
    expect(await page.locator('html.dark').count()).toBe(1);
    expect(await background(page)).not.toBe(light);
  });
});

describe('who is logged in', () => {
  test.each(['/realm', '/realm/details', '/realm/settings', '/realm/access'])(
    'goes from %s without an id to the account',
    async (path) => {
      const page = await openSignedIn(path);
      await page.waitForURL('**/account');
    },
  );

  test('creates, renames and finds a realm again with the keyboard alone, and the sidebar keeps its id', async () => {
    const page = await openSignedIn('/realm/create');
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const tabTo = async (name: string) => {
      await becomes(async () => {
        await page.keyboard.press('Tab');
        return page.evaluate(() => {
          const focused = document.activeElement;
          const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.innerText : undefined;
          return label ?? focused?.textContent ?? '';
        });
      }).toContain(name);
    };
    await page.getByRole('radio', { name: /Normal/ }).waitFor();
    await tabTo('Normal');
    await press('ArrowDown', 'ArrowDown', 'ArrowDown');
    await tabTo('Continue');
    await press('Enter');
    await becomes(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Name it and choose an address');
    await page.getByLabel('Server name').focus();
    await page.keyboard.type('By Keys');
    await tabTo('Address');
    await page.keyboard.type('by-keys');
    await press('Enter');
    await page.getByRole('heading', { name: 'Your server is ready' }).waitFor();
    await tabTo('Manage');
    await press('Enter');
    await page.waitForURL('**/realm/details?id=*');
    const id = new URL(page.url()).searchParams.get('id');
    await page.getByText('Canyon').first().waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL(`**/realm/settings?id=${id}`);
    await page.getByLabel('Server name').fill('Renamed');
    await page.getByRole('textbox', { name: 'Address' }).fill('WWW');
    await page.getByText('This address is reserved').waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill('renamed');
    const address = page.getByRole('textbox', { name: 'Address' });
    await page.locator('form').filter({ has: address }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'General' }).click();
    await page.getByRole('heading', { name: 'Renamed' }).waitFor();
    await page
      .getByText(/renamed\.localhost/)
      .first()
      .waitFor();
  });

  test('cannot make a second realm on the free tier, and is told why', async () => {
    const page = await openSignedIn('/realm/create');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Server name').fill('Only One');
    await page.getByRole('textbox', { name: 'Address' }).fill('only-one');
    await page.getByRole('button', { name: 'Create server' }).click();
    await page.getByRole('heading', { name: 'Your server is ready' }).waitFor();
    await page.goto(`${url}/realm/create`);
    await page
      .getByText(/your plan|limit/i)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  });

  test('with an expired session is sent home and asked to log in', async () => {
    const page = await openSignedIn('/account');
    await page.getByRole('heading', { name: 'Your servers' }).waitFor();
    await page.evaluate(() => {
      localStorage.setItem('refresh_token', 'gone');
      localStorage.setItem('expire', new Date(0).toISOString());
    });
    await page.reload();
    await loginDialog(page).waitFor();
    await becomes(() => new URL(page.url()).pathname).toBe('/');
    await becomes(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });

  test('has a menu on a phone, with the realm’s sections, and nothing wider than 320 pixels', async () => {
    const phone = { viewport: { width: 320, height: 640 } };
    const page = await openSignedIn('/realm/create', phone);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Server name').fill('In a Pocket');
    await page.getByRole('textbox', { name: 'Address' }).fill('pocket');
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Create server' }).click();
    await page.getByRole('button', { name: 'Manage' }).click();
    await page.getByRole('heading', { name: 'In a Pocket' }).waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: /menu/i }).click();
    await page.getByText('LINKS').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL('**/realm/settings?id=*');
    await page.getByText('LINKS').waitFor({ state: 'hidden' });
    for (const path of ['/', '/account', '/terms-of-service', '/nowhere']) {
      await page.goto(url + path);
      await page.getByRole('heading').first().waitFor();
      expect(await overflow()).toBeLessThanOrEqual(0);
    }
  });
});
