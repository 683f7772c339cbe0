import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, inflateSync } from 'node:zlib';
import nbt from 'prismarine-nbt';
import { RegionFile } from '../src/world-format/region-file.ts';

/** An item as the game's files have it. */
export interface StoredItem {
  Slot?: number;
  id: string;
  Count: number;
  tag?: { BlockEntityTag?: { Items?: StoredItem[] } };
}

/** What a chunk's file has beside its blocks. */
export interface StoredLevel {
  TileEntities: ({ id: string; x: number; y: number; z: number; Items?: StoredItem[] } & Record<string, unknown>)[];
  Entities: ({ id: string; Pos: number[]; Age?: number; Item?: StoredItem } & Record<string, unknown>)[];
}

export interface StoredPlayer {
  Inventory: StoredItem[];
  RealmkeepCarried: StoredItem[];
  EnderItems?: StoredItem[];
}

/** All stored chunks of a realm, read by another author's library. */
export function storedLevels(dir: string): StoredLevel[] {
  const folder = join(dir, 'world/region');
  return readdirSync(folder).flatMap((name) => {
    const region = new RegionFile(join(folder, name));
    return Array.from({ length: 1024 }, (_, index) => region.read(index)).flatMap((data) =>
      data ? (simplified(inflateSync(data)) as { Level: StoredLevel }).Level : [],
    );
  });
}

export function storedPlayers(dir: string): StoredPlayer[] {
  const folder = join(dir, 'world/playerdata');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.dat'))
    .map((name) => simplified(gunzipSync(readFileSync(join(folder, name)))) as StoredPlayer);
}

function simplified(raw: Buffer): unknown {
  return nbt.simplify(nbt.parseUncompressed(raw));
}
