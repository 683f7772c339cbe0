import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiPid } from '@realmkeep/testkit/children';
import { type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { contextsIn } from '@realmkeep/testkit/contexts';
import { joinRealm } from './game-client.ts';
import {
  labelsOf,
  loginDialog,
  numberOf,
  openMessages,
  pressButton,
  refusal,
  typeLogin,
  verifyDialog,
} from './log-in.ts';
import { passing } from './passing.ts';
import {
  createRealm,
  keepTokens,
  linkChat,
  logIn,
  manyPlayers,
  password,
  register,
  type Tokens,
} from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** A player's identity: linking a chat account, the second step of a login, and one session in many tabs. */

let place: Place;
let product: Product;
let url: string;
let browser: Browser;

beforeAll(async () => {
  place = await newPlace();
  // The origin that the chat platform sends players back to.
  url = `http://localhost:${place.port}`;
  product = startProduct(place, manyPlayers);
  browser = await sharedBrowser();
  await product.started;
});

afterAll(async () => {
  await closePages(browser);
  await endProduct(product, place);
});

const openContext = contextsIn(() => browser);

/** A page with these tokens in its storage. */
async function openAs(tokens: Tokens, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await openContext(options)).newPage();
  await keepTokens(page, url, tokens);
  await page.goto(url + path);
  return page;
}

let players = 0;

/** A player with a chat account of the same name. */
async function newPlayer({ linked, language }: { linked: boolean; language?: string }) {
  players += 1;
  const nickname = `Player_${players}`;
  await register(url, nickname, language);
  const tokens = await logIn(url, nickname);
  if (linked) await linkChat(url, tokens.token, nickname);
  return { nickname, tokens };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** A page that waits for the confirmation in the chat. */
async function beginLogin(nickname: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await openContext(options)).newPage();
  await page.goto(`${url}/account`);
  await typeLogin(page, nickname);
  await verifyDialog(page).getByText('Waiting for your answer…').waitFor();
  return page;
}

