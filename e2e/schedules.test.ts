import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { databaseOf } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { joinWhenUp } from './game-client.ts';
import { createRealm, keepTokens, logIn, register } from '@realmkeep/testkit/people';

/** What a realm does by itself, and what it has besides its world. No test waits for a time of day: the due time is written to the database. */

const place = inject('sharedPlace');
const url = `http://127.0.0.1:${place.port}`;
let browser: Browser;
let page: Page;
let realmId: string;

beforeAll(async () => {
  browser = await sharedBrowser();
  await register(url, 'Planner');
  const tokens = await logIn(url, 'Planner');
  realmId = await createRealm(url, tokens.token, 'planned');
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Warsaw' });
  page = await context.newPage();
  await keepTokens(page, url, tokens);
});

afterAll(async () => {
  await closePages(browser);
});

test('a database is made, shown, its password changed, and deleted', async () => {
  await page.goto(`${url}/realm/databases?id=${realmId}`);
  await page.getByRole('button', { name: 'Create a database' }).click();
  const card = page.getByRole('region', { name: 'Connection' });
  await card.getByRole('button', { name: 'Show the password' }).click();
  const shown = async (label: string) =>
    card
      .locator('div:has(> dt)')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd code')
      .innerText();
  const address = async () =>
    `postgres://${await shown('User')}:${await shown('Password')}@${await shown('Host')}:${await shown('Port')}/${await shown('Database name')}`;
  // What a program in the realm can reach with it is tested in e2e/attack/database.test.ts.
  await becomes(address).toMatch(/^postgres:\/\/realm_[0-9a-f]{32}:[\w-]+@127\.0\.0\.1:\d+\/realm_[0-9a-f]{32}$/);
  const first = await address();
  expect(await shown('JDBC address')).toBe(`jdbc:postgresql://${first.split('@')[1]}`);

  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('The password was changed').waitFor();
  await card.getByRole('button', { name: 'Show the password' }).click();
  await becomes(address).not.toBe(first);

  await page.getByRole('button', { name: 'Delete the database' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('No database yet').waitFor();
});

test('a schedule is made on a narrow screen with the keyboard, and its command is carried out in the game', async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${url}/realm/schedules?id=${realmId}`);
  await page.getByText('Nothing is scheduled').waitFor();
  await page.getByRole('button', { name: 'Add a schedule' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a schedule' });
  await dialog.getByLabel('Name').press('Enter');
  const nameProblem = dialog.getByText('A name in plain text, at most 40 characters long');
  await nameProblem.waitFor();
  await page.keyboard.type('Greeting');
  await nameProblem.waitFor({ state: 'detached' });
  // U+202E reverses the text after it, so a list must not show it.
  await page.keyboard.insertText('\u202e');
  await nameProblem.waitFor();
  await page.keyboard.press('Backspace');
  await dialog.getByLabel('What to do').selectOption('Console command');
  await dialog.getByLabel('Command').fill('say The hour strikes');
  await dialog.getByLabel('Time', { exact: true }).fill('04:30');
  await becomes(() => dialog.getByLabel('Time zone').inputValue()).toBe('Europe/Warsaw');
  await dialog.getByLabel('Sunday').press('Space');
  await dialog.getByLabel('Command').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const card = page.getByRole('region', { name: 'Greeting' });
  await card.getByText('Mon, Tue, Wed, Thu, Fri, Sat at 04:30').waitFor();
  await card.getByText(/^Next: \w+day.* 0?4:30/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  const bot = await joinWhenUp(place.gamePort, 'planned.localhost', 'Listener');
  try {
    const heard: string[] = [];
    bot.on('message', (message) => void heard.push(message.toString()));
    await runSql(await databaseOf(place), 'update realm_schedules set next_run = now() where realm_id = $1', [realmId]);
    // Through the open socket: nothing has been requested again.
    await card.getByText('Done.').waitFor();
    await becomes(() => heard.join('\n')).toContain('The hour strikes');

    await card.getByRole('button', { name: 'Change' }).click();
    const change = page.getByRole('dialog', { name: 'Change the schedule' });
    await change.getByLabel('What to do').selectOption('Turn off');
    await change.getByRole('button', { name: 'Save' }).click();
    await card.getByText('Turn off', { exact: true }).waitFor();
    await card.getByLabel('Switched on').press('Space');
    await card.getByText('It is switched off and does not run.').waitFor();
    expect(await card.getByLabel('Switched on').evaluate((box) => box === document.activeElement)).toBe(true);
    const ended = once(bot, 'end');
    await card.getByRole('button', { name: 'Run now' }).click();
    await ended;
    await card.getByRole('button', { name: 'Run now' }).click();
    await card.getByText('There was nothing to do.').waitFor();
  } finally {
    bot.end();
  }
  await card.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Nothing is scheduled').waitFor();
});
