import pino from 'pino';
import { openDb, openPool } from '../src/db/pool.ts';
import { realmMapCreate } from '../src/domains/maps/realm-map-create.ts';
import { appendPiece } from '../src/domains/uploads/upload-pieces.ts';
import type { Context } from '../src/context.ts';
import { createBlobStores } from '../src/integrations/blobs/blob-stores.ts';
import { storesOf } from '../scripts/config.ts';

/**
 * Adds ten bytes to an upload, or makes a world of it, as the api does, but without the rest of the api:
 * `use-upload.ts DATABASE_URL UPLOAD piece|world`.
 */
const [databaseUrl = '', id = '', what] = process.argv.slice(2);
const db = openDb(openPool(databaseUrl, 4));
const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const { blobs } = storesOf();
const runtime = { drawPicture: async () => Promise.reject(new Error('nobody draws here')) };
const log = pino({ level: 'silent' });
const ctx = { db, blobs: createBlobStores(blobs), config: blobs, runtime, log } as unknown as Context;
if (what === 'piece') await appendPiece(ctx, row, Buffer.alloc(10, 7));
else {
  const call = { actor: { userId: row.user_id }, body: { uploadId: id, name: 'Never noted' } };
  await realmMapCreate(ctx, call as Parameters<typeof realmMapCreate>[1]);
}
