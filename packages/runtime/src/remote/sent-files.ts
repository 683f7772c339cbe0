import { createHash } from 'node:crypto';
import { createReadStream, read as readFd } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import type { OpenRegion } from '../land.ts';
import { jarPath } from './remote-paths.ts';

const read = promisify(readFd);
const pieceBytes = 256 * 1024;
/** Far more than a region of a world that is played in. */
const maxRegionBytes = 64 * 1024 * 1024;
const keptHashes = 256;

export interface SentSpec {
  spec: RealmSpec;
  /** What the realm is started with, on this machine; null: none. */
  jar: { path: string; sha256: string } | null;
}

/** By path, size and time of change. */
const hashes = new Map<string, string>();

/** A spec as a host takes it. */
export async function sentSpec(given: RealmSpec): Promise<SentSpec> {
  const { java, ...spec } = given;
  if (java === undefined) return { spec, jar: null };
  const sha256 = await hashOf(java.jar);
  return { spec: { ...spec, java: { ...java, jar: jarPath(sha256) } }, jar: { path: java.jar, sha256 } };
}

async function hashOf(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  const name = `${size} ${mtimeMs} ${path}`;
  const known = hashes.get(name);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece);
  const sha256 = hash.digest('hex');
  if (hashes.size >= keptHashes) hashes.clear();
  hashes.set(name, sha256);
  return sha256;
}

/** The bytes of regions one after another, and how many each has. @throws Error when one is too large */
export async function readRegions(
  regions: readonly OpenRegion[],
): Promise<{ sizes: { x: number; z: number; bytes: number }[]; content: Readable }> {
  const sizes = await Promise.all(
    regions.map(async ({ x, z, fd }) => {
      const { size: bytes } = await stat(`/proc/self/fd/${fd}`);
      if (bytes > maxRegionBytes) throw new Error('a region is too large to be drawn');
      return { x, z, bytes };
    }),
  );
  async function* pieces(): AsyncGenerator<Buffer> {
    for (const [index, { fd }] of regions.entries()) {
      const { bytes = 0 } = sizes[index] ?? {};
      for (let at = 0; at < bytes;) {
        const length = Math.min(pieceBytes, bytes - at);
        const { bytesRead, buffer } = await read(fd, Buffer.alloc(length), 0, length, at);
        if (bytesRead === 0) throw new Error('a region became shorter while it was read');
        yield buffer.subarray(0, bytesRead);
        at += bytesRead;
      }
    }
  }
  return { sizes, content: Readable.from(pieces()) };
}
