import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort, interrupt, type Product, startProduct } from '../apps/supervisor/test/product.ts';
import { launchBrowser } from './browser.ts';
import { loginDialog } from './log-in.ts';
import { linkChat, logIn, manyPlayers, register, type Tokens } from './people.ts';

/** Money in a browser: from the shop by the providers, whom the sandbox plays, to the balance, the plans and the statement. */

let folder: string;
let product: Product;
let url: string;
let browser: Browser;
let contexts: BrowserContext[] = [];
let faults: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-shop-'));
  await chmod(folder, 0o711);
  const port = await freePort();
  // The origin that the providers send buyers back to.
  url = `http://localhost:${port}`;
  const place = { dataDir: join(folder, 'data'), port, gamePort: await freePort() };
  product = startProduct(place, [...manyPlayers, '--support-url', 'https://support.example/']);
  browser = await launchBrowser();
  await product.started;
});

afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
  expect(faults.splice(0)).toEqual([]);
});

afterAll(async () => {
  await browser.close();
  interrupt(product);
  await product.ended;
  await rm(folder, { recursive: true, force: true });
});

const becomes = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 15_000, interval: 50 });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const pathOf = (page: Page) => new URL(page.url()).pathname;
const fact = (page: Page, label: string) =>
  page
    .locator('main dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .innerText();

interface Looks extends BrowserContextOptions {
  language?: 'en' | 'ru' | 'pl';
}

async function open(path: string, { language = 'en', ...options }: Looks = {}): Promise<Page> {
  const context = await browser.newContext({ locale: language, ...options });
  context.setDefaultTimeout(15_000);
  contexts.push(context);
  await context.addCookies([{ name: 'locale', value: language, url }]);
  const page = await context.newPage();
  page.on('pageerror', (fault) => faults.push(fault.message));
  await page.goto(url + path);
  return page;
}

/** A page with these tokens in its storage. */
async function openAs({ tokens }: Player, path: string, looks: Looks = {}): Promise<Page> {
  const page = await open('/terms-of-service', looks);
  await page.evaluate((held) => {
    for (const [name, value] of Object.entries(held)) localStorage.setItem(name, value);
  }, tokens);
  await page.goto(url + path);
  return page;
}

interface Player {
  nickname: string;
  tokens: Tokens;
}

let players = 0;

async function newPlayer(): Promise<Player> {
  players += 1;
  const nickname = `Shopper_${players}`;
  await register(url, nickname);
  const tokens = await logIn(url, nickname);
  await linkChat(url, tokens.token, nickname);
  return { nickname, tokens };
}

/** Buys the pack that costs so much, and ends on the provider's page. */
async function toCheckout(page: Page, label: RegExp): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await page.waitForURL('**/sandbox/pay/checkout/*');
}

/** As a buyer who pays at once. */
async function buyCoins(page: Page, label: RegExp): Promise<void> {
  await page.goto(`${url}/shop`);
  await toCheckout(page, label);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await heading(page, 'The coins have arrived').waitFor();
}

