import type { Locator, Page } from 'playwright-core';
import { password } from '@realmkeep/testkit/people';

/** The dialogs of a login, and the chat stand-in's messages that confirm its second step. */

export const loginDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Welcome back' });
export const verifyDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Confirm it’s you' });

/** Why the second step failed, as the dialog says; a toast says so too. */
export const refusal = (page: Page): Locator =>
  verifyDialog(page).getByRole('alert').filter({ hasText: 'You are not logged in' });

/** Fills in the login form. */
export async function typeLogin(page: Page, nickname: string): Promise<void> {
  await loginDialog(page).getByLabel('Username', { exact: true }).fill(nickname);
  await loginDialog(page).getByLabel('Password', { exact: true }).fill(password);
  await loginDialog(page).getByRole('button', { name: 'Log in' }).click();
}

/** The verification number on the page. */
export const numberOf = (page: Page) =>
  verifyDialog(page)
    .getByText(/^\d\d$/)
    .innerText();

/** Opens the messages of the chat account through the dialog's link. */
export async function openMessages(page: Page, account: string): Promise<Page> {
  const [messages] = await Promise.all([
    page.context().waitForEvent('page'),
    verifyDialog(page).getByRole('link', { name: 'Open your messages' }).click(),
  ]);
  // A browser that has not been there before is asked whose messages to show.
  const chooser = messages.getByRole('link', { name: account, exact: true });
  const buttons = messages.getByRole('button', { name: 'Reject' }).first();
  await chooser.or(buttons).first().waitFor();
  if (!(await buttons.isVisible())) await chooser.click();
  await buttons.waitFor();
  return messages;
}

/** The labels of the latest message's buttons. */
export const labelsOf = (messages: Page) =>
  messages.locator('form.buttons').first().getByRole('button').allInnerTexts();
export const pressButton = (messages: Page, label: string): Promise<void> =>
  messages.locator('form.buttons').getByRole('button', { name: label, exact: true }).first().click();
