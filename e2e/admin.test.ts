import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compiledCode, type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { sentOff, startClient } from './game-client.ts';
import {
  createRealm,
  keepTokens,
  linkChat,
  logIn,
  manyPlayers,
  register,
  type Tokens,
} from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** What operators do and how it affects players: one installation, one operator, one step after another. */

const adminScript = new URL('../apps/api/scripts/admin.ts', import.meta.url).pathname;
const operator = 'Warden_1';
const player = 'Steve_the_1st';

let place: Place;
let product: Product;
let browser: Browser;
/** The operator's. */
let page: Page;
let playerTokens: Tokens;
const faults: string[] = [];

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place, manyPlayers);
  browser = await sharedBrowser();
  await product.started;
  for (const nickname of [operator, player]) await register(product.url, nickname);
  await runAdmin('grant', operator.toLowerCase());
  page = await openAs(await logIn(product.url, operator), '/account');
  playerTokens = await logIn(product.url, player);
  await linkChat(product.url, playerTokens.token, player);
});

afterAll(async () => {
  await closePages(browser);
  await endProduct(product, place);
});

async function openAs(tokens: Tokens, path: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const opened = await context.newPage();
  opened.on('pageerror', (fault) => faults.push(fault.message));
  await keepTokens(opened, product.url, tokens);
  await opened.goto(product.url + path);
  return opened;
}

/** Runs the program behind bin/admin. @returns its output */
async function runAdmin(...words: string[]): Promise<string> {
  const env = { DATA_DIR: place.dataDir, NODE_COMPILE_CACHE: compiledCode };
  return (await promisify(execFile)(process.execPath, [adminScript, ...words], { env })).stdout;
}

/** The names of the shop's products in a language. */
async function shopNames(language: string, currency: string): Promise<string[]> {
  const answer = await fetch(`${product.url}/api/product/list?language=${language}&currency=${currency}&size=100`);
  const { data } = (await answer.json()) as { data: { items: { name: string; price: number; oldPrice: number }[] } };
  return data.items.map(({ name, price, oldPrice }) => `${name}: ${price}, not ${oldPrice}`);
}

