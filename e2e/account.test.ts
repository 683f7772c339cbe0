import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { interrupt, type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, launchBrowser, sharedBrowser } from '@realmkeep/testkit/browser';
import { contextsIn } from '@realmkeep/testkit/contexts';
import { loginDialog, typeLogin } from './log-in.ts';
import { keepTokens, linkChat, logIn, password, register, type Tokens } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** The pages of an account: invitations, password, sessions and language, and how all of them look on a phone. */

/** This many fresh browsers at one address make more requests a minute than a household of players. */
const limits = [
  '--credentials-per-minute',
  '1000',
  '--requests-per-minute',
  '10000',
  '--registrations-per-hour',
  '20',
  '--trust-proxy',
  '127.0.0.1,::1',
];

let place: Place;
let product: Product;
let url: string;
let browser: Browser;

beforeAll(async () => {
  place = await newPlace();
  url = `http://localhost:${place.port}`;
  product = startProduct(place, limits);
  browser = await sharedBrowser();
  await product.started;
});

afterAll(async () => {
  await closePages(browser);
  await endProduct(product, place);
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const shownLanguage = (page: Page) => page.locator('html').getAttribute('lang');
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

const openContext = contextsIn(() => browser);

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await openContext(options)).newPage();
  await page.goto(url + path);
  return page;
}

/** A page with these tokens in its storage. */
async function openAs(tokens: Tokens, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await openContext(options)).newPage();
  await keepTokens(page, url, tokens);
  await page.goto(url + path);
  return page;
}

let players = 0;

async function newPlayer(language = 'en'): Promise<string> {
  players += 1;
  const nickname = `Account_${players}`;
  await register(url, nickname, language);
  return nickname;
}

/** Another browser of a player's, with a promise that the server closes its socket. */
interface Elsewhere {
  page: Page;
  closed: Promise<unknown>;
}

async function openElsewhere(nickname: string): Promise<Elsewhere> {
  // Starts from a page without a socket, so that the one waited for belongs to the account.
  const page = await openAs(await logIn(url, nickname), '/health/live');
  const opened = page.waitForEvent('websocket');
  await page.goto(`${url}/account`);
  const socket = await opened;
  const closed = socket.waitForEvent('close', { timeout: 0 });
  // Closing the page rejects it, too.
  closed.catch(() => {});
  await heading(page, 'Your servers').waitFor();
  return { page, closed };
}

/** The socket is closed, and the page leaves the account. That this takes less than a second is tested at the api, without a browser. */
async function isPutOut({ page, closed }: Elsewhere): Promise<void> {
  await closed;
  await loginDialog(page).waitFor();
  await becomes(() => pathOf(page)).toBe('/');
  await becomes(() => storedToken(page)).toBeNull();
}

describe('an invitation', () => {
  test('opens the registration with the name filled in, and brings both 300 coins once the friend has linked', async () => {
    const host = await newPlayer();
    const inviting = await openAs(await logIn(url, host), '/account/referals');
    await heading(inviting, 'Nobody yet').waitFor();
    const link = await inviting.getByText(`/?ref=${host}`).innerText();
    expect(link).toBe(`${url}/?ref=${host}`);
    await inviting.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await inviting.getByRole('button', { name: 'Copy' }).click();
    await becomes(() => inviting.evaluate(() => navigator.clipboard.readText())).toBe(link);

    const friend = `${host}_b`;
    const page = await open(new URL(link).pathname + new URL(link).search);
    const form = page.getByRole('dialog', { name: 'Create an account' });
    const referrer = form.getByLabel('Who invited you?');
    await becomes(() => referrer.inputValue()).toBe(host);
    await form.getByLabel('Username', { exact: true }).fill(friend);
    await form.getByRole('button', { name: 'Log in' }).click();
    await loginDialog(page).getByRole('button', { name: 'Register' }).click();
    await becomes(() => referrer.inputValue()).toBe(host);
    // What was typed in one dialog is there in the other.
    await becomes(() => form.getByLabel('Username', { exact: true }).inputValue()).toBe(friend);
    await form.getByLabel('Password', { exact: true }).fill(password);
    await form.getByLabel('Repeat password').fill(password);
    await form.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Your account is ready. Now log in').waitFor();
    await typeLogin(page, friend);
    await page.waitForURL('**/account');

    await inviting.reload();
    const row = inviting.getByRole('row', { name: friend });
    await becomes(() => row.innerText()).toMatch(/Not verified yet.*\b0$/s);
    await linkChat(url, (await logIn(url, friend)).token, friend);
    await inviting.reload();
    await becomes(() => row.innerText()).toMatch(/\bVerified.*\b300$/s);
    await inviting.getByText('Earned in total: 300 coins').waitFor();
    for (const [player, at] of [
      [inviting, host],
      [page, friend],
    ] as const) {
      await player.goto(`${url}/account`);
      await player.getByText(at, { exact: true }).waitFor();
      await player.getByRole('region', { name: 'Coins' }).getByText('300', { exact: true }).waitFor();
    }

    // A logged-in visitor is not asked to register.
    await inviting.goto(link);
    await inviting.getByRole('heading', { level: 1 }).waitFor();
    await inviting.getByRole('link', { name: 'Account' }).click();
    await inviting.waitForURL('**/account');
  });
});