describe('who wants to create a realm without a chat account', () => {
  test('is taken to the linking after a while, unless they choose to stay', async () => {
    const { tokens } = await newPlayer({ linked: false });
    const page = await openAs(tokens, '/realm/create');
    await heading(page, 'First link your Discord account').waitFor();
    await page.getByRole('timer').getByText('Taking you there in').waitFor();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByText('You are staying here.').waitFor();
    expect(await page.getByRole('timer').count()).toBe(0);

    // Once more, with a clock that is moved ahead.
    await page.clock.install();
    await page.goto(`${url}/realm/create`);
    await page.getByRole('timer').waitFor();
    // The clock stops there, however long the checks take.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
    await page.getByText(/in (\d|10) seconds?\./).waitFor();
    await page.clock.runFor(15_000);
    await page.waitForURL('**/account/verification');
  });

  test('links one in four steps, by the keyboard too, and comes back to creating', async () => {
    const { nickname, tokens } = await newPlayer({ linked: false });
    const page = await openAs(tokens, '/realm/create');
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    const step = () => page.locator('[aria-current=step]').innerText();
    const allow = async (decision: string) => {
      await becomes(focused).toBe('Go to Discord');
      await becomes(() => page.locator('main ol').last().getByRole('listitem').count()).toBe(4);
      await page.getByLabel('Your password').fill(password);
      await page.getByRole('button', { name: 'Go to Discord' }).press('Enter');
      await page.waitForURL('**/sandbox/chat/authorize?**');
      await page.getByLabel('Name').fill(`${nickname} chat`);
      await page.getByRole('button', { name: decision }).click();
      await page.waitForURL('**/account/verification');
    };

    await page.getByRole('link', { name: 'Link now' }).press('Enter');
    await becomes(focused).toBe('Why link your account');
    expect(await step()).toContain('Information');
    await page.getByText('Discord is only simulated here').waitFor();
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await becomes(() => page.title()).toBe('Discord account – Realmkeep');

    await allow('Cancel');
    await page.getByText('You did not allow access on Discord').waitFor();
    await becomes(() => new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Try again' }).press('Enter');

    await allow('Authorise');
    await becomes(focused).toBe('Your account is linked');
    await page.getByText(`From now on ${nickname} chat on Discord confirms your logins.`).waitFor();
    expect(await step()).toContain('Result');
    await becomes(() => new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Continue' }).press('Enter');

    await becomes(focused).toBe('Say hello in the community');
    const channel = page.getByRole('link', { name: 'Open the channel' });
    await becomes(() => channel.getAttribute('href')).toContain('/sandbox/chat/community');
    await page.getByRole('link', { name: 'Create a server' }).press('Enter');
    await page.waitForURL('**/realm/create');
    await heading(page, 'Choose a world').waitFor();
  });

  test('goes back and forth without using a code twice', async () => {
    const { nickname, tokens } = await newPlayer({ linked: false });
    const page = await openAs(tokens, '/account/verification');
    let verifications = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/chat/verify')) verifications += 1;
    });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Go to Discord' }).click();
    await page.getByLabel('Name').fill(nickname);
    await page.getByRole('button', { name: 'Authorise' }).click();
    await heading(page, 'Your account is linked').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Unlink' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/sandbox/chat/authorize?**');
    await page.goForward();
    await page.getByRole('button', { name: 'Unlink' }).waitFor();
    expect(verifications).toBe(1);

    // Back to the platform's page, whose authorization has already been used.
    await page.goBack();
    await page.getByRole('button', { name: 'Authorise' }).click();
    await page.getByText('This link has been used, has expired or belongs to another account').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Unlink' }).waitFor();
  });

  test('cannot link the account of another', async () => {
    const other = await newPlayer({ linked: true });
    const { tokens } = await newPlayer({ linked: false });
    const page = await openAs(tokens, '/account/verification');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Your password').fill('not the password');
    await page.getByRole('button', { name: 'Go to Discord' }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('Incorrect password').waitFor();
    await page.getByRole('main').getByText('Incorrect password').waitFor();
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Go to Discord' }).click();
    await page.getByText('Accounts of other visitors').click();
    await page.getByRole('radio', { name: other.nickname, exact: true }).check();
    await page.getByRole('button', { name: 'Authorise' }).click();
    await page.getByRole('alert').getByText('This chat account is linked to another player').waitFor();
    await page.getByText('Choose another account on Discord.').waitFor();
  });
});

