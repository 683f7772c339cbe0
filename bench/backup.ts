import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress, deflateSync } from 'node:zlib';
import { inTurns } from './realm/in-turns.ts';
import { makeStoppedRealm } from './realm/stopped-realm.ts';

/**
 * Compares the cost of backing up a world of 100 MiB with that of `tar` and zstd at the same level. The realm's file agent copies, hashes and
 * packs it, then unpacks it, comparing and syncing every file: `node bench/backup.ts` after `npm run build`, about half a minute.
 */

const rounds = 2;
const mebibyte = 1024 * 1024;
const size = 100 * mebibyte;
const regions = 20;

await using cleanup = new AsyncDisposableStack();
const { folder, runtime, realmId, realmFolder: realm } = await makeStoppedRealm(cleanup);
const worlds = runtime.worlds(realmId);
await makeRegions(join(realm, 'world/region'));
const scratch = crypto.randomUUID();
const ours = join(folder, 'ours.tar.zst');
const theirs = join(folder, 'theirs.tar.zst');
const into = join(folder, 'into');

await compare('packing', packWithTar, pack);
await compare('unpacking', unpackWithTar, unpack);
const [ourMiB, theirMiB] = await Promise.all([ours, theirs].map(async (path) => (await stat(path)).size / mebibyte));
console.log(`packed: ${ourMiB?.toFixed(1)} MiB, tar ${theirMiB?.toFixed(1)} MiB`);

/** Region files as the game writes them: the chunks are already compressed, each in its own sectors. */
async function makeRegions(at: string): Promise<void> {
  await mkdir(at, { recursive: true });
  const alike = Buffer.alloc(60_000, 'stone and dirt ');
  for (let region = 0; region < regions; region += 1) {
    await using file = await open(join(at, `r.${region + 100}.0.mca`), 'w');
    for (let bytes = 0; bytes < size / regions;) {
      const packed = deflateSync(Buffer.concat([alike, randomBytes(4_400)]));
      const sectors = Buffer.alloc(Math.ceil(packed.length / 4096) * 4096);
      packed.copy(sectors);
      await file.write(sectors);
      bytes += sectors.length;
    }
  }
}

async function pack(): Promise<void> {
  await worlds.copy(scratch, '{}');
  await pipeline(await worlds.pack(scratch), createWriteStream(ours));
  await sync(ours);
}

async function packWithTar(): Promise<void> {
  const tar = spawn('tar', ['-c', '-C', realm, 'world'], { stdio: ['ignore', 'pipe', 'inherit'] });
  await pipeline(tar.stdout, createZstdCompress(), createWriteStream(theirs));
  await sync(theirs);
}

async function unpack(): Promise<void> {
  await worlds.unpack(scratch, createReadStream(ours, { highWaterMark: mebibyte / 4 }));
}

async function unpackWithTar(): Promise<void> {
  await rm(into, { recursive: true, force: true });
  await mkdir(into);
  const tar = spawn('tar', ['-x', '-C', into], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(tar, 'close');
  // tar may exit before the archive's trailing zeros are written.
  await pipeline(createReadStream(theirs), createZstdDecompress(), tar.stdin).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.code !== 'EPIPE') throw error;
  });
  const [code] = await ended;
  if (code !== 0) throw new Error(`tar ended with ${String(code)}`);
}

async function sync(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}

function rate(ms: number): string {
  return `${Math.round(size / mebibyte / (ms / 1000))} MiB/s`;
}

/** Prints both times, and how many times faster a backup is than the bare tools. */
async function compare(what: string, bare: () => Promise<void>, own: () => Promise<void>): Promise<void> {
  const { bareMs, ownMs } = await inTurns(rounds, bare, own);
  console.log(`${what}: ${rate(ownMs)}, tar ${rate(bareMs)}, ratio ${(bareMs / ownMs).toFixed(2)}`);
}
