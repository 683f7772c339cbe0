import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { focusedName, focusFaults, watchAnnouncements } from './keyboard-focus.ts';
import { manyPlayers, password } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** From the home page to a running realm without a mouse, and with a visible focus throughout. */

let place: Place;
let product: Product;
let browser: Browser;
let page: Page;
/** Elements where the focus was not visible. */
const unseen = new Set<string>();

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place, manyPlayers);
  browser = await sharedBrowser();
  await product.started;
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 720 } });
  await context.addInitScript(watchAnnouncements);
  page = await context.newPage();
});

afterAll(async () => {
  await closePages(browser);
  await endProduct(product, place);
});

const focused = () => focusedName(page);
/** Waits until screen readers have announced the text. */
const isTold = (text: string) => becomes(() => page.evaluate(() => window.announced.join('\n'))).toContain(text);
const heading = (name: string) => page.getByRole('heading', { name, exact: true }).first();

/** Presses a key, and checks where the focus has gone. Not after Enter, which may lead to another page. */
async function press(key: string): Promise<void> {
  await page.keyboard.press(key);
  if (key === 'Enter') return;
  for (const fault of await focusFaults(page)) unseen.add(fault);
}

/** Presses Tab, or Shift+Tab, until the element of this name has the focus: several rounds, as the page may still be loading. */
async function tabTo(name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const stops = new Set<string>();
  const deadline = performance.now() + 50_000;
  while (performance.now() < deadline) {
    await press(key);
    const stop = await focused();
    if (stop.startsWith(name)) return;
    stops.add(stop);
  }
  throw new Error(`No ${name} among ${[...stops].join(' | ')}`);
}

const choose = async (name: string, key = 'Enter') => {
  await tabTo(name);
  await press(key);
};
const type = (text: string) => page.keyboard.type(text);

test('past the header, to an account', async () => {
  await page.goto(product.url);
  await heading('A world of your own, with an address to share').waitFor();
  await press('Tab');
  expect(await focused()).toBe('Skip to content');
  await press('Enter');
  await becomes(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');

  // A menu opens and closes, and the focus returns to its button.
  await tabTo('Language', 'Shift+Tab');
  await press('Enter');
  // Pressed before the page's script has loaded, it opens once it has.
  await page.getByRole('button', { name: 'English' }).waitFor();
  await tabTo('English');
  await press('Escape');
  await becomes(focused).toBe('Language');

  await page.reload();
  await choose('Account');
  await heading('Welcome back').waitFor();
  // A dialog traps the focus, and returns it.
  for (let step = 0; step < 12; step += 1) {
    await press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null || !document.hasFocus())).toBe(
      true,
    );
  }
  await press('Escape');
  await becomes(focused).toBe('Account');
  await press('Enter');
  await heading('Welcome back').waitFor();
  await choose('Register');
  await heading('Create an account').waitFor();
  await becomes(focused).toBe('Username');
  await type('Keys_alone');
  await tabTo('Password');
  await type(password);
  await tabTo('Repeat password');
  await type(password);
  await press('Enter');
  await heading('Welcome back').waitFor();
  await becomes(focused).toMatch(/Username|Password/);
  if ((await focused()) === 'Username') await tabTo('Password');
  await type(password);
  await press('Enter');
  await page.waitForURL('**/account');
  await heading('Your servers').waitFor();
});

test('through the linking of a chat account, to a server that runs', async () => {
  await choose('Create server');
  await heading('First link your Discord account').waitFor();
  await choose('Link now');
  await becomes(focused).toBe('Why link your account');
  await choose('Continue');
  await becomes(focused).toBe('Go to Discord');
  await tabTo('Your password');
  await type(password);
  await choose('Go to Discord');
  await page.waitForURL('**/sandbox/chat/authorize?**');
  await tabTo('Name');
  await type('Keys alone');
  await choose('Authorise');
  await page.waitForURL('**/account/verification');
  await heading('Your account is linked').waitFor();
  await becomes(focused).toBe('Your account is linked');
  await choose('Continue');
  await choose('Create a server');
  await heading('Choose a world').waitFor();

  await tabTo('Normal');
  await press('ArrowDown');
  await becomes(focused).toMatch(/^Meadow/);
  await choose('Continue');
  await becomes(focused).toBe('Name it and choose an address');
  await tabTo('Server name');
  await type('Keys Alone');
  await tabTo('Address');
  await type('keys-alone');
  await press('Enter');
  await heading('Your server is ready').waitFor();
  await isTold('Your server is ready');
  await choose('Manage');
  await heading('Keys Alone').waitFor();
  await page.getByText('Running', { exact: true }).first().waitFor();
});

test('its power, its settings, its tools', async () => {
  await choose('Turn off');
  await page.getByText('Off', { exact: true }).first().waitFor();
  await isTold('Off');
  await page.evaluate(() => (window.announced = []));
  await choose('Turn on');
  await page.getByText('Running', { exact: true }).first().waitFor();
  await isTold('Running');

  await choose('Settings');
  await tabTo('Game mode');
  await press('ArrowDown');
  await choose('Save');
  await page.getByText('Saved', { exact: true }).first().waitFor();

  await tabTo('Console', 'Shift+Tab');
  await press('Enter');
  await heading('Console').waitFor();
  await tabTo('Command');
  await type('list');
  await press('Enter');
  await page.getByText(/list/).first().waitFor();

  for (const [entry, title] of [
    ['File manager', 'File manager'],
    ['Backups', 'Backups'],
    ['Databases', 'Database'],
    ['Schedules', 'Schedules'],
  ] as const) {
    await tabTo(entry, 'Shift+Tab');
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  }
  await choose('Add a schedule');
  await page.getByRole('dialog').waitFor();
  await press('Escape');
  await becomes(focused).toBe('Add a schedule');
});

test('and out again', async () => {
  await tabTo('Account', 'Shift+Tab');
  await press('Enter');
  await page.waitForURL('**/account');
  await tabTo('Yours');
  await press('ArrowRight');
  await becomes(focused).toBe('Partner’s');
  await heading('Nobody has shared a server with you').waitFor();
  await tabTo('Log out', 'Shift+Tab');
  await press('Enter');
  await page.waitForURL(`${product.url}/`);
  expect([...unseen]).toEqual([]);
});
