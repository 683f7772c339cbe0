import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@realmkeep/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Place, type Product, startProduct } from '@realmkeep/testkit/product';
import { createRealm, logIn, manyPlayers, register } from '@realmkeep/testkit/people';
import { endProduct, newPlace } from '@realmkeep/testkit/place';

/** Realms stop their own file agents, as programs with their users' rights can: no other realm has to wait. */

interface Player {
  client: Client;
  id: string;
}

let place: Place;
let product: Product;
let hostile: [Player, Player];
let victim: Player;
const stopped: number[] = [];

async function newPlayer(name: string): Promise<Player> {
  await register(product.url, name);
  const { token } = await logIn(product.url, name);
  const client = createClient({ baseUrl: `${product.url}/api`, token: async () => token });
  const id = await createRealm(product.url, token, name.toLowerCase().replace('_', ''));
  return { client, id };
}

beforeAll(async () => {
  place = await newPlace();
  product = startProduct(place, [...manyPlayers, '--require-chat-link', 'false']);
  await product.started;
  hostile = [await newPlayer('Hostile_1'), await newPlayer('Hostile_2')];
  victim = await newPlayer('Victim_1');
});
afterAll(async () => {
  // Ends the calls that wait for them.
  for (const pid of stopped) killIfThere(pid);
  await endProduct(product, place);
});

async function runs({ client, id }: Player): Promise<void> {
  const phase = async () => (await client.realmGet({ params: { id } })).live.phase;
  await expect.poll(phase, { timeout: 60_000 }).toBe('READY');
}

/** The processes of the realm's file agent, wrappers included. */
function fileAgentsOf(id: string): number[] {
  const folder = join(place.dataDir, 'realms', id);
  const processes = readdirSync('/proc').flatMap((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
      return /^\d+$/.test(pid) ? [{ pid: Number(pid), words, parent }] : [];
    } catch {
      return [];
    }
  });
  const found = new Set(
    processes.flatMap(({ pid, words }) => (/file-agent/.test(words) && words.includes(folder) ? pid : [])),
  );
  for (let known = -1; known < found.size;) {
    known = found.size;
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

async function stopFileAgent({ client, id }: Player): Promise<void> {
  await runs({ client, id });
  await client.realmFiles({ params: { id }, query: { path: 'config' } });
  const pids = fileAgentsOf(id);
  expect(pids).not.toEqual([]);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  stopped.push(...pids);
}

/** Uploads a file up to its last step. @returns a function that puts it in its place */
async function sent({ client, id }: Player, path: string): Promise<() => Promise<unknown>> {
  const bytes = new TextEncoder().encode(path);
  const body = { name: 'a', size: bytes.length, purpose: { kind: 'FILE' as const, realmId: id, path } };
  const { id: uploadId } = await client.uploadStart({ body });
  await client.uploadAppend({ params: { id: uploadId }, query: { offset: 0 }, bytes });
  return () => client.realmUploadFinish({ params: { id }, body: { uploadId, replace: true } });
}

/** Less than the time after which an unresponsive file agent is given up. */
const soon = 12_000;

test('uploads that a stopped file agent does not take keep no other player’s from its place', async () => {
  await runs(victim);
  const ours = await sent(victim, 'config/mine');
  const theirs = await Promise.all(['config/a', 'config/b', 'config/c'].map((path) => sent(hostile[0], path)));
  await stopFileAgent(hostile[0]);
  const waiting = theirs.map((finish) => finish().catch(() => undefined));
  await expect(Promise.race([ours(), late()])).resolves.toMatchObject({ name: 'mine' });
  // No database connection is held either: a whole page of calls is answered.
  await expect(Promise.all(Array.from({ length: 20 }, () => victim.client.userMe()))).resolves.toHaveLength(20);
  await stopFileAgent(hostile[1]);
  void Promise.all(waiting);
});

test('backups that a stopped file agent does not make keep no other player’s from being made', async () => {
  for (const { client, id } of hostile) await client.realmBackupCreate({ params: { id } });
  const params = { id: victim.id };
  await victim.client.realmBackupCreate({ params });
  const state = async () => (await victim.client.realmBackups({ params })).backups[0]?.state;
  await expect.poll(state, { timeout: soon }).toBe('READY');
});

function late(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  setTimeout(() => reject(new Error(`it was not done within ${soon} ms`)), soon).unref();
  return promise;
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The agent has been given up in the meantime.
  }
}
