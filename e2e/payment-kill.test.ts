import { createClient } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { runSql } from '@realmkeep/testkit/sql';
import { killApi } from '@realmkeep/testkit/children';
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

/** The api answers again when this has ended. */
async function killAndWait(): Promise<void> {
  await killApi(place);
  await becomes(isReady).toBe(true);
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
  await killAndWait();
  expect((await client.userMe()).coins).toBe(0);

  const database = await databaseOf(place);
  await runSql(database, 'update orders set check_at = now()');
  await becomes(async () => (await client.userMe()).coins).toBe(pack.logicValue);
  await killAndWait();
  await runSql(database, 'update orders set check_at = now()');
  const { status } = await client.paymentSession({ params: { sessionId }, query: {} });
  expect([status, (await client.walletStatement({ query: {} })).total]).toEqual(['PAID', 1]);
});
