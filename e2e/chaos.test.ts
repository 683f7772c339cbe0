import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { runChaos } from '../bench/chaos/run-chaos.ts';
import { createRealm, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

let place: Place;
let product: Product;

beforeAll(async () => {
  place = await newPlace();
  const flags = ['--require-chat-link', 'false', '--max-logins-per-minute', '1000'];
  product = startProduct(place, [...manyPlayers, ...flags]);
  await product.started;
});

afterAll(async () => {
  await endProduct(product, place);
});

/** `node bench/chaos.ts` does it for two minutes, with a seed of its own, and asks for ten seconds. */
test('kill -9 of the api, the gateway and realms in a random order loses no saved block and doubles no realm', async () => {
  const realms = new Map<string, string>();
  for (const address of ['storm', 'flood', 'quake']) {
    await register(product.url, `Owner_${address}`);
    const { token } = await logIn(product.url, `Owner_${address}`);
    realms.set(await createRealm(product.url, token, address), `${address}.localhost`);
  }
  // The waits are the product's alone on a machine with nothing else to do: here the tests of others may run beside it.
  const report = await runChaos({ ...place, realms }, { seed: 1, kills: 9, killEveryMs: 1_500, backWithinMs: 60_000 });
  expect(report.problems).toEqual([]);
  expect(Math.min(...Object.values(report.kills))).toBeGreaterThan(0);
  expect(report.certain).toBeGreaterThan(0);
});
