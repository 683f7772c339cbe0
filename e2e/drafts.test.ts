import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { loginDialog, numberOf, openMessages, pressButton, typeLogin } from './log-in.ts';
import { createRealm, logIn, register } from '@realmkeep/testkit/people';
import { type ShopFront, startShopFront } from './shop-front.ts';

/** What becomes of what is typed and not sent. */

let front: ShopFront;
let owner: Awaited<ReturnType<ShopFront['newPlayer']>>;
let id: string;
beforeAll(async () => {
  front = await startShopFront();
  owner = await front.newPlayer();
  id = await createRealm(front.url, owner.tokens.token, 'drafts');
});
afterEach(() => front.closePages());
afterAll(() => front.stop());

const pathOf = (page: Page) => new URL(page.url()).pathname;
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

/** Registers a player without a chat account, who logs in with the password alone. */
async function simplePlayer(nickname: string) {
  await register(front.url, nickname);
  return { nickname, tokens: await logIn(front.url, nickname) };
}

describe('what was typed', () => {
  test('stays through a change of the language', async () => {
    const page = await front.openAs(owner, `/realm/settings?id=${id}`);
    // The account keeps its own language.
    await page.route('**/api/user/update/language', (route) => route.abort());
    await page.getByLabel('Server name').fill('Typed');
    await page.locator('header').getByRole('button', { name: 'Language' }).click();
    await page.getByRole('button', { name: 'Polski' }).click();
    await page.locator('header').getByText('Konto', { exact: true }).first().waitFor();
    await becomes(() => page.locator('main form input').first().inputValue()).toBe('Typed');
  });

  test('in a dialog is not lost by the first Escape', async () => {
    const page = await front.openAs(owner, `/realm/schedules?id=${id}`);
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a schedule' });
    await dialog.getByLabel('Name').click();
    await page.keyboard.type('Every morning');
    await page.keyboard.press('Escape');
    await toasts(page).getByText('What you typed has not been saved.').waitFor();
    await becomes(() => dialog.getByLabel('Name').inputValue()).toBe('Every morning');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // An untouched form closes without a question.
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test('is offered again after the session has ended, to the same player alone', async () => {
    const page = await front.openAs(owner, `/realm/settings?id=${id}`);
    await page.getByLabel('Server name').fill('Unsaved Work');
    await page.getByRole('textbox', { name: 'Address' }).fill('unsaved-work');
    await page.getByLabel('Slots').fill('1');
    // It goes away after 3 s, and the dialog's code may load later than that.
    const told = toasts(page).getByText('Your session has ended. Please log in again').first().waitFor();
    await Promise.all([told, endSession(page)]);
    await loginDialog(page).waitFor();
    await becomes(() => pathOf(page)).toBe('/');
    await logInAgain(page, owner.nickname);
    await page.getByText('You have unfinished changes').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`**/realm/settings?id=${id}`);
    await becomes(() => page.getByLabel('Server name').inputValue()).toBe('Unsaved Work');
    await becomes(() => page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('unsaved-work');
    await becomes(() => page.getByLabel('Slots').inputValue()).toBe('1');

    // Once more, and then another player logs in.
    await endSession(page);
    await loginDialog(page).waitFor();
    const { nickname } = await simplePlayer('Next_One');
    await typeLogin(page, nickname);
    await page.waitForURL('**/account');
    await page.getByText(nickname, { exact: true }).first().waitFor();
    expect(await page.getByText('You have unfinished changes').count()).toBe(0);
  });

  test('in a dialog or a list is offered again there, and once it is left nothing of it comes back', async () => {
    const player = await front.newPlayer();
    const realmId = await createRealm(front.url, player.tokens.token, 'half-typed');
    const page = await front.openAs(player, '/account');
    const forms = [
      {
        path: `/realm/schedules?id=${realmId}`,
        open: () => page.getByRole('button', { name: 'Add a schedule' }).click(),
        fields: [page.getByRole('dialog', { name: 'Add a schedule' }).getByLabel('Name')],
      },
      {
        path: `/realm/players?id=${realmId}`,
        open: () => page.getByText('Bans', { exact: true }).click(),
        fields: [page.getByLabel('Nickname or network address'), page.getByLabel('Reason')],
      },
      {
        path: '/shop?category=COINS',
        open: async () => {
          // The page is shown before it works.
          await page.getByText('Your balance:').waitFor();
          await page.getByText('For another player', { exact: true }).click();
        },
        fields: [page.getByLabel('Player’s name')],
      },
    ];
    for (const { path, open, fields } of forms) {
      await page.goto(front.url + path);
      await open();
      for (const field of fields) await field.fill('Half typed');
      await endSession(page);
      await loginDialog(page).waitFor();
      await becomes(() => pathOf(page)).toBe('/');
      await logInAgain(page, player.nickname);
      await page.getByRole('button', { name: 'Continue' }).click();
      for (const field of fields) await becomes(() => field.inputValue()).toBe('Half typed');
      await page.goBack();
      await page.waitForURL('**/account');
      await page.goForward();
      await becomes(() => page.url()).toBe(front.url + path);
      await open();
      for (const field of fields) await becomes(() => field.inputValue()).toBe('');
    }
  });
});

/** Passes the login's second step as well. */
async function logInAgain(page: Page, nickname: string): Promise<void> {
  await typeLogin(page, nickname);
  await pressButton(await openMessages(page, nickname), await numberOf(page));
  await page.waitForURL('**/account');
}

/** Ends the session at the server, as another browser of the player's can. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const body = { token: localStorage.getItem('token'), refresh_token: localStorage.getItem('refresh_token') };
    await fetch('/api/auth', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  });
}
