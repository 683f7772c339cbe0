import pino from 'pino';
import { openDb, openPool } from '../src/db/pool.ts';
import { appendPiece } from '../src/domains/uploads/upload-pieces.ts';
import type { Context } from '../src/context.ts';
import { createBlobStores } from '../src/integrations/blobs/blob-stores.ts';
import { storesOf } from '../scripts/config.ts';

/** Adds ten bytes to an upload as the api does, without the rest of it: `append-piece.ts DATABASE_URL UPLOAD`. */
const [databaseUrl = '', id = ''] = process.argv.slice(2);
const db = openDb(openPool(databaseUrl, 2));
const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const { blobs } = storesOf();
const ctx = { db, blobs: createBlobStores(blobs), config: blobs, log: pino({ level: 'silent' }) };
await appendPiece(ctx as unknown as Context, row, Buffer.alloc(10, 7));
