import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { loginDialog } from './log-in.ts';
import { createRealm, logIn, password, register } from '@realmkeep/testkit/people';
import { heading, type ShopFront, startShopFront } from './shop-front.ts';

/** What pages show when something is slow, failed, offline, expired or gone. */

let front: ShopFront;
let owner: Awaited<ReturnType<ShopFront['newPlayer']>>;
let id: string;
beforeAll(async () => {
  front = await startShopFront();
  owner = await front.newPlayer();
  id = await createRealm(front.url, owner.tokens.token, 'weather');
});
afterEach(() => front.closePages());
afterAll(() => front.stop());

const pathOf = (page: Page) => new URL(page.url()).pathname;
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

/** Registers a player without a chat account, who logs in with the password alone. */
async function simplePlayer(nickname: string) {
  await register(front.url, nickname);
  return { nickname, tokens: await logIn(front.url, nickname) };
}

describe('what cannot be loaded', () => {
  test('says so, and only that is asked for again', async () => {
    const page = await front.openAs(owner, '/robots.txt');
    await page.route('**/api/realm/data/list', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await page.goto(`${front.url}/account`);
    const servers = page.getByRole('region', { name: 'Your servers' });
    await servers.getByRole('alert').getByText('Server error, please try again later').waitFor();
    // The rest of the page stays.
    await page.getByText(owner.nickname, { exact: true }).first().waitFor();
    await page.unroute('**/api/realm/data/list');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await servers.getByRole('button', { name: 'Try again' }).click();
    await servers.getByRole('link', { name: 'Made by a call' }).waitFor();
    expect(asked.filter((path) => path === '/api/realm/data/list')).toHaveLength(1);
    expect(asked).not.toContain('/api/user/me');
    // The button that had the focus is gone.
    await becomes(() => focused(page)).toBe('MAIN');
  });

  test('says so too where it is a part that few pages have', async () => {
    const page = await front.openAs(await front.newPlayer(), '/robots.txt');
    const refuse = (call: string) => page.route(`**/api/${call}`, (route) => route.fulfill({ status: 400, json: {} }));
    await refuse('realm/operated?*');
    await page.goto(`${front.url}/account`);
    await page.getByRole('region', { name: 'operator' }).getByRole('alert').waitFor();
    await refuse('user/me');
    await page.goto(`${front.url}/realm/create`);
    const worlds = page.getByRole('region', { name: 'Your own worlds' });
    await worlds.getByRole('alert').waitFor();
    await page.unroute('**/api/user/me');
    await worlds.getByRole('button', { name: 'Try again' }).click();
    await worlds.getByRole('link').waitFor();
  });

  test.each([
    ['en', 'Too many requests. Try again in 15 min'],
    ['ru', 'Слишком много запросов. Повторите через 15 мин'],
    ['pl', 'Zbyt wiele żądań. Spróbuj ponownie za 15 min'],
  ] as const)('says when to come back, where too much was asked (%s)', async (language, words) => {
    const nickname = `Hasty_${language}`;
    await register(front.url, nickname);
    const guess = { username: nickname, user_password: 'not this one', token_name: 'e2e' };
    const page = await front.open('/account', { language });
    // From the same address as the page: localhost stands for two addresses.
    await page.evaluate(async (body) => {
      const guesses = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      for (let tries = 0; tries < 10; tries += 1) await fetch('/api/auth', guesses);
    }, JSON.stringify(guess));
    await page.locator('input[autocomplete=username]').fill(nickname);
    await page.locator('input[autocomplete=current-password]').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(words).waitFor();
  });

  test('waits for the network, and comes with it', async () => {
    const page = await front.openAs(owner, `/realm/details?id=${id}`);
    await heading(page, 'Made by a call').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('status').getByText('You are offline. What you see may be out of date.').waitFor();
    // The content stays, and whatever would fail is disabled.
    await becomes(() => page.getByRole('button', { name: 'Restart' }).isDisabled()).toBe(true);
    await page.getByRole('navigation', { name: 'Server', exact: true }).getByRole('link', { name: 'Backups' }).click();
    await heading(page, 'You are offline').waitFor();
    await page.context().setOffline(false);
    await heading(page, 'Backups').waitFor();
    expect(pathOf(page)).toBe('/realm/backups');
  });

  test('the code of a page that is lost on its way is fetched again, once by itself and then when it is asked for', async () => {
    const page = await front.openAs(owner, '/robots.txt');
    const begins = /\/assets\/index-.*\.js$/;
    await page.route(begins, (route) => route.abort('failed'), { times: 1 });
    await page.goto(`${front.url}/realm/details?id=${id}`);
    await heading(page, 'Made by a call').waitFor();

    await page.route(begins, (route) => route.abort('failed'), { times: 2 });
    await page.goto(`${front.url}/realm/backups?id=${id}`);
    await page.getByRole('alert').getByText('This page could not be loaded.').waitFor();
    await page.getByRole('link', { name: 'Try again' }).click();
    await heading(page, 'Backups').waitFor();
  });

  test('a part of a page and its messages are fetched again, and the page stays', async () => {
    const page = await front.openAs(owner, '/robots.txt');
    const lost = new Set<string>();
    await page.route(/\/assets\/(RenameCard|manage)-/, (route) => {
      const url = route.request().url();
      if (lost.has(url)) return route.continue();
      lost.add(url);
      return route.abort('failed');
    });
    await page.goto(`${front.url}/realm/settings?id=${id}`);
    await page.getByLabel('Server name').waitFor();
    expect(lost.size).toBe(2);

    await page.route(/RenameCard/, (route) => route.abort('failed'));
    await page.reload();
    await heading(page, 'Something went wrong').waitFor();
    await page.unroute(/RenameCard/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('Server name').waitFor();
  });
});

test.each([360, 1280])('nothing moves when what is slow has come, at %i pixels', async (width) => {
  const page = await front.openAs(owner, '/robots.txt', { viewport: { width, height: 900 } });
  let gate = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await gate.promise;
    await route.continue().catch(() => {});
  });
  await page.addInitScript(() => {
    const seen: { value: number }[] = [];
    Object.assign(window, { seen });
    const take = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) seen.push({ value: entry.value });
      }
    };
    new PerformanceObserver(take).observe({ type: 'layout-shift', buffered: true });
  });
  const paths = [
    '/account',
    '/account/referals',
    '/realm/create',
    `/realm/settings?id=${id}`,
    `/realm/console?id=${id}`,
  ];
  const owners = paths.map((path) => ({ path, tokens: owner.tokens }));
  // A player without a realm reads at the top of the page that their name is reserved.
  const newcomer = await simplePlayer(`Wide_${width}`);
  for (const { path, tokens } of [...owners, { path: '/account', tokens: newcomer.tokens }]) {
    gate = Promise.withResolvers();
    await page.evaluate((held) => Object.assign(localStorage, held), tokens);
    await page.goto(front.url + path);
    await page.locator('main [aria-busy=true]').first().waitFor();
    // A page reloaded at its end still shows it.
    await becomes(async () => ({ path, footer: await page.locator('footer').isVisible() })).toEqual({
      path,
      footer: false,
    });
    gate.resolve();
    await becomes(() => page.locator('main [aria-busy=true]').count()).toBe(0);
    await page.waitForLoadState('networkidle');
    const moved = await page.evaluate(() =>
      (window as unknown as { seen: { value: number }[] }).seen.reduce((sum, { value }) => sum + value, 0),
    );
    expect({ path, moved: moved > 0.02 }).toEqual({ path, moved: false });
  }
});

