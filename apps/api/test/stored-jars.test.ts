import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createS3Store } from '../src/integrations/blobs/s3-store.ts';
import type { Jar } from '../src/integrations/kernels/kernel-jars.ts';
import { StoredJars } from '../src/integrations/kernels/stored-jars.ts';
import { bucket, credentials, type S3Server, startS3Server } from './s3-server.ts';

let s3: S3Server;
let folder: string;
beforeEach(async () => {
  s3 = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-jars-'));
});
afterEach(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const machine = (name: string, maxBytes?: number) =>
  new StoredJars(
    join(folder, name),
    createS3Store({ endpoint: s3.endpoint, bucket, links: false, ...credentials }, 'jars/'),
    maxBytes,
  );
const tellNobody = async () => undefined;
const keyOf = ({ sha256 }: Jar) => `/${bucket}/jars/${sha256}.jar`;

/** A jar stored on a machine. */
async function newJar(jars: StoredJars, bytes = 1000): Promise<Jar> {
  const content = randomBytes(bytes);
  const jar = { sha256: createHash('sha256').update(content).digest('hex'), bytes };
  await jars.keep(
    jar,
    async () =>
      (async function* () {
        yield content;
      })(),
    tellNobody,
  );
  return jar;
}

test('what one machine has been given, another brings to itself, once for all who ask', async () => {
  const [one, other] = [machine('one'), machine('other')];
  const jar = await newJar(one);
  const before = s3.served.get(keyOf(jar)) ?? 0;
  expect(await Promise.all(Array.from({ length: 5 }, () => other.isWhole(jar)))).not.toContain(false);
  expect(s3.served.get(keyOf(jar))).toBe(before + 1);
  expect(await readFile(other.path(jar.sha256))).toEqual(s3.objects.get(keyOf(jar)));
  expect(await readdir(join(folder, 'other'))).toEqual([`${jar.sha256}.jar`]);
});

test('what its maker gives out is in the store as well', async () => {
  const content = randomBytes(1000);
  const maker = createServer((_, response) => response.end(content)).listen(0, '127.0.0.1');
  await once(maker, 'listening');
  const url = new URL(`http://127.0.0.1:${(maker.address() as AddressInfo).port}/server.jar`);
  const build = { url, bytes: content.length, hash: null, build: null, java: null };
  const source = { base: url, userAgent: 'test' };
  const jar = await machine('one').download(source, build, tellNobody, new AbortController().signal);
  maker.close();
  expect(s3.objects.get(keyOf(jar))).toEqual(content);
});

test('what the store has in another form is not run, and a copy that was damaged is brought again', async () => {
  const [one, other] = [machine('one'), machine('other')];
  const [jar, damaged] = [await newJar(one), await newJar(one)];
  s3.objects.set(keyOf(damaged), randomBytes(damaged.bytes));
  expect(await other.isWhole(damaged)).toBe(false);
  expect(await readdir(join(folder, 'other'))).toEqual([]);
  await writeFile(join(folder, 'other', `${jar.sha256}.jar`), randomBytes(jar.bytes));
  expect(await other.isWhole(jar)).toBe(true);
  expect(await readFile(other.path(jar.sha256))).toEqual(s3.objects.get(keyOf(jar)));
});

test('copies go when they are too many, those that were used longest ago first, and come back', async () => {
  const jars = machine('one', 2_500);
  const [first, second] = [await newJar(jars), await newJar(jars)];
  const longAgo = Date.now() / 1000 - 3_600;
  await utimes(jars.path(first.sha256), longAgo, longAgo);
  await utimes(jars.path(second.sha256), longAgo - 60, longAgo);
  // As left by a killed process.
  await writeFile(join(folder, 'one/.part-left'), randomBytes(500));
  await utimes(join(folder, 'one/.part-left'), longAgo - 120, longAgo);
  await newJar(jars);
  expect(await readdir(join(folder, 'one'))).toHaveLength(2);
  expect(await readdir(join(folder, 'one'))).toContain(`${first.sha256}.jar`);
  // Recent jars may be about to be run.
  expect(await jars.isWhole(second)).toBe(true);
  expect(await readdir(join(folder, 'one'))).toHaveLength(2);
  await expect(machine('another').isWhole(first)).resolves.toBe(true);
});

test('the sweep takes from the store what nobody needs, and brings what it lacks', async () => {
  const jars = machine('one');
  const [needed, old, fresh] = [await newJar(jars), await newJar(jars), await newJar(jars)];
  s3.writtenAt.set(keyOf(old), new Date(Date.now() - 2 * 3_600_000));
  s3.objects.delete(keyOf(needed));
  await jars.sweep(new Set([needed.sha256]));
  expect([...s3.objects.keys()].toSorted()).toEqual([keyOf(needed), keyOf(fresh)].toSorted());
});
