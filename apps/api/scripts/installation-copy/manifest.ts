import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseCopy } from './database-copy.ts';
import type { DumpedDatabase } from './dumped-databases.ts';
import type { GuestsCopy } from './guests-copy.ts';
import type { PackedFile } from './packed.ts';
import type { RealmCopy } from './realm-copy.ts';

/** `manifest.json`, which is written last: a copy without it is incomplete. */
export interface Manifest {
  /** 1 knew nothing of guests. */
  version: 1 | 2;
  madeAt: string;
  database: DatabaseCopy;
  /** What of the data folder belongs to the product itself. */
  data: PackedFile;
  /** Of realms' databases, where there are any in a cluster of ours. */
  guests?: GuestsCopy | null;
  /** Of realms' databases on servers of the operator's. */
  dumped?: DumpedDatabase[];
  realms: RealmCopy[];
}

/** Of a folder that bin/backup has made. @throws Error when it is no whole copy */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) throw new Error(`${folder} is no whole copy: it has no manifest.json.`);
  return JSON.parse(text) as Manifest;
}
