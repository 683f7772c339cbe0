import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { apiPid, killApi } from '@realmkeep/testkit/children';
import { databaseOf, type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { createRealm, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';
import { runSql } from '@realmkeep/testkit/sql';
import { runChaos } from '../bench/chaos/run-chaos.ts';

/** kill -9 of the api during uploads and payments, and then of anything while people play: nothing is lost or duplicated. */

const kills = 2;
const pieceBytes = 1024 * 1024;
const seed = 667_392;

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

async function newPlayer(nickname: string): Promise<{ token: string; client: Client }> {
  await register(product.url, nickname);
  const { token } = await logIn(product.url, nickname);
  return { token, client: createClient({ baseUrl: `${product.url}/api`, token: async () => token }) };
}

/** Numbers from 0 to 1, the same for the same seed (xorshift32). */
function* random(state: number): Generator<number, never> {
  for (let x = state || 1; ;) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    yield (x >>> 0) / 2 ** 32;
  }
}

/** Pseudo-random bytes, so that no two pieces are equal. */
function noise(bytes: number, name: string): Buffer {
  const blocks = Array.from({ length: bytes / 32 }, (_, at) => createHash('sha256').update(`${name} ${at}`).digest());
  return Buffer.concat(blocks);
}

const isReady = () =>
  fetch(`${product.url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Repeats the call until the api, which may be killed in between, answers. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  let answer: T | undefined;
  const isThere = async () => {
    answer = await call();
    return true;
  };
  await expect.poll(() => isThere().catch(() => false), { timeout: 50_000, interval: 100 }).toBe(true);
  return answer as T;
}

test(`a kill -9 in the midst of an upload leaves what has come, and the file comes whole (seed ${seed})`, async () => {
  const { token, client } = await newPlayer('Sender_1');
  const id = await createRealm(product.url, token, 'sent');
  await becomes(async () => (await client.realmGet({ params: { id } })).live.phase).toBe('READY');
  /** Faults found while the api was down or coming back, when errors of calls are expected. */
  const torn: string[] = [];
  const dice = random(seed);
  for (let round = 0; round < kills; round += 1) {
    const path = `plugins/sent-${round}.bin`;
    const content = noise(8 * pieceBytes, path);
    const onDisk = join(place.dataDir, 'realms', id, path);
    const body = { name: path, size: content.length, purpose: { kind: 'FILE' as const, realmId: id, path } };
    const { id: uploadId } = await answered(() => client.uploadStart({ body }));
    const params = { id: uploadId };
    const victim = await apiPid(place);
    // At any time from the first piece until the file is put in its place after the last.
    const killed = sleep(dice.next().value * 400).then(() => process.kill(victim, 'SIGKILL'));

    let made = false;
    while (!made) {
      try {
        let { received } = await client.uploadStatus({ params });
        // What has arrived is a prefix of the file.
        const arrived = await readFile(join(place.dataDir, 'uploads', uploadId)).catch(() => Buffer.alloc(0));
        if (!content.subarray(0, arrived.length).equals(arrived)) torn.push(`what has come of ${path}`);
        while (received < content.length) {
          const bytes = new Uint8Array(content.subarray(received, received + pieceBytes));
          ({ received } = await client.uploadAppend({ params, query: { offset: received }, bytes }));
        }
        await client.realmUploadFinish({ params: { id }, body: { uploadId, replace: true } });
        made = true;
      } catch (error) {
        if (existsSync(onDisk) && !content.equals(await readFile(onDisk))) torn.push(path);
        await answered(() => client.userMe());
        // Only the answer may have been lost.
        const { uploads } = await answered(() => client.realmUploads({ params: { id } }));
        made = uploads.some((upload) => upload.id === uploadId && upload.finished !== null);
        if (!made && (error as { code?: string }).code === 'upload_unknown') throw error;
      }
    }
    await killed;
    // It may have been killed just after its last answer, and the next call would still go to it.
    await becomes(() => apiPid(place).catch(() => victim)).not.toBe(victim);
    await becomes(isReady).toBe(true);
    expect(content.equals(await readFile(onDisk))).toBe(true);
  }
  expect(torn).toEqual([]);
});

/** Kills the api, and returns when it answers again. */
async function killAndWait(): Promise<void> {
  await killApi(place);
  await becomes(isReady).toBe(true);
}

test('a kill -9 between the payment and its credit: the coins come once after the restart', async () => {
  const { client } = await newPlayer('Payer_1');
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
  // As the provider does, which retries when it gets no answer.
  const { status } = await answered(() => client.paymentSession({ params: { sessionId }, query: {} }));
  expect([status, (await client.walletStatement({ query: {} })).total]).toEqual(['PAID', 1]);
});

/** `node bench/chaos.ts` does the same for two minutes with any seed, and allows ten seconds. */
test('kill -9 of the api, the gateway and realms in a random order loses no saved block and doubles no realm', async () => {
  const realms = new Map<string, string>();
  for (const address of ['storm', 'flood', 'quake']) {
    const { token } = await newPlayer(`Owner_${address}`);
    realms.set(await createRealm(product.url, token, address), `${address}.localhost`);
  }
  // The time allowed is long because other tests may run beside this one.
  const report = await runChaos({ ...place, realms }, { seed: 1, kills: 9, killEveryMs: 1_500, backWithinMs: 60_000 });
  expect(report.problems).toEqual([]);
  expect(Math.min(...Object.values(report.kills))).toBeGreaterThan(0);
  expect(report.certain).toBeGreaterThan(0);
});
