/** Takes the README's picture of the running product: `npm run picture`. It needs what bin/test installs, and a build. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interrupt, startProduct } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';
import { launchBrowser } from '@realmkeep/testkit/browser';
import { joinRealm } from './game-client.ts';
import { linkChat } from '@realmkeep/testkit/people';

const picture = new URL('../docs/pictures/realm.png', import.meta.url).pathname;

await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'realmkeep-picture-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
await chmod(folder, 0o711);
const place = { dataDir: join(folder, 'data'), port: await freePort(), gamePort: await freePort() };
const product = startProduct(place);
stack.defer(async () => {
  interrupt(product);
  await product.ended;
});
const browser = await launchBrowser();
stack.defer(() => browser.close());
await product.started;

const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, locale: 'en-GB' });
await page.goto(product.url);
await page.getByRole('button', { name: 'Account' }).click();
await page.getByRole('dialog', { name: 'Welcome back' }).getByRole('button', { name: 'Register' }).click();
const register = page.getByRole('dialog', { name: 'Create an account' });
await register.getByLabel('Username', { exact: true }).fill('Founder');
await register.getByLabel('Password', { exact: true }).fill('a good password');
await register.getByLabel('Repeat password').fill('a good password');
await register.getByRole('button', { name: 'Register' }).click();
const login = page.getByRole('dialog', { name: 'Welcome back' });
await login.getByLabel('Password', { exact: true }).fill('a good password');
await login.getByRole('button', { name: 'Log in' }).click();
await page.waitForURL('**/account');
await linkChat(product.url, await page.evaluate(() => localStorage.getItem('token') ?? ''), 'Founder');

await page.getByRole('button', { name: 'Create server' }).first().click();
await page.getByRole('radio', { name: /Islands/ }).check();
await page.getByRole('button', { name: 'Continue' }).click();
await page.getByLabel('Server name').fill('Castle by the Sea');
await page.getByRole('textbox', { name: 'Address' }).fill('castle');
await page.getByRole('button', { name: 'Create server' }).click();
await page.getByRole('heading', { name: 'Your server is ready' }).waitFor();
await page.getByRole('button', { name: 'Manage' }).click();

for (const nickname of ['Alice', 'Bob_the_builder']) {
  const bot = await joinRealm(place.gamePort, 'castle.localhost', nickname);
  stack.defer(() => bot.end());
  await page.getByText(nickname, { exact: true }).waitFor();
}
// The toasts are gone, and ticks have been counted.
await page
  .getByText(/^(20|19\.\d)$/)
  .first()
  .waitFor();
await page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first().waitFor({ state: 'detached' });
await page.screenshot({ path: picture });
console.log(picture);