test('who registers from a network that has registered many computes something first, and sees and hears how far it is', async () => {
  const network = { 'x-forwarded-for': '10.20.30.40' };
  const statuses = [];
  for (let n = 0; n <= 20; n += 1) {
    const body = { username: `Crowd_${n}`, password, referrer_username: null, language: 'en' };
    const headers = { ...network, 'content-type': 'application/json' };
    statuses.push((await fetch(`${url}/api/register`, { method: 'POST', headers, body: JSON.stringify(body) })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 428]);

  // Unoptimised code takes six times as long, and the number of attempts is random: now and then five times the usual.
  await using computing = await launchBrowser({ computes: true });
  const page = await (await computing.newContext({ locale: 'en-GB', extraHTTPHeaders: network })).newPage();
  await page.goto(url);
  // Records what is shown only for a moment.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('[role=status], [role=progressbar][aria-valuenow]')) {
        seen.push(element.getAttribute('role') + ': ' + element.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Account' }).click();
  await loginDialog(page).getByRole('button', { name: 'Register' }).click();
  const form = page.getByRole('dialog', { name: 'Create an account' });
  await form.getByLabel('Username', { exact: true }).fill('Crowd_last');
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Repeat password').fill(password);
  await form.getByRole('button', { name: 'Register' }).click();
  await page.getByText('Your account is ready. Now log in').waitFor();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen).toContainEqual(expect.stringMatching(/^status: Many accounts have been registered from your network\./));
  expect(seen).toContain('progressbar: ');
});

describe('the password', () => {
  test('is changed here, keeps this browser in and puts the others out at once', async () => {
    const nickname = await newPlayer();
    const { page } = await openElsewhere(nickname);
    const secondTab = await page.context().newPage();
    await secondTab.goto(`${url}/account`);
    await heading(secondTab, 'Your servers').waitFor();
    const elsewhere = await openElsewhere(nickname);
    const before = await storedToken(page);

    await page
      .getByRole('navigation', { name: 'Your account' })
      .getByRole('button', { name: 'Change password' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Change your password' });
    const submit = dialog.getByRole('button', { name: 'Change password' });
    await becomes(() => dialog.getByLabel('Old password').evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    await dialog.getByLabel('Old password').fill('not the old one');
    await dialog.getByLabel('New password', { exact: true }).fill('short');
    await dialog.getByText('Password is too short', { exact: true }).waitFor();
    await dialog.getByLabel('New password', { exact: true }).fill('a better password');
    await dialog.getByLabel('Repeat the new password').fill('a better passwort');
    await dialog.getByText('Passwords don’t match').waitFor();
    expect(await submit.isEnabled()).toBe(false);
    await dialog.getByLabel('Repeat the new password').fill('a better password');
    await submit.click();
    await page.getByText('Incorrect old password or repeated password').waitFor();
    await dialog.getByText('This is not your current password').waitFor();

    await dialog.getByLabel('Old password').fill(password);
    await submit.click();
    await page.getByText('Your password has been changed.').waitFor();
    await isPutOut(elsewhere);

    // This browser goes on with new tokens, in both of its tabs.
    await becomes(() => storedToken(secondTab)).not.toBe(before);
    for (const tab of [page, secondTab]) {
      await tab.reload();
      await heading(tab, 'Your servers').waitFor();
      await tab.getByText('You are not logged in anywhere else.').waitFor();
    }
    await expect(logIn(url, nickname)).rejects.toThrow('login_invalid');
  });
});

describe('sessions', () => {
  test('are listed by their browsers and ended, one or all others, at once', async () => {
    const nickname = await newPlayer();
    const { page } = await openElsewhere(nickname);
    const phone = await openElsewhere(nickname);
    const list = page.getByRole('region', { name: 'Sessions' });
    await page.reload();
    const rows = list.getByRole('listitem');
    await becomes(() => rows.count()).toBe(2);
    await becomes(() => rows.first().innerText()).toMatch(
      /This device\s+Realmkeep website · (127\.0\.0\.1|::1|::ffff:127)/,
    );
    expect(await rows.first().getByRole('button').count()).toBe(0);

    await rows
      .nth(1)
      .getByRole('button', { name: /^End the session/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'End this session?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await becomes(() => rows.count()).toBe(2);
    await rows
      .nth(1)
      .getByRole('button', { name: /^End the session/ })
      .click();
    await dialog.getByRole('button', { name: 'End' }).click();
    await page.getByText('The session has been ended').waitFor();
    await isPutOut(phone);
    const memory = page.getByRole('region', { name: 'Staying confirmed in the game' });
    await memory.getByText('anyone in that network who joins under your name is taken for you').waitFor();
    await memory.getByRole('button', { name: 'Turn off' }).press('Enter');
    await page.getByText('Anyone now playing as you needs a new code').waitFor();
    await memory.getByText('You need a new code each time you join.').waitFor();
    await memory.getByRole('button', { name: 'Turn on' }).click();
    await memory.getByRole('button', { name: 'Turn off' }).waitFor();
    await list.getByText('You are not logged in anywhere else.').waitFor();

    const others = [await openElsewhere(nickname), await openElsewhere(nickname)];
    await page.reload();
    await list.getByRole('button', { name: 'Log out everywhere else' }).click();
    const all = page.getByRole('dialog', { name: 'Log out everywhere else?' });
    await all.getByText('2 other sessions will end within a second.').waitFor();
    await all.getByRole('button', { name: 'Log out everywhere else' }).click();
    await page.getByText('You have been logged out everywhere else').waitFor();
    for (const other of others) await isPutOut(other);
    await page.reload();
    await becomes(() => rows.count()).toBe(1);
  });
});

describe('the language', () => {
  test('that a player chooses is saved to their account, and used wherever they log in without a choice', async () => {
    const nickname = await newPlayer('ru');
    const page = await open('/');
    await page.getByRole('button', { name: 'Account' }).click();
    await typeLogin(page, nickname);
    await page.waitForURL('**/account');
    // No language has been chosen in this browser yet.
    await becomes(() => shownLanguage(page)).toBe('ru');
    await heading(page, 'Ваш аккаунт').waitFor();
    await page.reload();
    await heading(page, 'Ваш аккаунт').waitFor();

    const told = page.waitForResponse((answer) => answer.url().endsWith('/api/user/update/language'));
    await page.getByRole('button', { name: 'Язык' }).click();
    await page.getByRole('button', { name: 'Polski' }).click();
    expect((await told).status()).toBe(200);
    await becomes(() => shownLanguage(page)).toBe('pl');

    const elsewhere = await openAs(await logIn(url, nickname), '/account');
    await becomes(() => shownLanguage(elsewhere)).toBe('pl');
    // A choice made here outweighs the account's.
    await elsewhere.context().addCookies([{ name: 'locale', value: 'en', url }]);
    await elsewhere.reload();
    await becomes(() => shownLanguage(elsewhere)).toBe('en');
  });
});

describe('on every page of the account', () => {
  const pages = ['/account', '/account/referals', '/account/verification'];

  test.each(['en', 'ru', 'pl'])(
    'nothing is wider than 320 pixels, missing or complained about in %s',
    async (language) => {
      const nickname = await newPlayer(language);
      const page = await openAs(await logIn(url, nickname), '/account', { viewport: { width: 320, height: 640 } });
      await page.context().addCookies([{ name: 'locale', value: language, url }]);
      const complaints: string[] = [];
      // Networks created for realms of other tests look to Chromium like a change of its own connection.
      page.on('console', (message) => {
        if (!message.text().includes('net::ERR_NETWORK_CHANGED')) complaints.push(message.text());
      });
      page.on('pageerror', (fault) => complaints.push(fault.message));
      const titles = new Set<string>();
      for (const path of pages) {
        await page.goto(url + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await becomes(() => page.locator('[aria-busy]').count()).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        );
        expect(await page.locator('body').innerText()).not.toMatch(/undefined|\[object|\{\w+\}|NaN/);
        titles.add(await page.title());
      }
      expect(titles.size).toBe(pages.length);
      expect(complaints).toEqual([]);
      // A page below leads back.
      await page.locator('main').getByRole('link').first().click();
      await page.waitForURL('**/account');
    },
  );

  test('the menu leads everywhere by the keyboard alone', async () => {
    const nickname = await newPlayer();
    const page = await openAs(await logIn(url, nickname), '/account');
    const menu = page.getByRole('navigation', { name: 'Your account' });
    const press = async (name: string) => {
      await becomes(async () => {
        await page.keyboard.press('Tab');
        return page.evaluate(() => document.activeElement?.textContent ?? '');
      }).toBe(name);
      await page.keyboard.press('Enter');
    };
    await menu.waitFor();
    await press('Referrals');
    await page.waitForURL('**/account/referals');
    await heading(page, 'Referrals').waitFor();
    await press('Sessions');
    await page.waitForURL('**/account#sessions');
    await heading(page, 'Sessions').waitFor();
    await press('Change password');
    await page.getByRole('dialog', { name: 'Change your password' }).waitFor();
    await page.keyboard.press('Escape');
    await becomes(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Change password');
    await menu.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${url}/`);
    await becomes(() => storedToken(page)).toBeNull();
  });
});

describe('before the launch', () => {
  test('the registration says that it opens soon, and takes nobody', async () => {
    interrupt(product);
    await product.ended;
    product = startProduct(place, [...limits, '--registration', 'soon']);
    await product.started;
    const page = await open('/?ref=Somebody');
    const dialog = page.getByRole('dialog', { name: 'Create an account' });
    await dialog.getByText('Registration will be available soon').waitFor();
    expect(await dialog.getByRole('button', { name: 'Register' }).count()).toBe(0);
    await expect(register(url, 'Early_bird')).rejects.toThrow('registration_closed');
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await loginDialog(page).waitFor();
  });
});
