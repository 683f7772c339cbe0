import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { loginDialog } from './log-in.ts';
import { heading, type ShopFront, startShopFront, toCheckout } from './shop-front.ts';

/** Money in a browser: from the shop through the providers to the balance. */

let shop: ShopFront;

beforeAll(async () => {
  shop = await startShopFront();
});
afterEach(() => shop.closePages());
afterAll(() => shop.stop());

const pathOf = (page: Page) => new URL(page.url()).pathname;
const fact = (page: Page, label: string) =>
  page
    .locator('main dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .innerText();

describe('a visitor', () => {
  test.each([
    ['en', '$0.99', 'Old price: $2.99'],
    ['ru', '99 ₽', 'Старая цена: 279 ₽'],
    ['pl', '3,99 zł', 'Stara cena: 11,99 zł'],
  ] as const)('sees the prices for their language: %s', async (language, price, oldPrice) => {
    const page = await shop.open('/shop', { language });
    await page.getByText(price, { exact: true }).waitFor();
    const said = (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
    expect(said).toContain(oldPrice);
    await becomes(() => page.locator('main s').count()).toBe(3);
  });

  test('switches the currency for the visit, and finds each category by its address', async () => {
    const page = await shop.open('/shop');
    await page.getByText('PLN', { exact: true }).click();
    await page
      .getByText('PLN 3.99')
      .or(page.getByText(/zł\s?3\.99/))
      .waitFor();
    await page.getByRole('tab', { name: 'Cases' }).click();
    await heading(page, 'No cases yet').waitFor();
    expect(new URL(page.url()).search).toBe('?category=CASES');
    await page.goto(`${shop.url}/shop?category=ACCESSORIES`);
    await heading(page, 'No accessories yet').waitFor();
    // An empty category links to others.
    await page.getByRole('link', { name: 'Coins', exact: true }).click();
    await page.getByRole('tab', { name: 'Coins', selected: true }).waitFor();
    await becomes(() => page.getByRole('radio', { name: 'PLN' }).isChecked()).toBe(true);
    await page.goto(`${shop.url}/shop?category=nonsense`);
    await page.getByRole('tab', { name: 'Coins', selected: true }).waitFor();
  });

  test.each([
    ['/shop', /^Buy 100 coins/],
    ['/shop?category=PRIVILEGES', /^Subscribe: Ghast/],
  ])('who wants to buy at %s is asked to log in', async (path, button) => {
    const page = await shop.open(path);
    await Promise.all([
      page.getByText('You must be logged in').waitFor(),
      page.getByRole('button', { name: button }).click(),
    ]);
    await loginDialog(page).waitFor();
  });

  test('comes to the shop by the menu, and is not told of a payment', async () => {
    const page = await shop.open('/shop/success?session_id=cs_test_1');
    await heading(page, 'Log in to see your payment').waitFor();
    await becomes(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex, nofollow');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shop' }).click();
    await heading(page, 'Shop').waitFor();
    await becomes(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('index, follow');
    await becomes(() => page.title()).toBe('Shop – Realmkeep');
  });
});

describe('a payment', () => {
  test('by card goes from the shop to the balance', async () => {
    const player = await shop.newPlayer();
    const page = await shop.openAs(player, '/shop');
    await toCheckout(page, /^Buy 300 coins for \$2\.69/);
    await page.getByRole('button', { name: 'Pay $2.69' }).click();
    await heading(page, 'The coins have arrived').waitFor();
    // The page knows that it is their own name once their account has loaded.
    await becomes(() => fact(page, 'For')).toBe(`${player.nickname} (you)`);
    expect(await fact(page, 'Coins')).toBe('300 coins');
    await becomes(() => fact(page, 'Your balance')).toBe('300 coins');
    await page.getByRole('link', { name: 'See the plans' }).click();
    await page.getByText('Your balance: 300 coins').waitFor();
    await page.goto(`${shop.url}/account`);
    await page.getByRole('region', { name: 'Coins' }).getByText('300', { exact: true }).waitFor();
  });

  test('in roubles is for another player, found by name before it is paid', async () => {
    const [player, friend] = [await shop.newPlayer(), await shop.newPlayer()];
    const page = await shop.openAs(player, '/shop', { language: 'ru' });
    const name = page.getByLabel('Имя игрока');
    const buy = page.getByRole('button', { name: /^Купить 300 монет/ });
    await page.getByText('Другому игроку').click();
    // However often it is pressed, the field has the focus afterwards.
    for (const _ of [1, 2]) {
      await buy.click();
      await page.getByText('Введите имя игрока').waitFor();
      await becomes(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    }
    await name.fill('nobody_at_all');
    await buy.click();
    await page.locator('main').getByText('Пользователя с таким именем не существует').waitFor();
    await becomes(() => name.getAttribute('aria-invalid')).toBe('true');
    await becomes(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(pathOf(page)).toBe('/shop');

    await name.fill(friend.nickname.toLowerCase());
    await buy.click();
    await page.waitForURL('**/sandbox/pay/checkout/*');
    await page.getByRole('button', { name: /^Оплатить 2/ }).click();
    await heading(page, 'Монеты зачислены').waitFor();
    await becomes(() => fact(page, 'Получатель')).toBe(friend.nickname);
    await becomes(() => fact(page, 'Ваш баланс')).toBe('0 монет');
    const theirs = await shop.openAs(friend, '/account/coins', { language: 'pl' });
    await theirs.getByText('300 monet', { exact: true }).waitFor();
    await theirs.getByRole('cell', { name: `Monety w prezencie od gracza ${player.nickname}` }).waitFor();
  });

  test('that the provider’s word never comes for is credited when the buyer is back', async () => {
    const page = await shop.openAs(await shop.newPlayer(), '/shop', { language: 'pl' });
    await page.getByRole('button', { name: /^Kup 100 monet/ }).click();
    await page.waitForURL('**/sandbox/pay/checkout/*');
    await page.locator('input[name=arrival][value=never]').check();
    await page.locator('button[value=pay]').click();
    await heading(page, 'Monety dotarły').waitFor();
    await becomes(() => fact(page, 'Twój stan konta')).toBe('100 monet');
  });

  test('whose money comes later is waited for, and shown by itself', async () => {
    const page = await shop.openAs(await shop.newPlayer(), '/shop');
    await toCheckout(page, /^Buy 100 coins/);
    const payment = page.url().replace('/checkout/', '/payment/');
    await page.getByRole('button', { name: 'Pay later' }).click();
    await heading(page, 'Waiting for your payment').waitFor();
    await becomes(() => fact(page, 'Your balance')).toBe('0 coins');
    const provider = await page.context().newPage();
    await provider.goto(payment);
    await provider.getByRole('button', { name: 'The money comes' }).click();
    await heading(page, 'The coins have arrived').waitFor();
    await becomes(() => fact(page, 'Your balance')).toBe('100 coins');

    await provider.goto(payment);
    await provider.getByRole('button', { name: 'Give back' }).click();
    await heading(page, 'The payment was refunded').waitFor();
    await becomes(() => fact(page, 'Your balance')).toBe('0 coins');
  });

  test('that takes long is not asked about for ever', async () => {
    const page = await shop.openAs(await shop.newPlayer(), '/shop');
    await toCheckout(page, /^Buy 100 coins/);
    await page.clock.install();
    await page.getByRole('button', { name: 'Pay later' }).click();
    await heading(page, 'Waiting for your payment').waitFor();
    await page.clock.fastForward(130_000);
    await heading(page, 'This is taking longer than usual').waitFor();
    const asked = page.waitForRequest('**/api/payment/session/*');
    await page.getByRole('button', { name: 'Check again' }).click();
    await heading(page, 'Waiting for your payment').waitFor();
    expect((await asked).method()).toBe('GET');
  });

  test('that is declined, or not made, charges nothing', async () => {
    const page = await shop.openAs(await shop.newPlayer(), '/shop');
    await toCheckout(page, /^Buy 100 coins/);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByText('The bank has refused the card.').waitFor();
    await page.getByRole('button', { name: 'Go back without paying' }).click();
    await heading(page, 'Purchase failed. Please try again').waitFor();
    await becomes(() => fact(page, 'Your balance')).toBe('0 coins');
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.getByText('RUB', { exact: true }).click();
    await toCheckout(page, /^Buy 100 coins for .*99/);
    await page.getByRole('button', { name: 'Decline' }).click();
    await heading(page, 'Purchase failed. Please try again').waitFor();
    expect(pathOf(page)).toBe('/shop/cancelled');
  });

  test('whose return is not signed by the provider is an error, and another’s is unknown', async () => {
    const player = await shop.newPlayer();
    const page = await shop.openAs(player, '/shop');
    await page.getByText('RUB', { exact: true }).click();
    await toCheckout(page, /^Buy 100 coins for .*99/);
    const invoice = page.url().split('-').at(-1);
    const back = `/shop/success?OutSum=99.00&InvId=${invoice}&SignatureValue=${'0'.repeat(64)}`;
    await page.goto(shop.url + back);
    await page.waitForURL('**/shop/payment/error');
    await heading(page, 'The payment could not be made').waitFor();
    await page.getByRole('link', { name: 'Write to support' }).waitFor();
    const stranger = await shop.openAs(await shop.newPlayer(), back);
    await heading(stranger, 'There is no such payment').waitFor();
  });
});

test('the shop needs no mouse', async () => {
  const page = await shop.openAs(await shop.newPlayer(), '/shop');
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
  const page = await shop.openAs(await shop.newPlayer(), '/shop', { language, viewport: { width: 320, height: 640 } });
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
    await page.goto(shop.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('main [role=status][aria-busy]').first().waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
});
