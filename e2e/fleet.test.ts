import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@realmkeep/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { closePages, sharedBrowser } from '@realmkeep/testkit/browser';
import { apiPid, killApi } from '@realmkeep/testkit/children';
import { createRealm, keepTokens, logIn, register } from '@realmkeep/testkit/people';
import { emptyPlace, endProduct, newPlace } from '@realmkeep/testkit/place';
import { compiledCode, type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { freePort } from '@realmkeep/testkit/free-port';
import { joinWhenUp } from './game-client.ts';

/** A fleet with one host: an installation whose realms run under a second supervisor with a data folder of its own. */

const adminScript = fileURLToPath(new URL('../apps/api/scripts/admin.ts', import.meta.url));

let place: Place;
let product: Product;
let hostPlace: Place;
let host: Product;
let browser: Browser | undefined;

beforeAll(async () => {
  place = await newPlace();
  hostPlace = await emptyPlace();
  product = startProduct(place, ['--require-chat-link', 'false']);
  await product.started;
  const [port, gamePort] = [await freePort(), await freePort()];
  const where = ['--address', `127.0.0.1:${port}`, '--game', `127.0.0.1:${gamePort}`];
  const env = { DATA_DIR: place.dataDir, NODE_COMPILE_CACHE: compiledCode };
  const words = [adminScript, 'host', 'realms-1', ...where];
  const { stdout } = await promisify(execFile)(process.execPath, words, { env });
  const key = /^HOST_KEY=(\S+)$/m.exec(stdout)?.[1] ?? '';
  const ports = ['--host', '127.0.0.1', '--host-port', String(port), '--host-game-port', String(gamePort)];
  host = startProduct(hostPlace, ports, { HOST_KEY: key });
  await host.started;
});

afterAll(async () => {
  if (browser) await closePages(browser);
  await endProduct(product, place);
  await endProduct(host, hostPlace);
});

/** The pid of the realm's last start. */
function pidOf(id: string): number {
  return Number.parseInt(readFileSync(join(hostPlace.dataDir, 'realms/.driver', id, 'run'), 'utf8'), 10);
}

test('a player joins a realm on a host through the gateway; the realm outlives the api and the process of its host', async () => {
  await register(product.url, 'Farmer_1');
  const tokens = await logIn(product.url, 'Farmer_1');
  const { token } = tokens;
  const client = createClient({ baseUrl: `${product.url}/api`, token: async () => token });
  // The api, which ran realms itself before, notices that there is a host.
  await becomes(() => readFileSync(join(place.dataDir, 'logs/api.log'), 'utf8').includes('"driver":"remote"')).toBe(
    true,
  );
  const id = await createRealm(product.url, token, 'far');
  await becomes(async () => (await client.realmGet({ params: { id } })).live.phase).toBe('READY');
  expect(existsSync(join(hostPlace.dataDir, 'realms', id))).toBe(true);
  expect(existsSync(join(place.dataDir, 'realms', id))).toBe(false);
  const first = await joinWhenUp(place.gamePort, 'far.localhost', 'Farmer_1');
  first.end();

  const pid = pidOf(id);
  await killApi(place);
  await killApi(hostPlace);
  const second = await joinWhenUp(place.gamePort, 'far.localhost', 'Farmer_1');
  second.end();
  await becomes(async () => (await client.realmGet({ params: { id } })).live.phase).toBe('READY');
  expect(pidOf(id)).toBe(pid);

  // The host's process is not restarted until its supervisor continues.
  browser = await sharedBrowser();
  const page = await browser.newPage();
  await keepTokens(page, product.url, tokens);
  await page.goto(`${product.url}/realm/details?id=${id}`);
  const lost = page.getByText('The machine that runs this server is not responding');
  await page.getByRole('button', { name: 'Restart' }).waitFor();
  expect(await lost.count()).toBe(0);
  const supervisor = Number(host.process.pid);
  process.kill(supervisor, 'SIGSTOP');
  try {
    process.kill(await apiPid(hostPlace), 'SIGKILL');
    await lost.waitFor();
  } finally {
    process.kill(supervisor, 'SIGCONT');
  }
  await lost.waitFor({ state: 'detached' });
  expect(pidOf(id)).toBe(pid);
});
