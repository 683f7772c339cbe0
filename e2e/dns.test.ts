import { createClient } from '@realmkeep/contract';
import { becomes } from '@realmkeep/testkit/becomes';
import { killApi } from '@realmkeep/testkit/children';
import { launchBrowser } from '@realmkeep/testkit/browser';
import { createRealm, keepTokens, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';
import { type PowerDns, startPowerDns } from '@realmkeep/testkit/power-dns';
import { databaseOf, type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { runSql } from '@realmkeep/testkit/sql';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinWhenUp } from './game-client.ts';

/** A realm's DNS records with a PowerDNS server: on its page, through an outage and a kill -9. One step after another. */

const domain = 'play.example.org';
const owner = 'Dns_owner';

let pdns: PowerDns;
let place: Place;
let product: Product;
let browser: Browser;
let page: Page;
let realmId: string;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  [pdns, place, browser] = await Promise.all([startPowerDns(domain), newPlace(), launchBrowser()]);
  const settings = {
    'require-chat-link': 'false',
    'base-domain': domain,
    'dns-target': '127.0.0.1',
    'powerdns-url': pdns.url,
    'powerdns-zone': domain,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  product = startProduct(place, [...manyPlayers, ...flags], { POWERDNS_API_KEY: pdns.key });
  await product.started;
  await register(product.url, owner);
  await runSql(await databaseOf(place), "update users set role = 'ADMIN'");
  const tokens = await logIn(product.url, owner);
  client = createClient({ baseUrl: `${product.url}/api`, token: async () => tokens.token });
  const context = await browser.newContext({ locale: 'en-GB' });
  page = await context.newPage();
  await keepTokens(page, product.url, tokens);
  realmId = await createRealm(product.url, tokens.token, 'castle');
});

afterAll(async () => {
  await browser.close();
  await endProduct(product, place);
  await pdns[Symbol.asyncDispose]();
});

const words = async () => (await page.getByRole('main').innerText()).replace(/\s+/g, ' ');
const opened = () => page.goto(`${product.url}/realm/details?id=${realmId}`);

test('a player finds the realm by its name alone, which the page shows without a port', async () => {
  await opened();
  await page.getByText(`castle.${domain}`, { exact: true }).first().waitFor();
  await becomes(words).not.toContain(`castle.${domain}:`);
  const [line = ''] = await pdns.dig(`_minecraft._tcp.castle.${domain}`, 'SRV');
  const [, , port, host = ''] = line.split(' ');
  expect(await pdns.dig(host, 'A')).toEqual(['127.0.0.1']);
  const bot = await joinWhenUp(Number(port), host.replace(/\.$/, ''), 'Visitor');
  bot.end();
});

test('while the provider is away the page says so, and a kill -9 of the api loses nothing', async () => {
  await pdns.stop();
  await client.realmRename({ params: { id: realmId }, body: { realmName: 'Tower', domainName: 'tower' } });
  await page.getByText('The address does not work yet').waitFor();
  await becomes(words).toContain(`tower.${domain}:${place.gamePort}`);
  await page.goto(`${product.url}/admin/machine`);
  await becomes(words).toMatch(/Nothing can be changed there now.*ECONNREFUSED/);

  await killApi(place);
  await pdns.start();
  await becomes(() => pdns.dig(`_minecraft._tcp.tower.${domain}`, 'SRV')).toHaveLength(1);
  await becomes(() => pdns.dig(`castle.${domain}`, 'A')).toEqual([]);
  await becomes(() => pdns.dig(`_minecraft._tcp.castle.${domain}`, 'SRV')).toEqual([]);
  await opened();
  await page.getByText(`tower.${domain}`, { exact: true }).first().waitFor();
  await becomes(words).not.toContain('does not work yet');
  // The page shows the state when it was opened, and the zone has a record before the database does.
  await becomes(async () => {
    await page.goto(`${product.url}/admin/machine`);
    await page.getByText('Published:').waitFor();
    return words();
  }).toContain('Published: 1, waiting: 0, failed: 0.');
});

test('nothing is left of a deleted realm', async () => {
  expect(await pdns.dig(`tower.${domain}`, 'A')).toEqual(['127.0.0.1']);
  await client.realmDelete({ params: { id: realmId } });
  for (const name of ['', 'code.', '_minecraft._tcp.']) {
    await becomes(() => pdns.dig(`${name}tower.${domain}`, name.startsWith('_') ? 'SRV' : 'A')).toEqual([]);
  }
});
