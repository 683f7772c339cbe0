import { createClient } from '@realmkeep/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { databaseOf } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { contextsIn } from '@realmkeep/testkit/contexts';
import { createRealm, keepTokens, logIn, register, type Tokens } from '@realmkeep/testkit/people';

/** What a realm's pages show its owner, and what they hide from co-owners. */

interface Player {
  nickname: string;
  tokens: Tokens;
}

const place = inject('sharedPlace');
const url = `http://127.0.0.1:${place.port}`;
let browser: Browser;
let players = 0;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages(browser);
});

const sql = async (text: string, values: unknown[]) => runSql(await databaseOf(place), text, values);

async function newPlayer(tier = 'CHICKEN'): Promise<Player> {
  players += 1;
  const nickname = `Keeper_${players}`;
  await register(url, nickname);
  await sql('update users set tier = $1 where nickname = $2', [tier, nickname]);
  return { nickname, tokens: await logIn(url, nickname) };
}

/** The page's cumulative layout shift. */
declare global {
  interface Window {
    layoutShift: number;
    /** Where the button that ends a form was seen, in CSS pixels from the top. */
    tops: Set<number>;
  }
}

function watchShifts(): void {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const openContext = contextsIn(() => browser);

async function openAs({ tokens }: Player, path: string, width = 1280): Promise<Page> {
  const context = await openContext({ viewport: { width, height: 800 } });
  const page = await context.newPage();
  await keepTokens(page, url, tokens);
  await page.addInitScript(watchShifts);
  await page.goto(url + path);
  return page;
}

const shifted = (page: Page) => page.evaluate(() => window.layoutShift);
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const running = (page: Page) => page.getByText('Running', { exact: true }).waitFor();

async function addPartner(id: string, { nickname }: Player): Promise<void> {
  const added = 'insert into realm_partners (realm_id, user_id) select $1, id from users where nickname = $2';
  await sql(added, [id, nickname]);
}

test('a free server says while it runs when its hour ends, and has what its owner needs', async () => {
  const owner = await newPlayer();
  const id = await createRealm(url, owner.tokens.token, 'hourly');
  const page = await openAs(owner, `/realm/details?id=${id}`);
  await page.getByText('Chicken plan: 60 minutes at a time').waitFor();
  await page.getByText('It closes earlier if players are on it for 15 minutes').waitFor();
  await running(page);
  await page.getByText(/^It closes at \d\d:\d\d\. Time left: (59:\d\d|60:00)$/).waitFor();
  const before = await page.getByRole('timer').innerText();
  await becomes(() => page.getByRole('timer').innerText()).not.toBe(before);
  await page.getByRole('main').getByRole('link', { name: 'See the plans' }).first().waitFor();
  // The link from what other plans give in the game.
  await card(page, 'In the game').getByRole('link', { name: 'See the plans' }).waitFor();
  // A sample arrives every ten seconds.
  await card(page, 'Ticks per second').getByText('nobody is online').waitFor();
  await card(page, 'Players').getByText('Last hour: lowest 0, highest 0').waitFor();
  expect(await page.getByText('The site was restarted').count()).toBe(0);

  // The new code takes over the focus of the button, which is disabled in the meantime.
  const confirm = card(page, 'Confirm yourself in the game');
  await confirm.getByRole('button', { name: 'Get a code' }).press('Enter');
  await confirm.getByText(/^\/login \w{8}$/).waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await becomes(focused).toContain('/login');
  await page.keyboard.press('Tab');
  await becomes(focused).toBe('Copy');

  // A plan without an end mentions none.
  await page.getByRole('link', { name: 'Access Needs a higher plan' }).waitFor();
  await sql(`update users set tier = 'ZOMBIE' where nickname = $1`, [owner.nickname]);
  await page.getByText('60 minutes at a time').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Access', exact: true }).waitFor();

  // The upcoming mode has a menu that only leads home.
  await page.getByText('Coming soon').click();
  const ultima = page.getByRole('navigation', { name: 'Server' }).getByRole('group');
  await ultima.getByText('File manager').waitFor();
  const entries = ['General', 'Console', 'File manager', 'Backups', 'Uploads', 'Kernel', 'Access', 'Support'];
  await becomes(() => ultima.getByRole('listitem').allInnerTexts()).toEqual(entries);
  const links = await ultima.getByRole('link').all();
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([`/?id=${id}`]);
});

test.each([360, 1280])('nothing moves while a server starts, nor on the account, at %i pixels', async (width) => {
  const owner = await newPlayer();
  const id = await createRealm(url, owner.tokens.token, `still-${width}`);
  const page = await openAs(owner, `/realm/details?id=${id}`, width);
  await running(page);
  await card(page, 'Ticks per second').getByText('nobody is online').waitFor();
  expect(await shifted(page)).toBeLessThan(0.02);
  await page.goto(`${url}/account`);
  await page.getByRole('region', { name: 'Subscription' }).waitFor();
  await page.getByText('Made by a call').waitFor();
  await running(page);
  expect(await shifted(page)).toBeLessThan(0.02);
});

test.each([360, 1280])('the button below the worlds stays where it is at %i pixels', async (width) => {
  const page = await openAs(await newPlayer(), '/account', width);
  await page.addInitScript(() => {
    window.tops = new Set();
    const look = () => {
      const button = document.querySelector('main button[type=submit]');
      if (button) window.tops.add(Math.round(button.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    look();
  });
  // On a slow phone each state of the page is seen.
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.goto(`${url}/realm/create`);
  await page.getByText('Uploading your own worlds').waitFor();
  expect(await page.evaluate(() => window.tops.size)).toBe(1);
});

test('the owner chooses who wakes the server; co-owners are not shown what is the owner’s alone', async () => {
  const [owner, partner] = [await newPlayer('GHAST'), await newPlayer()];
  const id = await createRealm(url, owner.tokens.token, 'sleepy');
  await addPartner(id, partner);
  const page = await openAs(owner, `/realm/settings?id=${id}`);
  const waking = card(page, 'Waking up');
  await waking.getByText('Any player who joins by the address.').waitFor();
  await waking.getByText('Owner and co-owners').click();
  await waking.getByText('from the internet connection you are logged in from here').waitFor();
  await waking.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.reload();
  await waking.getByRole('radio', { name: 'Owner and co-owners', checked: true }).waitFor();
  await page.getByRole('link', { name: 'General' }).first().click();
  await card(page, 'Delete this server').waitFor();

  const theirs = await openAs(partner, `/realm/settings?id=${id}`);
  await card(theirs, 'Game').waitFor();
  expect(await theirs.getByText('Waking up').count()).toBe(0);
  expect(await theirs.getByLabel('Server name').count()).toBe(0);
  await theirs.getByRole('link', { name: 'General' }).first().click();
  await card(theirs, 'Confirm yourself in the game').waitFor();
  expect(await theirs.getByText('Delete this server').count()).toBe(0);
});

test('before a subscription is cancelled it is said whose co-owners are shut out', async () => {
  const [owner, partner] = [await newPlayer('GHAST'), await newPlayer()];
  const id = await createRealm(url, owner.tokens.token, 'shut-out');
  await addPartner(id, partner);
  await sql(
    `insert into subscriptions (user_id, tier, product_id, request_id, worth, period_ends_at)
     select u.id, 'GHAST', p.id, gen_random_uuid(), 0, now() + interval '20 days' from users u, products p
     where u.nickname = $1 and p.type = 'SUBSCRIPTION' and p.logic_value = 2`,
    [owner.nickname],
  );
  const page = await openAs(owner, '/account');
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  const shut = page
    .getByRole('dialog')
    .locator('div')
    .filter({ hasText: /^Co-owners of these lose access/ });
  await shut.last().getByRole('listitem').first().waitFor();
  await becomes(() => shut.last().getByRole('listitem').allInnerTexts()).toEqual(['Made by a call']);
});

/** The page says once that the realm is missing, with a way on; nothing of the realm stays or is still loading. */
const expectMissing = async (page: Page) => {
  await page.getByRole('heading', { level: 1, name: 'There is no such server' }).waitFor();
  await becomes(() => page.locator('main').getByRole('heading', { level: 1 }).count()).toBe(1);
  await becomes(() => page.locator('main [aria-busy=true]').count()).toBe(0);
  expect(await page.locator('main').getByRole('textbox').count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').count()).toBe(0);
};

describe('a server that is not to be seen', () => {
  test('disappears for a co-owner who is removed, and for the owner when it is deleted', async () => {
    const [owner, partner] = [await newPlayer('GHAST'), await newPlayer()];
    const realmId = await createRealm(url, owner.tokens.token, 'going');
    await addPartner(realmId, partner);
    const client = createClient({ baseUrl: `${url}/api`, token: async () => owner.tokens.token });
    const params = { id: realmId };
    const theirs: Page[] = [];
    for (const [path, title] of [
      ['settings', 'Settings'],
      ['files', 'File manager'],
      ['backups', 'Backups'],
    ] as const) {
      const page = await openAs(partner, `/realm/${path}?id=${realmId}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' });
      theirs.push(page);
    }
    await theirs[0]?.getByRole('button', { name: 'Save' }).first().waitFor();
    const { partners } = await client.realmPartners({ params });
    await client.realmPartnerRemove({ params: { ...params, userId: partners[0]?.userId ?? '' } });
    for (const page of theirs) await expectMissing(page);

    const details = await openAs(owner, `/realm/details?id=${realmId}`);
    const settings = await openAs(owner, `/realm/settings?id=${realmId}`);
    await card(details, 'Delete this server').waitFor();
    await settings.getByLabel('Server name').fill('Half typed');
    await client.realmDelete({ params });
    for (const page of [details, settings]) await expectMissing(page);
    await settings.getByRole('link', { name: 'Your servers' }).click();
    await settings.waitForURL('**/account');
    await settings.getByRole('heading', { name: 'Your servers' }).waitFor();
    expect(await settings.getByText('Made by a call').count()).toBe(0);
  });

  test('is another player’s, or none at all', async () => {
    const [owner, stranger] = [await newPlayer(), await newPlayer()];
    const foreign = await createRealm(url, owner.tokens.token, 'private');
    const page = await openAs(stranger, '/account');
    for (const asked of [
      `details?id=${foreign}`,
      `settings?id=${foreign}`,
      `files?id=${foreign}`,
      `console?id=${foreign}`,
      'details?id=nonsense',
      'backups?id=nonsense',
    ]) {
      await page.goto(`${url}/realm/${asked}`);
      await expectMissing(page);
    }
    for (const [locale, words] of [
      ['ru', 'Его удалили, или у вас нет к нему доступа.'],
      ['pl', 'Został usunięty albo nie masz do niego dostępu.'],
    ] as const) {
      await page.context().addCookies([{ name: 'locale', value: locale, url: url }]);
      await page.reload();
      await page.getByText(words).waitFor();
    }
  });
});
