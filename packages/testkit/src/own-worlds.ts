import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { packZip } from '@realmkeep/archives';
import { openFolder } from '@realmkeep/safe-fs';
import { type Nbt, nbtFile, regionFile as regionOf } from './regions.ts';

const text = (value: string): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([length, Buffer.from(value)]);
};
const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const tag = (type: number, name: string, ...value: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([type]), text(name), ...value]);
const end = Buffer.from([0]);

/** A world's level.dat as the game writes it, with a player in it whose bed is elsewhere. */
export function levelDat(dataVersion = 2586, spawn = { x: 40, y: 80, z: 40 }): Buffer {
  const player = tag(
    10,
    'Player',
    tag(3, 'SpawnX', int(9999)),
    tag(9, 'Pos', Buffer.from([6]), int(1), Buffer.alloc(8)),
    end,
  );
  const version = tag(10, 'Version', tag(8, 'Name', text(dataVersion > 2586 ? '1.20.4' : '1.16.5')), end);
  const place = [tag(3, 'SpawnX', int(spawn.x)), tag(3, 'SpawnY', int(spawn.y)), tag(3, 'SpawnZ', int(spawn.z))];
  const rest = [tag(4, 'RandomSeed', Buffer.alloc(8)), tag(11, 'Ints', int(2), int(1), int(2))];
  const data = tag(10, 'Data', player, version, tag(3, 'DataVersion', int(dataVersion)), ...place, ...rest, end);
  return gzipSync(tag(10, '', data, end));
}

/** A region file with a chunk of nothing but gold from y = 64 up to 79 at these places. */
export function regionFile(places = [2 + 2 * 32], dataVersion = 2586): Buffer {
  const section: Record<string, Nbt> = {
    Y: { byte: 4 },
    Palette: { list: [{ Name: { string: 'minecraft:gold_block' } }] },
    BlockStates: { longs: Array.from({ length: 256 }, () => 0n) },
  };
  const level = { compound: { Sections: { list: [section] } } };
  const chunk = nbtFile({ Level: level, DataVersion: { int: dataVersion } });
  return regionOf(new Map(places.map((place) => [place, chunk])));
}

/** A zip archive of these files. */
export async function archiveOf(files: Record<string, Buffer | string>): Promise<Buffer> {
  const place = await mkdtemp(join(tmpdir(), 'realmkeep-world-'));
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(place, name)), { recursive: true });
      await writeFile(join(place, name), content);
    }
    await using folder = await openFolder(place);
    return await buffer(packZip(folder, { entries: 1000, depth: 20, bytes: 2 ** 31 }));
  } finally {
    await rm(place, { recursive: true });
  }
}

/** An archived world as players have them: in a folder, with much that is not kept. */
export function worldArchive(files: Record<string, Buffer | string> = {}): Promise<Buffer> {
  return archiveOf({
    'My World/level.dat': levelDat(),
    'My World/region/r.0.0.mca': regionFile(),
    'My World/region/r.-1.0.mca': '',
    'My World/playerdata/x.dat': 'a player',
    'My World/DIM-1/region/r.0.0.mca': 'the nether',
    ...files,
  });
}