async function giveReason(title: string, reason: string, button: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The text of the card, and its picture. */
const face = async (card: Locator) => ({
  text: (await card.innerText()).replaceAll(/\s+/g, ' '),
  picture: await card.locator('img').getAttribute('src'),
});

test('a player who is no operator is told so, and search engines are kept away', async () => {
  const answer = await fetch(`${product.url}/admin/users`);
  expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
  const stranger = await openAs(playerTokens, '/account');
  await stranger.getByRole('heading', { name: 'Your account' }).waitFor();
  expect(await stranger.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  for (const path of ['/admin', '/admin/users?q=a', '/admin/audit']) {
    await stranger.goto(product.url + path);
    await stranger.getByRole('heading', { name: 'You do not have access' }).waitFor();
    expect(await stranger.getByRole('table').count()).toBe(0);
  }
  await stranger.context().close();
});

test('a product is put into the shop in three languages, changed, and taken out again', async () => {
  await page.getByRole('link', { name: 'Administration' }).first().click();
  await page.waitForURL('**/admin/products');
  await page.getByRole('button', { name: 'New product' }).click();
  await page.getByRole('heading', { name: 'New product' }).waitFor();

  // All missing fields are named at once, and the first of them has the focus.
  await page.getByRole('button', { name: 'Add to the shop' }).click();
  await page.getByText('At least one price is needed').waitFor();
  await becomes(() => page.getByText('A name is needed').count()).toBe(3);
  await becomes(() => page.getByLabel('Number of coins').evaluate((field) => field === document.activeElement)).toBe(
    true,
  );

  await page.getByLabel('Number of coins').fill('2500');
  await page.getByLabel('Price in US dollars').fill('1,000');
  await page.getByText('At most two decimals').waitFor();
  await page.getByLabel('Price in US dollars').fill('20,50');
  await page.getByLabel('Discount, %').first().fill('10');
  await page.getByText('The buyer pays $18.45').waitFor();
  await page.getByLabel('Price in zlotys').fill('80');
  await page.getByLabel('Discount, %').nth(2).fill('50');
  for (const [language, name] of [
    ['English', 'Chest of gold'],
    ['Russian', 'Сундук золота'],
    ['Polish', 'Skrzynia złota'],
  ] as const) {
    const texts = page.getByRole('group', { name: language });
    await texts.getByLabel('Name').fill(name);
    await texts.getByLabel('Description').fill('Two lines\nof it');
  }
  const preview = page.getByRole('region', { name: 'What the buyer sees' });
  await preview.getByRole('article', { name: 'Chest of gold' }).getByText('$18.45').waitFor();
  await preview.getByText('pl', { exact: true }).click();
  await preview.getByRole('article', { name: 'Skrzynia złota' }).waitFor();
  await preview.getByText('ru', { exact: true }).click();
  await preview.getByText('Without a price in RUB').waitFor();

  await page.getByRole('button', { name: 'Add to the shop' }).click();
  await page.getByText('“Chest of gold” is in the shop').first().waitFor();
  expect(await shopNames('en', 'USD')).toContain('Chest of gold: 18.45, not 20.5');
  expect(await shopNames('ru', 'PLN')).toContain('Сундук золота: 40, not 80');
  expect(await shopNames('pl', 'PLN')).toContain('Skrzynia złota: 40, not 80');

  await page.getByRole('button', { name: 'Edit Chest of gold' }).click();
  await becomes(() => page.getByLabel('Price in US dollars').inputValue()).toBe('20.50');
  await page.getByLabel('Price in US dollars').fill('21');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('“Chest of gold” is saved').first().waitFor();
  expect(await shopNames('en', 'USD')).toContain('Chest of gold: 18.9, not 21');

  await page.getByRole('button', { name: 'Archive Chest of gold' }).click();
  const confirm = page.getByRole('dialog', { name: 'Archive “Chest of gold”?' });
  await confirm.getByRole('button', { name: 'Archive' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Chest of gold' });
  await row.getByText('Archived').waitFor();
  expect(await row.getByRole('button').count()).toBe(0);
  expect(String(await shopNames('en', 'USD'))).not.toContain('Chest of gold');
});

test('coins that expire are in the account that is open, at once', async () => {
  const account = await openAs(playerTokens, '/account');
  await account.getByText('None at the moment').waitFor();
  await page.getByRole('link', { name: 'Players' }).click();
  await page.getByLabel('Find a player').fill('STEVE');
  await page.waitForURL('**/admin/users?q=STEVE');
  await becomes(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: `Give coins to ${player}` }).click();
  const dialog = page.getByRole('dialog', { name: `Coins for ${player}` });
  const day = new Date(Date.now() + 40 * 86_400_000);
  await dialog.getByLabel('How many coins').fill('120');
  await dialog.getByLabel('Valid until').fill('2020-01-31');
  await dialog.getByText('That day has passed').waitFor();
  await dialog.getByLabel('Valid until').fill(day.toLocaleDateString('sv'));
  await dialog.getByLabel('Reason').fill('sorry for the outage');
  await dialog.getByRole('button', { name: 'Give' }).click();
  await page.getByText(`${player} has received 120 coins`).first().waitFor();
  await page.getByRole('row').filter({ hasText: '+ 120 expiring' }).waitFor();

  await account.getByText('120 coins').first().waitFor();
  const shown = day.toLocaleDateString('en-GB', { dateStyle: 'long' });
  await account.getByText(`valid until ${shown}`).waitFor();
  await account.context().close();
});

test('a blocked realm says why: to its owner, whose page is open, and in the game', async () => {
  const id = await createRealm(product.url, playerTokens.token, 'stolen');
  const realm = await openAs(playerTokens, `/realm/details?id=${id}`);
  await realm.getByText('Running', { exact: true }).first().waitFor();

  await page.getByRole('link', { name: 'Servers' }).click();
  await page.getByLabel('Find a server').fill('stolen');
  await page.getByRole('button', { name: 'Block Made by a call' }).click();
  await giveReason('Block Made by a call', 'a copy of "the" §4castle', 'Block');
  const row = page.getByRole('row').filter({ hasText: 'stolen.localhost' });
  await row.getByText('a copy of "the" §4castle').waitFor();

  const popup = realm.getByRole('dialog', { name: 'This server is blocked' });
  await popup.getByText('a copy of "the" §4castle').waitFor();
  await popup.getByRole('button', { name: 'Close' }).click();
  await realm.locator('main').getByText('The reason: a copy of "the" §4castle').waitFor();
  await becomes(async () =>
    JSON.parse(await sentOff(startClient(place.gamePort, 'stolen.localhost', 'Passer_by'))),
  ).toEqual({
    text: 'Made by a call is blocked. The reason: a copy of "the" 4castle',
  });

  await page.getByRole('button', { name: 'Unblock Made by a call' }).click();
  await giveReason('Unblock Made by a call', 'it is their own', 'Unblock');
  await realm.getByText('Running', { exact: true }).first().waitFor();
  await realm.context().close();
});

test('a blocked player is logged out at once, and can come back once unblocked', async () => {
  const account = await openAs(playerTokens, '/account');
  await account.getByRole('heading', { name: 'Your servers' }).waitFor();
  await page.getByRole('link', { name: 'Players' }).click();
  await page.getByLabel('Find a player').fill(player);
  await page.getByRole('button', { name: `Block ${player}`, exact: true }).click();
  const told = account.getByText('This account is blocked').first().waitFor();
  await Promise.all([told, giveReason(`Block ${player}`, 'sells what is not theirs', 'Block')]);
  await account.getByRole('dialog', { name: 'Welcome back' }).waitFor();
  await becomes(() => new URL(account.url()).pathname).toBe('/');
  await page.getByRole('row').filter({ hasText: player }).getByText('sells what is not theirs').waitFor();
  await expect(logIn(product.url, player)).rejects.toThrow('account_blocked');

  await page.getByRole('button', { name: `Unblock ${player}`, exact: true }).click();
  await giveReason(`Unblock ${player}`, 'they have explained it', 'Unblock');
  expect(await logIn(product.url, player)).toHaveProperty('track_id');
  await account.context().close();
});

test('the log has all of it, in words, the latest first', async () => {
  await page.getByRole('link', { name: 'Log', exact: true }).click();
  await page.getByText(`Made ${operator} an operator`).waitFor();
  const deeds = () => page.locator('tbody tr td:nth-of-type(2)').allInnerTexts();
  await becomes(async () => (await deeds()).map((text) => text.split('\n')[0])).toEqual([
    `Unblocked the account ${player}`,
    `Blocked the account ${player}`,
    'Unblocked the server “Made by a call”',
    'Blocked the server “Made by a call”',
    `Gave coins to ${player}`,
    'Removed the product “Chest of gold” from the shop',
    'Changed the product “Chest of gold”',
    'Added the product “Chest of gold” to the shop',
    `Made ${operator} an operator`,
  ]);
  const rows = page.getByRole('row');
  await rows.filter({ hasText: 'sells what is not theirs' }).getByText(operator).waitFor();
  await rows
    .filter({ hasText: `Made ${operator}` })
    .getByText('The machine’s command line')
    .waitFor();
  await rows
    .filter({ hasText: 'Gave coins' })
    .getByText(/120 coins, valid until/)
    .waitFor();
  // An old address may be past the end: there is a way back.
  await page.goto(`${product.url}/admin/audit?page=7`);
  await page.getByRole('heading', { name: 'Nothing yet' }).waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await rows.filter({ hasText: 'Gave coins' }).waitFor();
});

test('a subscription filed anywhere, with a picture of its own, reaches buyers as the preview shows it', async () => {
  await page.goto(`${product.url}/admin/products?edit=new`);
  await page.getByLabel('Type').selectOption('SUBSCRIPTION');
  await page.getByLabel('Tier, for a month').selectOption('2');
  await page.getByLabel('Category').selectOption('ACCESSORIES');
  await page.getByLabel('Price in coins').fill('900');
  await page.getByLabel('Discount, %').fill('30');
  for (const [language, name, text] of [
    ['English', 'Night owl', 'For those\nwho build at night'],
    ['Russian', 'Ночная сова', 'Для тех,\nкто строит ночью'],
    ['Polish', 'Nocna sowa', 'Dla tych,\nktórzy budują nocą'],
  ] as const) {
    const texts = page.getByRole('group', { name: language });
    await texts.getByLabel('Name').fill(name);
    await texts.getByLabel('Description').fill(text);
  }
  const preview = page.getByRole('region', { name: 'What the buyer sees' });
  const send = async (name: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload a picture' }).press('Enter'),
    ]);
    await chooser.setFiles({ name, mimeType: 'image/png', buffer });
  };
  const form = page.locator('form');
  await send('vast.png', Buffer.alloc(1024 * 1024 + 1));
  await form.getByText('The file is larger than 1,024 KB').waitFor();
  await send('words.png', Buffer.from('not a picture'));
  await form.getByText('This is not an intact PNG, JPEG or WebP picture').waitFor();
  await send('owl.png', await readFile(new URL('../apps/web/public/og/home-en.png', import.meta.url)));
  await page.getByText('The picture is ready').waitFor();
  await becomes(() => form.getByText('This is not an intact').count()).toBe(0);

  const previewed: Record<string, Awaited<ReturnType<typeof face>>> = {
    en: await face(preview.getByRole('article', { name: 'Night owl' })),
  };
  for (const [language, name] of [
    ['ru', 'Ночная сова'],
    ['pl', 'Nocna sowa'],
  ] as const) {
    await preview.getByText(language, { exact: true }).click();
    await preview.locator(`[lang=${language}]`).waitFor();
    previewed[language] = await face(preview.getByRole('article', { name }));
  }
  expect(previewed.en?.text).toMatch(
    /30% off.*Night owl For those who build at night.*630 coins.*900 coins.*Co-owners/,
  );
  expect(previewed.ru?.text).toMatch(/630 монет.*900 монет.*Совладельцы/);
  await page.getByRole('button', { name: 'Add to the shop' }).click();
  await page.getByText('“Night owl” is in the shop').first().waitFor();

  await register(product.url, 'Owl_keeper');
  const buyer = await openAs(await logIn(product.url, 'Owl_keeper'), '/shop?category=ACCESSORIES');
  for (const [language, name, action] of [
    ['en', 'Night owl', 'Subscribe'],
    ['ru', 'Ночная сова', 'Оформить'],
    ['pl', 'Nocna sowa', 'Subskrybuj'],
  ] as const) {
    await buyer.context().addCookies([{ name: 'locale', value: language, url: product.url }]);
    await buyer.reload();
    const card = buyer.getByRole('article', { name });
    await card.getByRole('button').waitFor();
    await becomes(() => face(card)).toEqual({
      text: `${previewed[language]?.text} ${action}`,
      picture: previewed[language]?.picture,
    });
    await becomes(() => card.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256);
  }
  await buyer.getByRole('button', { name: 'Subskrybuj: Nocna sowa' }).press('Enter');
  const dialog = buyer.getByRole('dialog', { name: /Nocna sowa/ });
  await becomes(() => dialog.locator('dl').first().innerText()).toContain('630');
  await buyer.context().close();

  // The form opens with what was saved; without the product, its category in the shop is empty and leads on.
  await page.getByRole('button', { name: 'Edit Night owl' }).click();
  await becomes(() => page.getByRole('combobox', { name: 'Picture' }).locator('option:checked').innerText()).toBe(
    'Uploaded picture',
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Archive Night owl' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('row').filter({ hasText: 'Night owl' }).getByText('Archived').waitFor();
  await page.goto(`${product.url}/shop?category=ACCESSORIES`);
  await page.getByRole('heading', { name: 'No accessories yet' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Privileges' }).click();
  await page.getByRole('article', { name: 'Ghast' }).waitFor();
});

test('nothing is wider than a small phone, and what cannot be loaded is asked for again', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    '/admin/products',
    '/admin/products?edit=new',
    '/admin/users',
    '/admin/realms',
    '/admin/plans',
    '/admin/machine',
    '/admin/audit',
  ]) {
    await page.goto(product.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('row').or(page.locator('form')).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  const calls = '**/api/admin/users?*';
  await page.route(calls, (route) => route.abort());
  await page.goto(`${product.url}/admin/users`);
  await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor();
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('row').filter({ hasText: player }).waitFor();
});

test('what an operator has lost access to is closed to them, and no page had a fault', async () => {
  expect(await runAdmin('revoke', operator)).toBe(`${operator} is no longer an operator.\n`);
  await becomes(async () => {
    await page.reload();
    return page.getByRole('heading', { level: 1 }).innerText();
  }).toBe('You do not have access');
  expect(faults).toEqual([]);
});