test('what brings the news is asked for again when it cannot be loaded', async () => {
  const page = await front.openAs(await simplePlayer('Fast_News'), '/health/live');
  let refused = 0;
  await page.route('**/assets/live-*.js', async (route) => {
    refused += 1;
    if (refused === 1) await route.abort();
    else await route.continue();
  });
  const opened = page.waitForEvent('websocket');
  await page.goto(new URL('/account', page.url()).href);
  await opened;
  expect(refused).toBeGreaterThan(1);
});

test('a page whose code is slow is announced, and a form is sent once', async () => {
  const player = await simplePlayer('Slow_Lane');
  const page = await front.openAs(player, '/account');
  await heading(page, 'Your servers').waitFor();
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/ReferralsPage-*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Referrals' }).click();
  await page.getByRole('progressbar', { name: 'Loading…' }).waitFor();
  await heading(page, 'Your servers').waitFor();
  gate.resolve();
  await page.getByRole('progressbar', { name: 'Loading…' }).waitFor({ state: 'detached' });
  await page.waitForURL('**/account/referals');

  let sent = 0;
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/user/change/password', async (route) => {
    sent += 1;
    await answer.promise;
    await route.fulfill({ status: 502, body: '' });
  });
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await dialog.getByLabel('Old password', { exact: true }).fill('not it');
  await dialog.getByLabel('New password', { exact: true }).fill('another secret');
  const last = dialog.getByLabel('Repeat the new password', { exact: true });
  await last.fill('another secret');
  await last.press('Enter');
  await dialog.getByRole('progressbar').waitFor();
  await becomes(() => dialog.getByRole('button', { name: 'Change password' }).isDisabled()).toBe(true);
  await last.press('Enter');
  answer.resolve();
  await page.getByText('The password could not be changed. Please try again').first().waitFor();
  expect(sent).toBe(1);
  await becomes(() => last.inputValue()).toBe('another secret');
});