describe('a visitor', () => {
  test.each([
    ['en', '$0.99', 'Old price: $2.99'],
    ['ru', '99 ₽', 'Старая цена: 279 ₽'],
    ['pl', '3,99 zł', 'Stara cena: 11,99 zł'],
  ] as const)('sees the prices of his language: %s', async (language, price, oldPrice) => {
    const page = await open('/shop', { language });
    await page.getByText(price, { exact: true }).waitFor();
    const said = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    expect(said).toContain(oldPrice);
    expect(await page.locator('main s').count()).toBe(3);
  });

  test('switches the currency for his visit, and finds each category by its address', async () => {
    const page = await open('/shop');
    await page.getByText('PLN', { exact: true }).click();
    await page
      .getByText('PLN 3.99')
      .or(page.getByText(/zł\s?3\.99/))
      .waitFor();
    await page.getByRole('tab', { name: 'Cases' }).click();
    await heading(page, 'No cases yet').waitFor();
    expect(new URL(page.url()).search).toBe('?category=CASES');
    await page.goto(`${url}/shop?category=ACCESSORIES`);
    await heading(page, 'No accessories yet').waitFor();
    expect(await page.getByRole('radio', { name: 'PLN' }).isChecked()).toBe(true);
    await page.goto(`${url}/shop?category=nonsense`);
    await page.getByRole('tab', { name: 'Coins', selected: true }).waitFor();
  });

  test.each([
    ['/shop', /^Buy 100 coins/],
    ['/shop?category=PRIVILEGES', /^Subscribe: Ghast/],
  ])('who wants to buy at %s is asked to log in', async (path, button) => {
    const page = await open(path);
    await page.getByRole('button', { name: button }).click();
    await loginDialog(page).waitFor();
    await page.getByText('You must be logged in').waitFor();
  });

  test('comes to the shop by the menu, and is not told of a payment', async () => {
    const page = await open('/shop/success?session_id=cs_test_1');
    await heading(page, 'Log in to see your payment').waitFor();
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, nofollow');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click();
    await heading(page, 'Shop').waitFor();
    await becomes(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('index, follow');
    await becomes(() => page.title()).toBe('Shop – Realmkeep');
  });
});

describe('a payment', () => {
  test('by card goes from the shop to the balance', async () => {
    const player = await newPlayer();
    const page = await openAs(player, '/shop');
    await toCheckout(page, /^Buy 300 coins for \$2\.69/);
    await page.getByRole('button', { name: 'Pay $2.69' }).click();
    await heading(page, 'The coins have arrived').waitFor();
    expect(await fact(page, 'For')).toBe(`${player.nickname} (you)`);
    expect(await fact(page, 'Coins')).toBe('300 coins');
    expect(await fact(page, 'Your balance')).toBe('300 coins');
    await page.getByRole('link', { name: 'See the plans' }).click();
    await page.getByText('Your balance: 300 coins').waitFor();
    await page.goto(`${url}/account`);
    await page.getByRole('region', { name: 'Coins' }).getByText('300', { exact: true }).waitFor();
  });

  test('in roubles is for another player, found by his name before it is paid', async () => {
    const [player, friend] = [await newPlayer(), await newPlayer()];
    const page = await openAs(player, '/shop', { language: 'ru' });
    const name = page.getByLabel('Имя игрока');
    const buy = page.getByRole('button', { name: /^Купить 300 монет/ });
    await page.getByText('Другому игроку').click();
    await buy.click();
    await page.getByText('Введите имя игрока').waitFor();
    await name.fill('nobody_at_all');
    await buy.click();
    await page.locator('main').getByText('Пользователя с таким именем не существует').waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await becomes(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(pathOf(page)).toBe('/shop');

    await name.fill(friend.nickname.toLowerCase());
    await buy.click();
    await page.waitForURL('**/sandbox/pay/checkout/*');
    await page.getByRole('button', { name: /^Оплатить 2/ }).click();
    await heading(page, 'Монеты зачислены').waitFor();
    expect(await fact(page, 'Получатель')).toBe(friend.nickname);
    expect(await fact(page, 'Ваш баланс')).toBe('0 монет');
    const theirs = await openAs(friend, '/account/coins', { language: 'pl' });
    await theirs.getByText('300 monet', { exact: true }).waitFor();
    await theirs.getByRole('cell', { name: /^Zakup monet/ }).waitFor();
  });

  test('that the provider’s word never comes for is credited when the buyer is back', async () => {
    const page = await openAs(await newPlayer(), '/shop', { language: 'pl' });
    await page.getByRole('button', { name: /^Kup 100 monet/ }).click();
    await page.waitForURL('**/sandbox/pay/checkout/*');
    await page.locator('input[name=arrival][value=never]').check();
    await page.locator('button[value=pay]').click();
    await heading(page, 'Monety dotarły').waitFor();
    expect(await fact(page, 'Twój stan konta')).toBe('100 monet');
  });

  test('whose money comes later is waited for, and shown by itself', async () => {
    const page = await openAs(await newPlayer(), '/shop');
    await toCheckout(page, /^Buy 100 coins/);
    const id = page.url().split('/').at(-1);
    await page.getByRole('button', { name: 'Pay later' }).click();
    await heading(page, 'Waiting for your payment').waitFor();
    expect(await fact(page, 'Your balance')).toBe('0 coins');
    const provider = await page.context().newPage();
    await provider.goto(`${url}/sandbox/pay/payment/${id}`);
    await provider.getByRole('button', { name: 'The money comes' }).click();
    await heading(page, 'The coins have arrived').waitFor();
    expect(await fact(page, 'Your balance')).toBe('100 coins');

    await provider.goto(`${url}/sandbox/pay/payment/${id}`);
    await provider.getByRole('button', { name: 'Give back' }).click();
    await heading(page, 'The payment was refunded').waitFor();
    expect(await fact(page, 'Your balance')).toBe('0 coins');
  });

  test('that takes long is not asked about for ever', async () => {
    const page = await openAs(await newPlayer(), '/shop');
    await toCheckout(page, /^Buy 100 coins/);
    await page.clock.install();
    await page.getByRole('button', { name: 'Pay later' }).click();
    await heading(page, 'Waiting for your payment').waitFor();
    await page.clock.fastForward(130_000);
    await heading(page, 'This takes longer than usual').waitFor();
    const asked = page.waitForRequest('**/api/payment/session/*');
    await page.getByRole('button', { name: 'Check again' }).click();
    await heading(page, 'Waiting for your payment').waitFor();
    expect((await asked).method()).toBe('GET');
  });

  test('that is declined, or not made, charges nothing', async () => {
    const page = await openAs(await newPlayer(), '/shop');
    await toCheckout(page, /^Buy 100 coins/);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('The bank has refused the card.').waitFor();
    await page.getByRole('button', { name: 'Go back without paying' }).click();
    await heading(page, 'Purchase failed. Please try again').waitFor();
    expect(await fact(page, 'Your balance')).toBe('0 coins');
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.getByText('RUB', { exact: true }).click();
    await toCheckout(page, /^Buy 100 coins for .*99/);
    await page.getByRole('button', { name: 'Decline' }).click();
    await heading(page, 'Purchase failed. Please try again').waitFor();
    expect(pathOf(page)).toBe('/shop/cancelled');
  });

  test('whose return is not signed by the provider is an error, and another’s is unknown', async () => {
    const player = await newPlayer();
    const page = await openAs(player, '/shop');
    await page.getByText('RUB', { exact: true }).click();
    await toCheckout(page, /^Buy 100 coins for .*99/);
    const invoice = page.url().split('-').at(-1);
    const back = `/shop/success?OutSum=99.00&InvId=${invoice}&SignatureValue=${'0'.repeat(64)}`;
    await page.goto(url + back);
    await page.waitForURL('**/shop/payment/error');
    await heading(page, 'The payment could not be made').waitFor();
    await page.getByRole('link', { name: 'Write to support' }).waitFor();
    const stranger = await openAs(await newPlayer(), back);
    await heading(stranger, 'There is no such payment').waitFor();
  });
});

describe('a subscription', () => {
  test('is paid with coins, raised with the unused days counted in, cancelled and kept', async () => {
    const player = await newPlayer();
    const page = await openAs(player, '/shop?category=PRIVILEGES');
    await page.getByRole('button', { name: 'Subscribe: Zombie' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You do not have enough coins.').waitFor();
    await dialog.getByText('You need 300 coins more.').waitFor();
    await dialog.getByRole('button', { name: 'Get coins' }).click();
    await page.getByRole('tab', { name: 'Coins', selected: true }).waitFor();

    await buyCoins(page, /^Buy 1,500 coins/);
    await page.getByRole('link', { name: 'See the plans' }).click();
    await page.getByRole('button', { name: 'Subscribe: Zombie' }).click();
    await dialog.getByText('1 → 2').waitFor();
    await dialog.getByRole('button', { name: 'Pay 300 coins' }).click();
    await page.getByText('Subscription activated successfully!').waitFor();
    const mine = (tier: string) => page.getByRole('article', { name: tier });
    await mine('Zombie').getByText('Your plan').waitFor();
    await page.getByText('Your balance: 1,200 coins').waitFor();

    await page.getByRole('button', { name: 'Upgrade: Ghast' }).click();
    await dialog.getByText(/^−(299|300) coins$/).waitFor();
    await dialog.getByRole('button', { name: /^Pay 40[01] coins$/ }).click();
    await mine('Ghast').getByText('Your plan').waitFor();
    await mine('Zombie').getByText('Included in your plan').waitFor();

    await page.goto(`${url}/account`);
    const card = page.getByRole('region', { name: 'Subscription' });
    await card.getByText(/^Renews on .* for 700 coins\.$/).waitFor();
    await card.getByRole('button', { name: 'Cancel subscription' }).click();
    await dialog.getByText(/^Ghast stays until/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await card.getByText(/is not renewed\.$/).waitFor();
    await card.getByRole('button', { name: 'Keep subscription' }).click();
    await card.getByText(/^Renews on/).waitFor();
  });

  test('says what its end would stop', async () => {
    const player = await newPlayer();
    const page = await openAs(player, '/shop');
    await buyCoins(page, /^Buy 300 coins/);
    await page.getByRole('link', { name: 'See the plans' }).click();
    await page.getByRole('button', { name: 'Subscribe: Zombie' }).click();
    await page.getByRole('button', { name: 'Pay 300 coins' }).click();
    await page.getByText('Subscription activated successfully!').waitFor();
    await page.getByText('Too few coins to renew').waitFor();
    for (const name of ['Alpha', 'Beta']) {
      await page.goto(`${url}/realm/create`);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Server name').fill(name);
      await page.getByRole('textbox', { name: 'Address' }).fill(`shop-${name}`);
      await page.getByRole('button', { name: 'Create server' }).click();
      await heading(page, 'Your server is ready').waitFor();
    }
    await page.goto(`${url}/realm/create`);
    await page.getByRole('link', { name: 'See the plans' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog');
    const stops = dialog
      .locator('div')
      .filter({ hasText: /^These stop/ })
      .last()
      .getByRole('listitem');
    await stops.first().waitFor();
    expect(await stops.allInnerTexts()).toHaveLength(1);
  });
});

test('the statement tells it all, and comes as a table', async () => {
  const player = await newPlayer();
  const page = await openAs(player, '/account/coins');
  await heading(page, 'No coins have moved yet').waitFor();
  await buyCoins(page, /^Buy 700 coins/);
  await page.getByRole('link', { name: 'Your statement' }).click();
  await page.getByRole('link', { name: 'Top up' }).waitFor();
  await page.goto(`${url}/shop?category=PRIVILEGES`);
  await page.getByRole('button', { name: 'Subscribe: Zombie' }).click();
  await page.getByRole('button', { name: 'Pay 300 coins' }).click();
  await page.getByText('Subscription activated successfully!').waitFor();
  await page.goto(`${url}/account/coins`);
  const rows = page.getByRole('row');
  await becomes(() => rows.count()).toBe(3);
  const cells = async (index: number) => (await rows.nth(index).getByRole('cell').allInnerTexts()).slice(-2);
  expect(await rows.nth(1).innerText()).toContain('Subscription, one month: Zombie');
  expect(await cells(1)).toEqual(['-300', '400']);
  expect(await cells(2)).toEqual(['+700', '700']);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('realmkeep-coins.csv');
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe('\uFEFFdate,kind,reference,subject,amount,balance');
  expect(lines.map((line) => line.split(',').slice(-2))).toEqual([
    ['-300', '400'],
    ['700', '700'],
  ]);
  expect(asked.filter((address) => address.includes(player.tokens.token))).toEqual([]);
});

test('the shop needs no mouse', async () => {
  const page = await openAs(await newPlayer(), '/shop');
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.ariaLabel ?? (element instanceof HTMLInputElement ? element.value : (element?.textContent ?? ''));
    });
  const tabTo = async (name: string) => {
    await becomes(async () => {
      await page.keyboard.press('Tab');
      return focused();
    }).toContain(name);
  };
  await page.getByRole('button', { name: /^Buy 100 coins/ }).waitFor();
  await tabTo('Coins');
  await page.keyboard.press('ArrowRight');
  await heading(page, 'No cases yet').waitFor();
  await page.keyboard.press('Home');
  await tabTo('USD');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: /^Buy 100 coins for .*99/ }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await tabTo('self');
  await page.keyboard.press('ArrowRight');
  await tabTo('');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: /^Buy 100 coins for \$/ }).waitFor();
  await tabTo('Buy 100 coins');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/sandbox/pay/checkout/*');
  await page.goBack();
  await page.getByRole('button', { name: /^Buy 100 coins/ }).waitFor();
  await becomes(() => page.getByRole('button', { name: /^Buy 100 coins/ }).isEnabled()).toBe(true);
});

test.each(['en', 'ru', 'pl'] as const)('nothing is wider than 320 pixels: %s', async (language) => {
  const page = await openAs(await newPlayer(), '/shop', { language, viewport: { width: 320, height: 640 } });
  for (const path of [
    '/shop',
    '/shop?category=PRIVILEGES',
    '/shop?category=CASES',
    '/shop/success?session_id=none',
    '/shop/cancelled',
    '/shop/payment/error',
    '/account',
    '/account/coins',
  ]) {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('main [role=status][aria-busy]').first().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
});
