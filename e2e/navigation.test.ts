import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { loginDialog, typeLogin } from './log-in.ts';
import { createRealm, logIn, register } from '@realmkeep/testkit/people';
import { heading, type ShopFront, startShopFront } from './shop-front.ts';

/** Where links lead, what each kind of visitor is shown, and the menus. Guards of addresses are tested in pages.test.ts. */

let front: ShopFront;
beforeAll(async () => {
  front = await startShopFront();
});
afterEach(() => front.closePages());
afterAll(() => front.stop());

const pathOf = (page: Page) => new URL(page.url()).pathname;
const mainMenu = (page: Page) => page.locator('header').getByRole('navigation');
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const menuButton = (page: Page) => page.locator('header').getByRole('button', { name: 'Menu' });
const phone = { viewport: { width: 400, height: 800 } };

let made: ReturnType<typeof makeOwner> | undefined;

/** Registers a player on the free tier, with a realm. */
function owner() {
  made ??= makeOwner();
  return made;
}

async function makeOwner() {
  const player = await front.newPlayer();
  return { player, id: await createRealm(front.url, player.tokens.token, 'signpost') };
}

/** Registers a player without a chat account. */
async function visitor(nickname: string) {
  await register(front.url, nickname);
  return { nickname, tokens: await logIn(front.url, nickname) };
}

describe('the header', () => {
  test('marks the current page, and asks a visitor to log in', async () => {
    const page = await front.open('/');
    const current = () => mainMenu(page).locator('[aria-current=page]').allInnerTexts();
    await becomes(current).toEqual(['Home']);
    await mainMenu(page).getByRole('link', { name: 'Shop' }).click();
    await becomes(current).toEqual(['Shop']);
    await page.goto(`${front.url}/shop/cancelled`);
    await becomes(current).toEqual(['Shop']);
    await page.goto(`${front.url}/terms-of-service`);
    await heading(page, 'Terms of service').waitFor();
    expect(await current()).toEqual([]);
    expect(await mainMenu(page).getByRole('button', { name: 'Log out' }).count()).toBe(0);
    await mainMenu(page).getByRole('button', { name: 'Account' }).click();
    await loginDialog(page).waitFor();
    expect(pathOf(page)).toBe('/terms-of-service');
  });

  test('leads to the account when logged in, and home on logging out', async () => {
    const page = await front.openAs(await visitor('Goes_Home'), '/shop');
    await mainMenu(page).getByRole('link', { name: 'Account' }).click();
    await heading(page, 'Your servers').waitFor();
    expect(pathOf(page)).toBe('/account');
    await mainMenu(page).getByRole('button', { name: 'Log out' }).click();
    await becomes(() => pathOf(page)).toBe('/');
    await mainMenu(page).getByRole('button', { name: 'Account' }).waitFor();
    await becomes(() => page.evaluate(() => localStorage.getItem('refresh_token'))).toBeNull();
    expect(await loginDialog(page).count()).toBe(0);
  });
});

test('after a login one comes to the account, some 700 ms later, wherever one was sent away from', async () => {
  await register(front.url, 'Late_Comer');
  const page = await front.open('/realm/create');
  await becomes(() => pathOf(page)).toBe('/');
  // Measured by the page's own clock: how late the test hears of it depends on the load of the machine.
  const waited = page.evaluate(async () => {
    while (location.pathname !== '/account') {
      await new Promise((resolve) => navigation.addEventListener('currententrychange', resolve, { once: true }));
    }
    const arrived = performance.now();
    const answers = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api/auth'));
    return arrived - (answers.at(-1) as PerformanceResourceTiming).responseEnd;
  });
  await typeLogin(page, 'Late_Comer');
  expect(await waited).toBeGreaterThan(600);
  await loginDialog(page).waitFor({ state: 'detached' });
});

