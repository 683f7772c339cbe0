import { mkdir, open, readFile, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { liesOutside, RegionFile } from './region-file.ts';
import { writeDurably } from '../world-folder/durable-file.ts';

/** What chunks and players are after a change, as their files hold it. */
export interface Images {
  /** By the region's file (`r.0.0.mca`, `DIM-1/r.0.0.mca`: each dimension has a folder `region`), and the chunk's place in it. */
  regions: Map<string, Map<number, Buffer>>;
  /** By the player's uuid. */
  players: Map<string, Buffer>;
}

const journalFile = 'journal';
const regionFolder = 'region';
const playerFolder = 'playerdata';
const size = z.int().check(z.minimum(0));

/** The header before the bytes of all images: their files and lengths, in the same order. */
const Head = z.object({
  players: z.array(z.tuple([z.string().check(z.regex(/^[0-9a-f-]{36}$/)), size])),
  chunks: z.array(
    z.tuple([
      z.string().check(z.regex(/^(DIM-?1\/)?r\.-?\d{1,9}\.-?\d{1,9}\.mca$/)),
      size.check(z.maximum(1023)),
      size,
    ]),
  ),
});

/**
 * Writes several changes atomically, so that after a crash or a power cut at any moment all or none of them apply: first to world/journal, from
 * where `recoverWorld` takes them, then to the files. A single file needs no journal.
 * @param region returns an open region's file
 */
export async function writeTogether(
  worldFolder: string,
  images: Images,
  region: (name: string) => RegionFile,
  assertClaim: () => void,
): Promise<void> {
  let files = images.regions.size + images.players.size;
  for (const chunks of images.regions.values()) for (const data of chunks.values()) files += Number(liesOutside(data));
  if (files === 0) return;
  assertClaim();
  // An older journal is already in the files, and must not undo this write.
  if (files === 1) await endJournal(worldFolder);
  else await writeDurably(join(worldFolder, journalFile), encode(images));
  await writeFiles(worldFolder, images, region, assertClaim);
}

/** To be called when everything is in the files. */
export async function endJournal(worldFolder: string): Promise<void> {
  try {
    await unlink(join(worldFolder, journalFile));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  const folder = await open(worldFolder, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Brings into the files what a process that was killed had written into the journal. To be called before the world is read. */
export async function recoverWorld(
  worldFolder: string,
  assertClaim: () => void,
  log: (line: string) => void,
): Promise<void> {
  const bytes = await readFile(join(worldFolder, journalFile)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!bytes) return;
  const images = decode(bytes);
  if (images) {
    const folders = [...images.regions.keys()].map((path) => join(dirname(path), regionFolder));
    for (const folder of [...folders, playerFolder]) await mkdir(join(worldFolder, folder), { recursive: true });
    await writeFiles(worldFolder, images, (path) => regionAt(worldFolder, path), assertClaim);
  } else log('The journal of the world is damaged, and is passed over.');
  assertClaim();
  await endJournal(worldFolder);
}

/** The region's file that `Images` names so. */
export function regionAt(worldFolder: string, path: string): RegionFile {
  return new RegionFile(join(worldFolder, dirname(path), regionFolder, basename(path)));
}

async function writeFiles(
  worldFolder: string,
  { regions, players }: Images,
  region: (name: string) => RegionFile,
  assertClaim: () => void,
): Promise<void> {
  for (const [name, chunks] of regions) await region(name).write(chunks, assertClaim);
  for (const [uuid, data] of players) {
    assertClaim();
    await writeDurably(join(worldFolder, playerFolder, `${uuid}.dat`), data);
  }
}

/** A CRC-32 of the rest, the length of the head, the head as JSON, and the images. */
function encode({ regions, players }: Images): Buffer {
  const chunks = [...regions].flatMap(([name, ofRegion]) =>
    [...ofRegion].map(([index, data]) => [name, index, data] as const),
  );
  const head: z.infer<typeof Head> = {
    players: [...players].map(([uuid, data]) => [uuid, data.length]),
    chunks: chunks.map(([name, index, data]) => [name, index, data.length]),
  };
  const headBytes = Buffer.from(JSON.stringify(head));
  const lead = Buffer.alloc(8);
  const whole = Buffer.concat([lead, headBytes, ...players.values(), ...chunks.map(([, , data]) => data)]);
  whole.writeUInt32BE(headBytes.length, 4);
  whole.writeUInt32BE(crc32(whole.subarray(4)), 0);
  return whole;
}

/** Null if it is damaged. */
function decode(bytes: Buffer): Images | null {
  if (bytes.length < 8 || crc32(bytes.subarray(4)) !== bytes.readUInt32BE(0)) return null;
  let at = 8 + bytes.readUInt32BE(4);
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  try {
    const head = Head.parse(JSON.parse(bytes.toString('utf8', 8, at)));
    const players = new Map(head.players.map(([uuid, length]) => [uuid, take(length)]));
    const regions: Images['regions'] = new Map();
    for (const [name, index, length] of head.chunks) {
      const chunks = regions.get(name) ?? new Map<number, Buffer>();
      regions.set(name, chunks.set(index, take(length)));
    }
    return { regions, players };
  } catch {
    return null;
  }
}
