import { once } from 'node:events';
import type { Bot } from 'mineflayer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { databaseOf } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { contextsIn } from '@realmkeep/testkit/contexts';
import { joinRealm, sentOff, startClient } from './game-client.ts';
import { createRealm, keepTokens, logIn, register, type Tokens } from '@realmkeep/testkit/people';

/** Settings changed on a realm's pages take effect in the game; co-owners manage the realm until they are removed. */

interface Player {
  nickname: string;
  tokens: Tokens;
}

const place = inject('sharedPlace');
const url = `http://127.0.0.1:${place.port}`;
let browser: Browser;
let bots: Bot[] = [];
let players = 0;

beforeAll(async () => {
  browser = await sharedBrowser();
});

afterEach(() => {
  for (const bot of bots) bot.end();
  bots = [];
});

afterAll(async () => {
  await closePages(browser);
});

async function newPlayer(tier: 'CHICKEN' | 'ZOMBIE' | 'GHAST' | 'DRAGON' = 'CHICKEN'): Promise<Player> {
  players += 1;
  const nickname = `Settler_${players}`;
  await register(url, nickname);
  await runSql(await databaseOf(place), 'update users set tier = $1 where nickname = $2', [tier, nickname]);
  return { nickname, tokens: await logIn(url, nickname) };
}

const openContext = contextsIn(() => browser);

async function openAs({ tokens }: Player, path: string): Promise<Page> {
  const page = await (await openContext()).newPage();
  await keepTokens(page, url, tokens);
  await page.goto(url + path);
  return page;
}