describe('toasts', () => {
  test('are held while they are pointed at or have the focus, and go by Escape', async () => {
    const page = await front.openAs(owner, '/account/referals', { permissions: ['clipboard-read', 'clipboard-write'] });
    const copy = page.getByRole('button', { name: 'Copy' });
    // Pending loads would wait for the stopped clock.
    await copy.waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await copy.click();
    await page.clock.runFor(300);
    await toasts(page).first().waitFor();
    await toasts(page).first().hover();
    await page.clock.runFor(5000);
    await becomes(() => toasts(page).count()).toBe(1);
    const dismiss = toasts(page).getByRole('button', { name: 'Dismiss' });
    await dismiss.focus();
    await page.mouse.move(10, 500);
    await page.clock.runFor(5000);
    await becomes(() => toasts(page).count()).toBe(1);
    await copy.focus();
    await dismiss.focus();
    await page.keyboard.press('Enter');
    await becomes(() => toasts(page).count()).toBe(0);
    await becomes(() => copy.evaluate((button) => button === document.activeElement)).toBe(true);

    await copy.click();
    await page.clock.runFor(300);
    await toasts(page).first().waitFor();
    await page.keyboard.press('Escape');
    await becomes(() => toasts(page).count()).toBe(0);
    await copy.click();
    await page.clock.runFor(300);
    await toasts(page).first().waitFor();
    await page.mouse.move(10, 500);
    await page.clock.runFor(3000);
    await becomes(() => toasts(page).count()).toBe(0);
  });

  test('are told when there is time, a fault at once; five of them stand at the top right, and no more', async () => {
    const page = await front.openAs(owner, '/account/referals', { permissions: ['clipboard-read', 'clipboard-write'] });
    // Pending loads would wait for the stopped clock.
    await page.getByRole('button', { name: 'Copy' }).waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const copy = async () => {
      // By keyboard, because a pointer over the toasts would keep them open.
      await page.getByRole('button', { name: 'Copy' }).press('Enter');
      await page.clock.runFor(300);
    };
    await copy();
    await toasts(page).getByText('Copied').waitFor();
    // It is inserted into a region that exists already.
    const list = page.getByRole('region', { name: 'Notifications' }).locator('> [aria-live=polite]');
    await becomes(() => list.getByText('Copied').count()).toBe(1);
    expect(await list.getByRole('alert').count()).toBe(0);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('The browser does not copy'));
    });
    for (let more = 0; more < 5; more += 1) await copy();
    await becomes(() => toasts(page).getByRole('alert').allInnerTexts()).toEqual(
      Array.from({ length: 5 }, () => 'Could not copy. Select the text and copy it yourself'),
    );
    await becomes(() => toasts(page).count()).toBe(5);
    const room = await list.boundingBox();
    const { width } = page.viewportSize() ?? { width: 0 };
    expect(room && [room.y < 20, width - room.x - room.width < 20]).toEqual([true, true]);
    await page.clock.runFor(3000);
    await becomes(() => toasts(page).count()).toBe(0);
  });
});

test('a dialog holds the page still, and gives the focus back, or to the page when its opener is gone', async () => {
  const page = await front.open('/');
  const account = page.locator('header').getByRole('button', { name: 'Account' });
  await account.click();
  await loginDialog(page).waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
  await page.keyboard.press('Escape');
  await loginDialog(page).waitFor({ state: 'detached' });
  await becomes(() => account.evaluate((button) => button === document.activeElement)).toBe(true);

  await account.click();
  await loginDialog(page).waitFor();
  await page.evaluate(() => document.querySelector('header nav')?.remove());
  await page.keyboard.press('Escape');
  await loginDialog(page).waitFor({ state: 'detached' });
  await becomes(() => focused(page)).toBe('MAIN');
});

test('a dialog that is opened again before the browser has told of its closing stays open', async () => {
  const page = await front.open('/');
  const account = page.locator('header').getByRole('button', { name: 'Account' });
  await account.click();
  const closing = loginDialog(page).getByRole('button', { name: 'Close' });
  // Within one frame, as a busy browser takes long for each.
  await closing.evaluate(
    (button, opener) =>
      new Promise<void>((resolve) => {
        (button as HTMLElement).click();
        (opener as HTMLElement).click();
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
    await account.elementHandle(),
  );
  expect(await loginDialog(page).isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await loginDialog(page).waitFor({ state: 'detached' });
});