describe('the second step', () => {
  test('opens by itself, shows the number, and leads to the account once that is pressed', async () => {
    const { nickname } = await newPlayer({ linked: true });
    const page = await beginLogin(nickname);
    await loginDialog(page).waitFor({ state: 'detached' });
    await verifyDialog(page)
      .getByText(/The number is valid for another 2:\d\d/)
      .waitFor();
    // The challenge id is known only to the page and the api.
    const kept = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, location.href, history.state]),
    );
    expect(kept).not.toMatch(/track|[\w-]{43}/);

    const messages = await openMessages(page, nickname);
    const number = await numberOf(page);
    expect(await labelsOf(messages)).toContain(number);
    // The dialog says so for a second.
    const told = await passing(page, 'dialog', 'You are logged in');
    await Promise.all([told(), pressButton(messages, number)]);
    await page.waitForURL('**/account');
    await page.locator('main').getByText(nickname, { exact: true }).waitFor();
    await verifyDialog(page).waitFor({ state: 'detached' });
  });

  test('rejected says so, and tries again with the name kept', async () => {
    const { nickname } = await newPlayer({ linked: true });
    const page = await beginLogin(nickname);
    await pressButton(await openMessages(page, nickname), 'Reject');
    await refusal(page).getByText('Discord verification has been rejected').waitFor();
    await verifyDialog(page).getByRole('button', { name: 'Try again' }).click();
    await becomes(() => loginDialog(page).getByLabel('Username', { exact: true }).inputValue()).toBe(nickname);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('with the wrong number comes to nothing', async () => {
    const { nickname } = await newPlayer({ linked: true });
    const page = await beginLogin(nickname);
    const messages = await openMessages(page, nickname);
    const number = await numberOf(page);
    const wrong = (await labelsOf(messages)).find((label) => /^\d\d$/.test(label) && label !== number) ?? '';
    await pressButton(messages, wrong);
    await messages.getByText('That is not the number shown on the site').waitFor();
    await refusal(page).getByText('Discord verification has been rejected').waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('hears the answer though the connection was lost meanwhile', async () => {
    const { nickname } = await newPlayer({ linked: true });
    const page = await beginLogin(nickname);
    const messages = await openMessages(page, nickname);
    const number = await numberOf(page);
    const lost = await passing(page, 'dialog', 'Connection lost – reconnecting…');
    process.kill(await apiPid(place), 'SIGKILL');
    await lost();
    await verifyDialog(page).getByText('Waiting for your answer…').waitFor();
    await pressButton(messages, number);
    await page.waitForURL('**/account');
  });

  test('of an older login gives way to a newer one, and says so', async () => {
    const { nickname } = await newPlayer({ linked: true });
    const older = await beginLogin(nickname);
    const newer = await beginLogin(nickname);
    await refusal(older).getByText('This login was cancelled, for example by a newer one. Log in again').waitFor();
    await pressButton(await openMessages(newer, nickname), await numberOf(newer));
    await newer.waitForURL('**/account');
    expect(await older.evaluate(() => localStorage.length)).toBe(0);
  });

  test('is waited for no longer when its dialog is closed', async () => {
    const { nickname } = await newPlayer({ linked: true });
    const page = await beginLogin(nickname);
    const messages = await openMessages(page, nickname);
    await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'DELETE'),
      verifyDialog(page).getByRole('button', { name: 'Close' }).click(),
    ]);
    // The server has cancelled it too: no button is left to press.
    await becomes(async () => {
      await messages.reload();
      return messages.getByRole('button', { name: 'Reject' }).count();
    }).toBe(0);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('button', { name: 'Account' }).click();
    await loginDialog(page).getByRole('button', { name: 'Log in' }).waitFor();
  });

  test('never is left out because the message cannot be delivered', async () => {
    const { nickname } = await newPlayer({ linked: true });
    const messages = await openMessages(await beginLogin(nickname), nickname);
    await messages.getByRole('button', { name: 'Refuse them' }).click();
    await messages.getByText('Refuses direct messages').waitFor();
    const page = await (await openContext()).newPage();
    await page.goto(`${url}/account`);
    await typeLogin(page, nickname);
    const notice = loginDialog(page).getByRole('alert').filter({ hasText: 'We could not reach you' });
    await notice.getByText(/allow direct messages/).waitFor();
    await notice.getByRole('link', { name: 'Open the community' }).waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('goes with the chat account: unlinking asks for the password', async () => {
    const { nickname, tokens } = await newPlayer({ linked: true });
    const page = await openAs(tokens, '/account/verification');
    await page.getByRole('main').getByText(nickname, { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Unlink' }).click();
    const dialog = page.getByRole('dialog', { name: `Unlink ${nickname}?` });
    await dialog.getByLabel('Your password').fill('not the password');
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await dialog.getByRole('region', { name: 'Notifications' }).getByText('Incorrect password').waitFor();
    await dialog.locator('form').getByText('Incorrect password').waitFor();
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Unlink' }).click();
    await page.getByText('Your Discord account has been unlinked').waitFor();
    await heading(page, 'Why link your account').waitFor();
    await expect(logIn(url, nickname)).resolves.toHaveProperty('token');
  });
});

test.each([
  ['ru', 'Сначала привяжите аккаунт Discord', 'Зачем нужна привязка', 'Подтвердите, что это вы', 'Вы вошли'],
  ['pl', 'Najpierw połącz konto Discord', 'Po co łączyć konto', 'Potwierdź, że to Ty', 'Zalogowano'],
] as const)('all of it speaks %s', async (locale, first, information, verify, done) => {
  const { tokens } = await newPlayer({ linked: false, language: locale });
  const creating = await openAs(tokens, '/realm/create', { locale });
  await heading(creating, first).waitFor();
  await creating.goto(`${url}/account/verification`);
  await heading(creating, information).waitFor();

  const { nickname } = await newPlayer({ linked: true, language: locale });
  const page = await (await openContext({ locale })).newPage();
  await page.goto(`${url}/account`);
  await page.getByRole('dialog').locator('input').first().fill(nickname);
  await page.getByRole('dialog').locator('input').nth(1).fill(password);
  await page.getByRole('dialog').locator('[type=submit]').click();
  const dialog = page.getByRole('dialog', { name: verify });
  const [messages] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.locator('a[target=_blank]').click(),
  ]);
  await messages.getByRole('link', { name: nickname, exact: true }).click();
  const told = await passing(page, 'dialog', done);
  await Promise.all([told(), pressButton(messages, await dialog.getByText(/^\d\d$/).innerText())]);
  await page.waitForURL('**/account');
});

const endToken = (page: Page) => page.evaluate(() => localStorage.setItem('expire', new Date(0).toISOString()));
const refreshToken = (page: Page) => page.evaluate(() => localStorage.getItem('refresh_token'));
const isLoggedIn = (page: Page, nickname: string) =>
  page.locator('main').getByText(nickname, { exact: true }).first().waitFor();

test('a code from the realm’s page makes the guest in the game its owner', async () => {
  const { nickname, tokens } = await newPlayer({ linked: true });
  const id = await createRealm(url, tokens.token, 'proof');
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await openAs(tokens, `/realm/details?id=${id}`, { permissions });
  const card = page.getByRole('region', { name: 'Confirm yourself in the game' });
  await becomes(() => card.getByRole('button', { name: 'Get a code' }).isEnabled()).toBe(true);
  const owner = await joinRealm(place.gamePort, 'proof.localhost', nickname);
  await page.getByText(`Guest_${nickname}`.slice(0, 16), { exact: true }).waitFor();

  await card.getByRole('button', { name: 'Get a code' }).click();
  const command = await card.getByText(/^\/login \w{8}$/).innerText();
  await card.getByText(/It works once, for another [45]:\d\d/).waitFor();
  await card.getByRole('button', { name: 'Copy', exact: true }).click();
  await becomes(() => page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  owner.chat(command);
  await page.getByRole('listitem').getByText(nickname, { exact: true }).waitFor();
  owner.end();
});

describe('a session whose token has ended', () => {
  // Tabs may live in different processes, where one may get the lock before it sees what the other has stored: then the server answers
  // it with the same pair within its grace period. The lock itself is tested in session.test.ts.
  test('is refreshed by two tabs at the same moment, and both hold the same pair', async () => {
    const { nickname, tokens } = await newPlayer({ linked: false });
    const first = await openAs(tokens, '/account');
    const second = await first.context().newPage();
    await second.goto(`${url}/account`);
    await isLoggedIn(second, nickname);
    // On pages without the application, which would otherwise refresh before the tabs leave.
    await Promise.all([first, second].map((page) => page.goto(`${url}/health/live`)));
    await endToken(first);
    await Promise.all([first, second].map((page) => page.goto(`${url}/account`)));
    await Promise.all([isLoggedIn(first, nickname), isLoggedIn(second, nickname)]);
    await becomes(() => refreshToken(first)).not.toBe(tokens['refresh_token']);
    await becomes(async () => (await refreshToken(second)) === (await refreshToken(first))).toBe(true);
  });

  test('survives two browsers that share no lock', async () => {
    const { nickname, tokens } = await newPlayer({ linked: false });
    const pages = [await openAs(tokens, '/account'), await openAs(tokens, '/account')];
    await Promise.all(pages.map((page) => isLoggedIn(page, nickname)));
    await Promise.all(pages.map(endToken));
    await Promise.all(pages.map((page) => page.reload()));
    await Promise.all(pages.map((page) => isLoggedIn(page, nickname)));
    const [one, other] = await Promise.all(pages.map(refreshToken));
    expect(one).toBe(other);
    expect(one).not.toBe(tokens['refresh_token']);
  });
});