async function joinAs(address: string, nickname: string): Promise<Bot> {
  const bot = await joinRealm(place.gamePort, `${address}.localhost`, nickname);
  bots.push(bot);
  return bot;
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const save = (page: Page, group: string) => card(page, group).getByRole('button', { name: 'Save' }).click();
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** Waits until the realm's own page says that it runs. */
async function untilRunning(page: Page, id: string): Promise<void> {
  await page.goto(`${url}/realm/details?id=${id}`);
  await page.getByText('Running', { exact: true }).waitFor();
}

describe('settings', () => {
  test('reach the players who are on, and slots stop the server and hold when it runs again', async () => {
    const owner = await newPlayer('GHAST');
    const id = await createRealm(url, owner.tokens.token, 'settle');
    const page = await openAs(owner, '/account');
    await untilRunning(page, id);
    const visitor = await joinAs('settle', 'Visitor');
    expect(visitor.game.gameMode).toBe('creative');

    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const game = card(page, 'Game');
    await becomes(() => game.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await game.getByLabel('Game mode').selectOption('Survival');
    await game.getByRole('group', { name: 'Flying in survival and adventure' }).getByText('Enabled').click();
    const abilities = once(visitor._client, 'abilities');
    await save(page, 'Game');
    await saved(page);
    await becomes(() => visitor.game.gameMode).toBe('survival');
    await abilities;
    await page.reload();
    await becomes(() => game.getByLabel('Game mode').inputValue()).toBe('SURVIVAL');
    expect(await page.getByText('Has no effect on this server').count()).toBe(0);

    const slots = card(page, 'Players');
    const field = slots.getByLabel('Slots');
    for (const [typed, words] of [
      ['0', 'Incorrect number of slots'],
      ['two', 'Incorrect number of slots'],
      ['10', 'This number of slots is already set'],
      ['11', 'Subscription upgrade required for this number of slots'],
    ] as const) {
      await field.fill(typed);
      await slots.getByText(words).waitFor();
      await becomes(() => slots.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    }
    await slots.getByText('Saving stops the server').waitFor();
    await field.fill('1');
    const words = sentOff(visitor);
    await slots.getByRole('button', { name: 'Save' }).press('Enter');
    expect(await words).toContain('closing');
    await slots.getByText('The server was stopped').waitFor();
    await slots.getByRole('button', { name: 'Turn on' }).click();
    await slots.getByText('The server was stopped').waitFor({ state: 'detached' });
    await untilRunning(page, id);
    await page.getByText('0 of 1').first().waitFor();
    await joinAs('settle', 'Visitor');
    const second = startClient(place.gamePort, 'settle.localhost', 'Second');
    bots.push(second);
    expect(await sentOff(second)).toContain('full');
  });

  test('never fetch a resource pack from this machine, and say so', async () => {
    const owner = await newPlayer('DRAGON');
    const id = await createRealm(url, owner.tokens.token, 'packs');
    const page = await openAs(owner, `/realm/settings?id=${id}`);
    const pack = card(page, 'Resource pack');
    await pack.getByLabel('Address of the pack').fill('file:///etc/passwd');
    await pack.getByText('The address must begin with http:// or https://').waitFor();
    for (const address of [`http://127.0.0.1:${place.port}/`, `http://localhost:${place.port}/`, 'http://[::1]/']) {
      await pack.getByLabel('Address of the pack').fill(address);
      await save(page, 'Resource pack');
      await pack.getByText('The resource pack must be on the public internet').waitFor();
      await page.locator('[data-toast]').getByText('The resource pack must be on the public internet').waitFor();
    }
    await page.reload();
    await becomes(() => pack.getByLabel('Address of the pack').inputValue()).toBe('');
  });
});

describe('a co-owner', () => {
  test('sees the realm and manages it, until the owner removes them', async () => {
    const [owner, partner] = [await newPlayer('GHAST'), await newPlayer()];
    const id = await createRealm(url, owner.tokens.token, 'shared');
    const theirs = await openAs(partner, '/account');
    await theirs.getByRole('tab', { name: 'Partner’s' }).click();
    const ours = await openAs(owner, '/account');
    await untilRunning(ours, id);

    await ours.getByRole('link', { name: 'Access' }).click();
    await ours.getByRole('button', { name: 'Add', exact: true }).click();
    await ours.getByText('Username cannot be empty').waitFor();
    for (const [typed, words] of [
      ['Nobody_at_all', 'The user with this name does not exist'],
      [owner.nickname, 'The owner has access to the server anyway'],
    ] as const) {
      await ours.getByLabel('Nickname').fill(typed);
      await ours.getByLabel('Nickname').press('Enter');
      await ours.locator('[data-toast]').getByText(words).waitFor();
      await ours.locator('main').getByText(words).waitFor();
    }
    await ours.getByLabel('Nickname').fill(partner.nickname.toLowerCase());
    await ours.getByLabel('Nickname').press('Enter');
    await ours.getByText(`${partner.nickname} is now a co-owner`).waitFor();

    // Through the open socket: the list has not been requested again.
    await theirs.getByText('shared.localhost').first().waitFor();
    await theirs.goto(`${url}/realm/settings?id=${id}`);
    await theirs.getByText('Only the owner can change the name, address and description.').waitFor();
    await card(theirs, 'Game')
      .getByRole('group', { name: 'Players can hurt each other' })
      .getByText('Disabled')
      .click();
    await save(theirs, 'Game');
    await saved(theirs);
    await theirs.getByRole('link', { name: 'General' }).click();
    await theirs.getByRole('button', { name: 'Get a code' }).click();
    const command = await theirs.getByText(/^\/login \w{8}$/).innerText();
    const bot = await joinAs('shared', partner.nickname);
    const heard: string[] = [];
    bot.on('message', (message) => void heard.push(message.toString()));
    bot.chat(command);
    await becomes(() => heard.join('\n')).toContain(`Confirmed: you are ${partner.nickname}.`);

    await ours.getByRole('button', { name: `Remove ${partner.nickname}` }).click();
    await ours.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await ours.getByText(`${partner.nickname} is no longer a co-owner`).waitFor();
    await ours.getByText('There are no co-owners yet.').waitFor();
    await heading(theirs, 'There is no such server').waitFor();
    await becomes(() => heard.join('\n')).toContain('You can no longer use the commands');
  });

  test('may leave', async () => {
    const [owner, partner] = [await newPlayer('GHAST'), await newPlayer()];
    const id = await createRealm(url, owner.tokens.token, 'leaving');
    await runSql(
      await databaseOf(place),
      'insert into realm_partners (realm_id, user_id) select $1, id from users where nickname = $2',
      [id, partner.nickname],
    );
    const page = await openAs(partner, `/realm/access?id=${id}`);
    await page.getByText('Co-owner since').waitFor();
    expect(await page.getByLabel('Nickname').count()).toBe(0);
    await page.getByRole('button', { name: 'Leave' }).click();
    await Promise.all([
      page.getByText('You no longer manage this server').waitFor(),
      page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click(),
    ]);
    await page.waitForURL('**/account');
    await page.getByRole('tab', { name: 'Partner’s' }).click();
    await page.getByText('Nobody has shared a server with you').waitFor();
    expect(await page.getByText('leaving.localhost').count()).toBe(0);
  });

  test('is nothing for CHICKEN, and offered to ZOMBIE', async () => {
    const chicken = await newPlayer();
    const page = await openAs(chicken, `/realm/access?id=${await createRealm(url, chicken.tokens.token, 'hens')}`);
    await heading(page, 'Your plan does not include co-owners').waitFor();
    await page.getByRole('link', { name: 'Access Needs a higher plan' }).waitFor();
    await page.getByRole('link', { name: 'Go to subscriptions' }).click();
    await page.waitForURL('**/shop?category=PRIVILEGES');

    const zombie = await newPlayer('ZOMBIE');
    const other = await openAs(zombie, `/realm/access?id=${await createRealm(url, zombie.tokens.token, 'zombies')}`);
    await other.getByText('There are no co-owners yet.').waitFor();
    await other.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = other.getByRole('dialog', { name: 'Subscription upgrade required' });
    await dialog.getByRole('link', { name: 'See the plans' }).click();
    await other.waitForURL('**/shop?category=PRIVILEGES');
  });
});
