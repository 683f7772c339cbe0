import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { becomes } from '@realmkeep/testkit/becomes';
import { apiPid } from '@realmkeep/testkit/children';
import { type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { createRealm, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** An api that is killed while files are sent, at moments that a seed decides: each file comes whole, or is not there. */

const kills = 2;
const pieceBytes = 1024 * 1024;
const seed = 667_392;

let place: Place;
let product: Product;
let client: Client;
let id: string;

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place, [...manyPlayers, '--require-chat-link', 'false']);
  await product.started;
  await register(product.url, 'Sender_1');
  const { token } = await logIn(product.url, 'Sender_1');
  client = createClient({ baseUrl: `${product.url}/api`, token: async () => token });
  id = await createRealm(product.url, token, 'sent');
});
afterAll(async () => {
  await endProduct(product, place);
});

/** Numbers from 0 to 1, the same for the same seed (xorshift32). */
function* random(state: number): Generator<number, never> {
  for (let x = state || 1; ;) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    yield (x >>> 0) / 2 ** 32;
  }
}

/** Bytes of which no two pieces are the same. */
function noise(bytes: number, name: string): Buffer {
  const blocks = Array.from({ length: bytes / 32 }, (_, at) => createHash('sha256').update(`${name} ${at}`).digest());
  return Buffer.concat(blocks);
}

/** Until the api answers, which may have been killed in between. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  let answer: T | undefined;
  const isThere = async () => {
    answer = await call();
    return true;
  };
  await expect.poll(() => isThere().catch(() => false), { timeout: 50_000, interval: 100 }).toBe(true);
  return answer as T;
}

const phase = async () => (await client.realmGet({ params: { id } })).live.phase;

test(`a kill -9 in the midst of an upload leaves what has come, and the file comes whole (seed ${seed})`, async () => {
  await becomes(phase).toBe('READY');
  /** Found while the api was away or came back, where what a call throws is expected. */
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
    // From the first piece to some time after the last, when the file is put in its place.
    const killed = sleep(dice.next().value * 400).then(() => process.kill(victim, 'SIGKILL'));

    let made = false;
    while (!made) {
      try {
        let { received } = await client.uploadStatus({ params });
        // What is here is the beginning of the file.
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
        // The answer alone may have been lost.
        const { uploads } = await answered(() => client.realmUploads({ params: { id } }));
        made = uploads.some((upload) => upload.id === uploadId && upload.finished !== null);
        if (!made && (error as { code?: string }).code === 'upload_unknown') throw error;
      }
    }
    await killed;
    expect(content.equals(await readFile(onDisk))).toBe(true);
  }
  expect(torn).toEqual([]);
});
