import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { joinWhenUp } from './game-client.ts';
import { watchAnnouncements } from './keyboard-focus.ts';
import { createRealm } from '@realmkeep/testkit/people';
import { heading, type ShopFront, startShopFront, toCheckout } from './shop-front.ts';

/** What coins buy, and the account's history of them. */

let shop: ShopFront;

beforeAll(async () => {
  shop = await startShopFront();
});
afterEach(() => shop.closePages());
afterAll(() => shop.stop());

/** Buys coins, and pays at once. */
async function buyCoins(page: Page, label: RegExp): Promise<void> {
  await page.goto(`${shop.url}/shop`);
  await toCheckout(page, label);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await heading(page, 'The coins have arrived').waitFor();
}

/** Has the next dialog show a price that is none any more. */
async function showOnce(page: Page, price: number): Promise<void> {
  const former = async (route: Route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, price } } });
  };
  await page.route('**/api/subscription/preview?*', former, { times: 1 });
}

describe('a subscription', () => {
  test('is paid with coins, raised with the unused days counted in, cancelled and kept; a realm’s border follows', async () => {
    const player = await shop.newPlayer();
    await createRealm(shop.url, player.tokens.token, 'bordered');
    const visitor = await joinWhenUp(shop.gamePort, 'bordered.localhost', 'Visitor');
    const borders: number[] = [];
    visitor._client.on('world_border', ({ new_radius: width }: { new_radius: number }) => void borders.push(width));
    const page = await shop.openAs(player, '/shop?category=PRIVILEGES');
    await page.addInitScript(watchAnnouncements);
    await page.getByRole('button', { name: 'Subscribe: Zombie' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You do not have enough coins.').waitFor();
    await dialog.getByText('You need 300 coins more.').waitFor();
    await dialog.getByRole('button', { name: 'Get coins' }).click();
    await page.getByRole('tab', { name: 'Coins', selected: true }).waitFor();

    // While the account has not loaded, the dialog says so.
    await page.route('**/api/user/me', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto(`${shop.url}/shop?category=PRIVILEGES`);
    await page.getByRole('button', { name: 'Subscribe: Zombie' }).click();
    await dialog.getByRole('alert').waitFor();
    await page.unroute('**/api/user/me');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('You need 300 coins more.').waitFor();

    await buyCoins(page, /^Buy 1,500 coins/);
    await page.getByRole('link', { name: 'See the plans' }).click();
    await page.getByRole('button', { name: 'Subscribe: Zombie' }).click();
    await dialog.getByText('1 → 2').waitFor();
    await dialog.getByRole('button', { name: 'Pay 300 coins' }).click();
    await page.getByText('Subscription activated successfully!').waitFor();
    await becomes(() =>
      page.evaluate(() => window.announced.filter((told) => told.includes('Subscription activated')).length),
    ).toBe(1);
    const mine = (tier: string) => page.getByRole('article', { name: tier });
    await mine('Zombie').getByText('Your plan').waitFor();
    await page.getByText('Your balance: 1,200 coins').waitFor();
    await becomes(() => borders.at(-1)).toBe(1500);

    await page.getByRole('button', { name: 'Upgrade: Ghast' }).click();
    await dialog.getByText(/^−(299|300) coins$/).waitFor();
    await dialog.getByRole('button', { name: /^Pay 40[01] coins$/ }).click();
    await mine('Ghast').getByText('Your plan').waitFor();
    await mine('Zombie').getByText('Included in your plan').waitFor();
    await becomes(() => borders.at(-1)).toBe(3000);
    visitor.end();

    await page.goto(`${shop.url}/account`);
    const card = page.getByRole('region', { name: 'Subscription' });
    await card.getByText(/^Renews on .* for 700 coins\.$/).waitFor();
    await card.getByRole('button', { name: 'Cancel subscription' }).click();
    await dialog.getByText(/^You keep Ghast until/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel subscription' }).click();
    await card.getByText(/is not renewed\.$/).waitFor();
    await card.getByRole('button', { name: 'Keep subscription' }).click();
    await card.getByText(/^Renews on/).waitFor();
  });

  test('says what its end would stop', async () => {
    const player = await shop.newPlayer();
    const page = await shop.openAs(player, '/shop');
    await buyCoins(page, /^Buy 300 coins/);
    await page.getByRole('link', { name: 'See the plans' }).click();
    await page.getByRole('button', { name: 'Subscribe: Zombie' }).click();
    await Promise.all([
      page.getByText('Subscription activated successfully!').waitFor(),
      page.getByText('Not enough coins to renew').waitFor(),
      page.getByRole('button', { name: 'Pay 300 coins' }).click(),
    ]);
    for (const name of ['Alpha', 'Beta']) {
      await page.goto(`${shop.url}/realm/create`);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByLabel('Server name').fill(name);
      await page.getByRole('textbox', { name: 'Address' }).fill(`shop-${name}`);
      await page.getByRole('button', { name: 'Create server' }).click();
      await heading(page, 'Your server is ready').waitFor();
    }
    await page.goto(`${shop.url}/realm/create`);
    await page.getByRole('link', { name: 'See the plans' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    const dialog = page.getByRole('dialog');
    const stops = dialog
      .locator('div')
      .filter({ hasText: /^These stop/ })
      .last()
      .getByRole('listitem');
    await stops.first().waitFor();
    await becomes(() => stops.allInnerTexts()).toHaveLength(1);
  });
});

test('the coin history tells it all, and comes as a table', async () => {
  const player = await shop.newPlayer();
  const page = await shop.openAs(player, '/account/coins');
  await heading(page, 'No coins have moved yet').waitFor();
  await buyCoins(page, /^Buy 700 coins/);
  await page.getByRole('link', { name: 'Your coin history' }).click();
  await page.getByRole('link', { name: 'Top up' }).waitFor();
  await page.goto(`${shop.url}/shop?category=PRIVILEGES`);
  await showOnce(page, 299);
  await page.getByRole('button', { name: 'Subscribe: Zombie' }).click();
  await page.getByRole('button', { name: 'Pay 299 coins' }).click();
  await page.getByText('The price has risen to 300 coins').first().waitFor();
  await page.getByRole('button', { name: 'Pay 300 coins' }).click();
  await page.getByText('Subscription activated successfully!').waitFor();
  await page.goto(`${shop.url}/account/coins`);
  const rows = page.getByRole('row');
  await becomes(() => rows.count()).toBe(3);
  const cells = async (index: number) => (await rows.nth(index).getByRole('cell').allInnerTexts()).slice(-2);
  await becomes(() => rows.nth(1).innerText()).toContain('Subscription, one month: Zombie');
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
