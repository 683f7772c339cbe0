import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { databaseOf, type Product, startProduct, type Place } from '@realmkeep/testkit/product';
import { logIn, register } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

let place: Place;
let product: Product;

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place);
  await product.started;
});
afterAll(async () => {
  await endProduct(product, place);
});

const isReady = () =>
  fetch(`${product.url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

async function apiPid(): Promise<number> {
  const run = JSON.parse(await readFile(join(place.dataDir, 'run.json'), 'utf8')) as { children: { pid: number }[] };
  return run.children[0]?.pid ?? 0;
}

/** A kill -9 of the api; it runs again when this has ended. */
async function killApi(): Promise<void> {
  const pid = await apiPid();
  process.kill(pid, 'SIGKILL');
  await expect.poll(apiPid, { timeout: 30_000 }).not.toBe(pid);
  await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
}

test('a kill -9 between the payment and its credit: the coins come once after the restart', async () => {
  await register(product.url, 'Payer_1');
  const { token } = await logIn(product.url, 'Payer_1');
  const client = createClient({ baseUrl: `${product.url}/api`, token: async () => token });
  const { items } = await client.productList({ query: { currency: 'USD', category: 'COINS' } });
  const pack = items[0];
  if (!pack) throw new Error('nothing is sold');
  const { sessionId, checkoutUrl } = await client.paymentCheckoutCard({
    body: { currency: 'USD', productId: pack.id },
  });

  const paid = await fetch(checkoutUrl, {
    method: 'POST',
    body: new URLSearchParams({ act: 'pay', arrival: 'never' }),
    redirect: 'manual',
  });
  expect(paid.status).toBe(303);
  await killApi();
  expect((await client.userMe()).coins).toBe(0);

  const database = await databaseOf(place);
  await runSql(database, 'update orders set check_at = now()');
  await expect.poll(async () => (await client.userMe()).coins, { timeout: 30_000 }).toBe(pack.logicValue);
  await killApi();
  await runSql(database, 'update orders set check_at = now()');
  const { status } = await client.paymentSession({ params: { sessionId }, query: {} });
  expect([status, (await client.walletStatement({ query: {} })).total]).toEqual(['PAID', 1]);
});
