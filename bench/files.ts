import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, lstat, mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { plainSettings } from '@realmkeep/runtime';
import { liveKernels } from '@realmkeep/runtime/fake';
import { createLocalRuntime, type LocalRuntimeOptions } from '@realmkeep/runtime/local';
import { median } from './realm/measure.ts';

/**
 * A realm's files through its keeper, beside plain Node streams and calls on the same disk, in turns: `node bench/files.ts` after
 * `npm run build`, about a minute.
 */

const ROUNDS = 5;
const MEBIBYTE = 1024 * 1024;
const SIZE = 256 * MEBIBYTE;
const ENTRIES = 10_000;
const SERVER = new URL('../apps/realm-server/', import.meta.url);
const quota = { bytes: 100 * SIZE, files: 10 * ENTRIES };

const folder = await mkdtemp(join(tmpdir(), 'files-bench-'));
await chmod(folder, 0o711);
await using cleanup = new AsyncDisposableStack();
cleanup.defer(() => rm(folder, { recursive: true, force: true }));
const launch = JSON.parse(await readFile(new URL('launch.json', SERVER), 'utf8')) as LocalRuntimeOptions;
const runtime = await createLocalRuntime({
  ...launch,
  dir: join(folder, 'realms'),
  kernels: liveKernels,
  nodePath: process.execPath,
  entry: fileURLToPath(new URL(launch.entry, SERVER)),
  keeper: fileURLToPath(new URL(launch.keeper, SERVER)),
});
cleanup.defer(() => runtime.close());
const realmId = crypto.randomUUID();
const limits = { memoryMiB: 512, cores: 1, processes: 64 };
await runtime.ensure({ realmId, number: 1, kernel: 'sandbox', map: 'meadow', settings: plainSettings, limits }, 1);
await runtime.stop(realmId, 20_000);
const files = runtime.files(realmId);

const source = join(folder, 'source');
await writeFile(source, Buffer.alloc(SIZE, 'realm'));
const plain = join(folder, 'plain');
const many = join(folder, 'realms', realmId, 'config/many');
await files.makeFolder('config/many', quota);
await mkdir(many, { recursive: true });
for (let index = 0; index < ENTRIES; index += 1) await writeFile(join(many, `entry-${index}`), '');

const rate = (ms: number): string => `${Math.round(SIZE / MEBIBYTE / (ms / 1000))} MiB/s`;
await compare(
  'upload of 256 MiB',
  async () => {
    await pipeline(createReadStream(source, { highWaterMark: MEBIBYTE / 4 }), createWriteStream(plain));
    await using file = await open(plain);
    await file.sync();
  },
  () =>
    files.write('config/upload', createReadStream(source, { highWaterMark: MEBIBYTE / 4 }), {
      quota,
      replaces: 'anything',
    }),
  rate,
);
await compare(
  'download of 256 MiB',
  () => drain(createReadStream(source, { highWaterMark: MEBIBYTE / 4 })),
  async () => drain((await files.read('config/upload')).content),
  rate,
);
await compare(
  `list of ${ENTRIES} files`,
  async () => Promise.all((await readdir(many)).map((name) => lstat(join(many, name)))),
  () => files.list('config/many'),
  (ms) => `${ms.toFixed(1)} ms`,
);

/** Prints both, and how many times faster the keeper is than the bare thing. */
async function compare(
  what: string,
  bare: () => Promise<unknown>,
  kept: () => Promise<unknown>,
  shown: (ms: number) => string,
): Promise<void> {
  const times: [number[], number[]] = [[], []];
  // The first of each warms the disk's cache, and does not count.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, run] of [bare, kept].entries()) {
      const began = performance.now();
      await run();
      if (round > 0) times[index]?.push(performance.now() - began);
    }
  }
  const [bareMs, keptMs] = [median(times[0]), median(times[1])];
  process.stdout.write(
    `${what}: keeper ${shown(keptMs)}, plain ${shown(bareMs)}, ratio ${(bareMs / keptMs).toFixed(2)}\n`,
  );
}

async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream);
}