describe('the menu of a narrow screen', () => {
  test('closes by Escape, beside it, at a choice and when the screen is turned, and gives the focus back', async () => {
    const page = await front.open('/', phone);
    const open = async () => {
      await menuButton(page).click();
      await drawer(page).getByText('LINKS').waitFor();
    };
    const isClosed = async () => {
      await drawer(page).waitFor({ state: 'detached' });
      await becomes(() => menuButton(page).getAttribute('aria-expanded')).toBe('false');
    };
    await open();
    expect(await drawer(page).getByText('BASIC').count()).toBe(0);
    await page.keyboard.press('Escape');
    await isClosed();
    await becomes(() => menuButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await open();
    // On the button that has opened it, and beside it.
    await page.mouse.click(10, 400);
    await isClosed();
    await open();
    await drawer(page).getByRole('link', { name: 'Shop' }).click();
    await isClosed();
    await becomes(() => pathOf(page)).toBe('/shop');
    await heading(page, 'Shop').waitFor();
    await open();
    await page.goBack();
    await isClosed();
    await heading(page, 'A world of your own, with an address to share').waitFor();
    await open();
    await page.setViewportSize({ width: 780, height: 800 });
    await drawer(page).waitFor({ state: 'detached' });
    await mainMenu(page).getByRole('link', { name: 'Shop' }).waitFor();
    expect(await menuButton(page).isVisible()).toBe(false);
    await page.setViewportSize({ width: 779, height: 800 });
    await menuButton(page).waitFor();
    expect(await mainMenu(page).isVisible()).toBe(false);
  });

  test('has the sections of the realm, each with its id, and a lock where the tier is too small', async () => {
    const { player, id } = await owner();
    const page = await front.openAs(player, `/realm/console?id=${id}`, phone);
    await heading(page, 'Console').waitFor();
    await menuButton(page).click();
    await drawer(page).getByText('ADDITIONAL', { exact: true }).waitFor();
    await becomes(() => drawer(page).getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      'Menu',
      'LINKS',
      'BASIC',
      'IMPROVEMENT',
      'ADDITIONAL',
    ]);
    await expectRealmLinks(drawer(page), id);
    await becomes(() => drawer(page).locator('[aria-current=page]').innerText()).toBe('Console');
  });
});

test('the menu at the side keeps the realm’s id in every link, in both of its contexts', async () => {
  const { player, id } = await owner();
  const page = await front.openAs(player, `/realm/details?id=${id}`);
  const side = page.getByRole('navigation', { name: 'Server', exact: true });
  await side.getByText('Ultima').click();
  await expectRealmLinks(side, id);
  const ultima = side.locator('details');
  // Only the general one leads somewhere so far.
  await becomes(() => ultima.getByRole('link').allInnerTexts()).toEqual(['General']);
  await ultima.getByRole('link', { name: 'General' }).click();
  await becomes(() => page.url()).toBe(`${front.url}/?id=${id}`);
  // The address belongs to none of the visitor's pages, and does no harm.
  await page.locator('h1').waitFor();
});

/** Checks all links except those to other pages of the site. */
async function expectRealmLinks(menu: ReturnType<Page['locator']>, id: string): Promise<void> {
  const support = menu.getByRole('link', { name: 'Support' });
  await support.waitFor();
  await becomes(() => support.getAttribute('target')).toBe('_blank');
  await menu.getByRole('link', { name: 'Access Needs a higher plan' }).waitFor();
  const addresses = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const own = addresses.filter((address) => address?.startsWith('/realm/') || address?.startsWith('/?'));
  expect(own.length).toBeGreaterThanOrEqual(8);
  for (const address of own) expect(address).toContain(`id=${id}`);
}

test('a chosen language is told to the account only of a session that is good', async () => {
  const page = await front.openAs(await visitor('Polyglot'), '/terms-of-service');
  const told: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/user/update/language')) told.push(request.postData());
  });
  const choose = async (language: string, shown: string) => {
    await page
      .locator('header')
      .getByRole('button', { name: /^(Language|Język|Язык)$/ })
      .click();
    await page.getByRole('button', { name: language }).click();
    await page.locator('header').getByText(shown, { exact: true }).first().waitFor();
  };
  await page.locator('header').getByRole('button', { name: 'Language' }).click();
  await becomes(() => page.getByRole('group', { name: 'Language' }).locator('svg').count()).toBe(3);
  await page.keyboard.press('Escape');
  await choose('Polski', 'Konto');
  await becomes(() => told).toEqual(['{"language":"pl"}']);
  // An expired session that cannot be refreshed.
  await page.route('**/api/auth/refresh', (route) => route.abort());
  await page.evaluate(() => localStorage.setItem('expire', new Date(0).toISOString()));
  await page.reload();
  await choose('Русский', 'Аккаунт');
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await choose('English', 'Account');
  expect(told).toHaveLength(1);
});

test('a chosen language that the account could not be told of is told by the next page', async () => {
  const page = await front.openAs(await visitor('Retold'), '/terms-of-service');
  await page.route('**/api/user/update/language', (route) => route.abort());
  await page.locator('header').getByRole('button', { name: 'Language' }).click();
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/user/update/language'));
  await page.getByRole('button', { name: 'Polski' }).click();
  await page.locator('header').getByText('Konto', { exact: true }).first().waitFor();
  await refused;
  await page.unroute('**/api/user/update/language');
  const isTold = () => page.waitForResponse((answer) => answer.url().endsWith('/user/update/language'));
  const [told] = await Promise.all([isTold(), page.reload()]);
  expect([told.status(), told.request().postData()]).toEqual([200, '{"language":"pl"}']);
  // It is sent only once.
  await becomes(() => page.evaluate(() => localStorage.getItem('untoldLanguage'))).toBeNull();
});
