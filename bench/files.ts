import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inTurns } from './realm/in-turns.ts';
import { makeStoppedRealm } from './realm/stopped-realm.ts';

/**
 * A realm's files through its file agent, compared in turn with plain Node streams and calls on the same disk: `node bench/files.ts` after
 * `npm run build`, about a minute.
 */

const rounds = 5;
const mebibyte = 1024 * 1024;
const size = 256 * mebibyte;
const entries = 10_000;
const quota = { bytes: 100 * size, files: 10 * entries };

await using cleanup = new AsyncDisposableStack();
const { folder, runtime, realmId, realmFolder } = await makeStoppedRealm(cleanup);
const files = runtime.files(realmId);

const source = join(folder, 'source');
await writeFile(source, Buffer.alloc(size, 'realm'));
const plain = join(folder, 'plain');
const many = join(realmFolder, 'config/many');
await files.makeFolder('config/many', quota);
await mkdir(many, { recursive: true });
for (let index = 0; index < entries; index += 1) await writeFile(join(many, `entry-${index}`), '');

const rate = (ms: number): string => `${Math.round(size / mebibyte / (ms / 1000))} MiB/s`;
await compare(
  'upload of 256 MiB',
  async () => {
    await pipeline(createReadStream(source, { highWaterMark: mebibyte / 4 }), createWriteStream(plain));
    await using file = await open(plain);
    await file.sync();
  },
  () =>
    files.write('config/upload', createReadStream(source, { highWaterMark: mebibyte / 4 }), {
      quota,
      replaces: 'anything',
    }),
  rate,
);
await compare(
  'download of 256 MiB',
  () => drain(createReadStream(source, { highWaterMark: mebibyte / 4 })),
  async () => drain((await files.read('config/upload')).content),
  rate,
);
await compare(
  `list of ${entries} files`,
  async () => Promise.all((await readdir(many)).map((name) => lstat(join(many, name)))),
  () => files.list('config/many'),
  (ms) => `${ms.toFixed(1)} ms`,
);

/** Prints both, and how many times faster the file agent is than plain Node. */
async function compare(
  what: string,
  bare: () => Promise<unknown>,
  kept: () => Promise<unknown>,
  shown: (ms: number) => string,
): Promise<void> {
  const { bareMs, ownMs: keptMs } = await inTurns(rounds, bare, kept);
  process.stdout.write(
    `${what}: file agent ${shown(keptMs)}, plain ${shown(bareMs)}, ratio ${(bareMs / keptMs).toFixed(2)}\n`,
  );
}

async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream);
}
