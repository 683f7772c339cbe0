import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { keepTokens, logIn, register } from '@realmkeep/testkit/people';

/** Pages that can be read before any script has run. */

const { port } = inject('sharedPlace');
const url = `http://127.0.0.1:${port}`;
let browser: Browser;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages(browser);
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Every prerendered page in every language, with its title. */
const readings = [
  ['/', 'en-GB', 'A world of your own, with an address to share'],
  ['/', 'ru-RU', 'Свой мир с адресом, которым легко поделиться'],
  ['/', 'pl-PL', 'Własny świat z adresem, który łatwo podać dalej'],
  ['/shop', 'en-GB', 'Shop'],
  ['/shop', 'ru-RU', 'Магазин'],
  ['/shop', 'pl-PL', 'Sklep'],
  ['/terms-of-service', 'ru-RU', 'Условия использования'],
  ['/no/such/page', 'pl-PL', 'Nic tu nie zbudowano'],
] as const;

describe('without a script', () => {
  test.each(readings)('%s is read in the language of %s', async (path, locale, title) => {
    await using context = await browser.newContext({ locale, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(url + path);
    expect(await heading(page).innerText()).toBe(title);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
    // More than the title: the sections below the fold, or links that lead on.
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(path === '/' ? 1000 : title.length);
    await page.getByRole('contentinfo').waitFor();
  });
});

describe('with scripts', () => {
  test.each(readings)('%s in the language of %s is taken over as it stands', async (path, locale, title) => {
    await using context = await browser.newContext({ locale });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (fault) => complaints.push(fault.message));
    page.on('console', (message) => {
      // The browser itself reports the status of a missing page.
      if (message.type() === 'error' && !message.text().includes('status of 404')) complaints.push(message.text());
    });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        Object.assign(window, { servedHeading: document.querySelector('h1') });
      });
    });
    await page.goto(url + path);
    expect(await heading(page).innerText()).toBe(title);
    // The page is interactive: one can choose from a menu.
    await page.getByRole('button', { name: /^(Language|Язык|Język)$/ }).click();
    await becomes(() => page.getByRole('button', { name: 'Polski' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'English' }).click();
    await becomes(() => page.locator('html').getAttribute('lang')).toBe('en');
    const kept = () => page.evaluate(() => (window as { servedHeading?: Element }).servedHeading?.isConnected);
    expect(await kept()).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('what was pressed and chosen before the script had come is carried out once it has', async () => {
    await using context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    const late = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.goto(`${url}/shop`, { waitUntil: 'commit' });
    await page.getByText('PLN', { exact: true }).click();
    await page.getByRole('button', { name: 'Language' }).click();
    late.resolve();
    await page.getByRole('button', { name: 'Polski' }).waitFor();
    await page.getByRole('button', { name: /^Buy 100 coins for zł/ }).waitFor();
    // A single click, and it stays open.
    await page.getByRole('button', { name: 'Polski' }).click();
    await page.getByRole('heading', { name: 'Sklep', exact: true }).waitFor();
  });

  test('a visitor who scrolled before the script loaded stays in place, and nothing moves below', async () => {
    await using context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    const late = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', async (route) => {
      await late.promise;
      await route.continue();
    });
    await page.goto(url, { waitUntil: 'commit' });
    const help = page.getByRole('region', { name: 'Help', exact: true });
    await help.scrollIntoViewIfNeeded();
    await page.evaluate(() => document.fonts.ready);
    const height = async () => (await help.boundingBox())?.height;
    const before = await height();
    late.resolve();
    // Only the script adds it.
    await help.getByRole('link', { name: /support/ }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
    // A visitor may be about to press something below.
    expect(await height()).toBe(before);
    await page.reload();
    await becomes(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  });

  test('its code is fetched only once it is painted', async () => {
    await using context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${url}/shop`);
    const moments = () =>
      page.evaluate(() => ({
        painted: performance.getEntriesByType('paint').map(({ startTime }) => startTime),
        fetched: performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/assets\/.*\.js$/.test(name))
          .map(({ startTime }) => startTime),
      }));
    await becomes(async () => (await moments()).fetched.length).toBeGreaterThan(0);
    const { painted, fetched } = await moments();
    expect(Math.min(...fetched)).toBeGreaterThanOrEqual(Math.min(...painted));
  });

  test('a link in another language is read in it, and so are the next pages', async () => {
    await using context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    await page.goto(`${url}/?lang=pl`);
    await becomes(() => page.url()).toBe(`${url}/`);
    expect(await heading(page).innerText()).toBe('Własny świat z adresem, który łatwo podać dalej');
    await page.goto(`${url}/shop`);
    expect(await heading(page).innerText()).toBe('Sklep');
  });

  test('a page that was rendered for a visitor becomes that of the player who is logged in', async () => {
    await register(url, 'Returning');
    const tokens = await logIn(url, 'Returning');
    await using context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (fault) => complaints.push(fault.message));
    await keepTokens(page, url, tokens);
    await page.goto(url);
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).waitFor();
    expect(complaints).toEqual([]);
  });

  test.each([
    ['/realm/no-such-page', 'a visitor', '/'],
    ['/realm/no-such-page', 'a player', '/account'],
    ['/shop/', 'a visitor', '/shop/'],
  ])('%s, which is no page, shows %s another one, without a complaint', async (path, who, shown) => {
    await using context = await browser.newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (fault) => complaints.push(fault.message));
    if (who === 'a player') await keepTokens(page, url, await logIn(url, 'Returning'));
    await page.goto(url + path);
    await becomes(() => new URL(page.url()).pathname).toBe(shown);
    await becomes(() => page.title()).not.toContain('Page not found');
    await heading(page).waitFor();
    expect(complaints).toEqual([]);
  });
});

test.each(['screen', 'print'] as const)(
  'a picture of the whole home page for %s has no blank section',
  async (media) => {
    await using context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 720 } });
    const page = await context.newPage();
    await page.emulateMedia({ media });
    await page.goto(url, { waitUntil: 'networkidle' });
    const picture = await page.screenshot({ fullPage: true });
    const headings = await page.locator('main h2').evaluateAll((elements) =>
      elements.map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return { text: element.textContent, area: [left, top + scrollY, width, height] as const };
      }),
    );
    expect(headings.length).toBeGreaterThan(4);
    // On a blank page, where no content security policy forbids reading the picture.
    const reader = await context.newPage();
    const colours = await reader.evaluate(
      async ([png, areas]) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
        canvas?.drawImage(image, 0, 0);
        return areas.map((area) => new Set(new Uint32Array(canvas?.getImageData(...area).data.buffer ?? [])).size);
      },
      [picture.toString('base64'), headings.map(({ area }) => area)] as const,
    );
    const blank = headings.filter((_, index) => (colours[index] ?? 0) < 2).map(({ text }) => text);
    expect(blank).toEqual([]);
  },
);

test('search engines and previews read of a page where it is, in which languages, and what it is about', async () => {
  await using context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/shop?lang=ru`);
  // The product's public URL, whichever way it was reached.
  const publicUrl = `http://localhost:${port}`;
  const content = (selector: string) => page.locator(selector).getAttribute('content');
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${publicUrl}/shop?lang=ru`);
  const alternates = await page
    .locator('link[hreflang]')
    .evaluateAll((links) => links.map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]));
  expect(alternates).toEqual([
    ...['en', 'ru', 'pl'].map((language) => [language, `${publicUrl}/shop?lang=${language}`]),
    ['x-default', `${publicUrl}/shop`],
  ]);
  expect(await content('meta[name=description]')).toMatch(/^Монеты и подписки/);
  expect(await content('meta[property="og:url"]')).toBe(`${publicUrl}/shop?lang=ru`);
  const picture = await content('meta[property="og:image"]');
  expect((await fetch(String(picture))).headers.get('content-type')).toBe('image/png');
  await page.goto(url);
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? '')).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    url: `${publicUrl}/`,
    inLanguage: 'en',
    publisher: { '@type': 'Organization', name: 'Realmkeep', url: `${publicUrl}/`, logo: `${publicUrl}/favicon.svg` },
  });
});
