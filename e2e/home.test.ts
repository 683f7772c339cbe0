import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { joinWhenUp } from './game-client.ts';
import { createRealm, linkChat, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** What the home page claims, and whether it is true. */

const links = {
  community: 'https://community.example/',
  'social-vk': 'https://vk.example/',
  'social-instagram': 'https://instagram.example/',
  'social-tiktok': 'https://tiktok.example/',
  wiki: 'https://wiki.example/',
  support: 'https://support.example/',
};

let place: Place;
let product: Product;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  place = await newPlace();
  const given = Object.entries(links).flatMap(([name, href]) => [`--${name}-url`, href]);
  product = startProduct(place, [...manyPlayers, ...given]);
  browser = await sharedBrowser();
  await product.started;
});

afterEach(() => context.close());

afterAll(async () => {
  await closePages(browser);
  await endProduct(product, place);
});

async function open(language: 'en' | 'ru' | 'pl' = 'en', options: BrowserContextOptions = {}): Promise<Page> {
  context = await browser.newContext({ locale: language, ...options });
  await context.addCookies([{ name: 'locale', value: language, url: product.url }]);
  const page = await context.newPage();
  await page.goto(product.url);
  await page.locator('#help').waitFor();
  return page;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const sign = (page: Page, words: string) => page.locator('main').getByText(words).waitFor();

test('says how many servers and players are on when it is opened and looked at again, and nothing while offline', async () => {
  await register(product.url, 'Builder');
  const { token } = await logIn(product.url, 'Builder');
  await linkChat(product.url, token, 'Builder');
  const page = await open();
  await sign(page, 'All quiet. Yours could be first.');

  const lookAgain = () => page.evaluate(() => dispatchEvent(new Event('focus')));
  const says = (words: string) =>
    vi.waitFor(
      async () => {
        await lookAgain();
        await page.locator('main').getByText(words).waitFor({ timeout: 1_000 });
      },
      { timeout: 50_000, interval: 100 },
    );
  await createRealm(product.url, token, 'live');
  await says('1 server · 0 players');
  const bot = await joinWhenUp(place.gamePort, 'live.localhost', 'Visitor');
  await says('1 server · 1 player');
  bot.end();
  await says('1 server · 0 players');

  await context.setOffline(true);
  await page.getByText(/1 server/).waitFor({ state: 'detached' });
  await lookAgain();
  await context.setOffline(false);
  await sign(page, '1 server · 0 players');
});

test('gives ten points, the tiers with their prices, six reviews that are marked as examples, and help', async () => {
  const page = await open();
  await becomes(() => section(page, 'Why build here').getByRole('listitem').count()).toBe(10);

  const table = page.getByRole('table', { name: 'Plans and what they include' });
  await table.getByText('1,500 coins a month').waitFor();
  const cells = async (row: number) =>
    (await table.getByRole('row').nth(row).getByRole('cell').allInnerTexts()).join(' | ');
  // Content far below the fold is not laid out yet.
  await table.scrollIntoViewIfNeeded();
  await becomes(() => table.getByRole('rowheader').allInnerTexts()).toEqual(['Chicken', 'Zombie', 'Ghast', 'Dragon']);
  expect(await cells(1)).toMatch(
    /^1 \| 2 \| 500\s×\s500 \| Sandbox\s+384 MB \| .*60 minutes.* · No Nether and End \| Free$/,
  );
  expect(await cells(2)).toMatch(/^2 \| 5 \| 1,500\s×\s1,500 \| .*Nether and End.* \| 300 coins a month$/s);
  expect(await cells(3)).toMatch(/^5 \| 10 \| 3,000\s×\s3,000 \| .*Co-owners.* \| 700 coins a month$/s);
  expect(await cells(4)).toMatch(/^10 \| unlimited \| 4,000\s×\s4,000 \| .*Personal prefix.* \| 1,500 coins a month$/s);

  const reviews = section(page, 'Reviews').getByRole('figure');
  await becomes(() => reviews.count()).toBe(6);
  await becomes(() => reviews.getByText('Example', { exact: true }).count()).toBe(6);

  const help = section(page, 'Help');
  await becomes(() => help.locator('ol').getByRole('listitem').count()).toBe(3);
  const answer = help.getByText(/^After a while the server goes to sleep/);
  expect(await answer.isVisible()).toBe(false);
  await help.getByText('What happens when nobody is playing?').click();
  await answer.waitFor();
  for (const [name, href] of [
    [/wiki/, links.wiki],
    [/support/, links.support],
    [/community/, links.community],
  ] as const) {
    await becomes(() => help.getByRole('link', { name }).getAttribute('href')).toBe(href);
  }
});

test.each([
  ['en', ['Community', 'Instagram', 'TikTok']],
  ['pl', ['Społeczność', 'Instagram', 'TikTok']],
  ['ru', ['Сообщество', 'VK']],
] as const)(
  'ends with the links for readers of %s, the terms, the privacy policy and the years',
  async (language, names) => {
    const page = await open(language, { viewport: { width: 320, height: 640 } });
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: names[1] }).waitFor();
    const targets = await footer.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    const social = language === 'ru' ? [links['social-vk']] : [links['social-instagram'], links['social-tiktok']];
    expect(targets).toEqual([links.community, ...social, '/terms-of-service', '/privacy-policy']);
    await footer.getByRole('link', { name: names[0] }).waitFor();
    await footer.getByText('© 2023–2025 Realmkeep').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  },
);
