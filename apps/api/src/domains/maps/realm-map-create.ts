import type { Readable } from 'node:stream';
import type { OwnMap } from '@realmkeep/contract';
import { makeFolder, openFolder } from '@realmkeep/safe-fs';
import type { Context } from '../../context.ts';
import { AppError } from '../../http/app-error.ts';
import type { CallOf } from '../../http/register-routes.ts';
import { assertDiskSpace } from '../../limits/disk-space.ts';
import { uploadUse } from '../uploads/upload-use.ts';
import { lockTier } from '../identity/users/user-tier.ts';
import { keepWorld, removeWorld } from './map-archive.ts';
import { newMapFolder, removeMapFolder, spool } from './map-folders.ts';
import { insertMap } from './map-queries.ts';
import { assertMapRoom } from './map-uploads.ts';
import { ownMapView } from './realm-maps.ts';
import { drawOwnMap } from './small-picture.ts';
import { unpackWorld } from './unpack-world.ts';

/**
 * Makes a world of an upload: unpacked and looked through on this machine, and kept as an archive. What a crash leaves lying is swept.
 * @throws AppError realm_create_forbidden, realm_map_limit, those of `uploadUse` and `unpackWorld`
 */
export async function realmMapCreate(ctx: Context, { actor, body }: CallOf<'realmMapCreate'>): Promise<OwnMap> {
  const { userId } = actor;
  let kept: string | null = null;
  try {
    return await uploadUse(ctx, {
      userId,
      id: body.uploadId,
      kind: 'MAP',
      make: async ({ content, size }) => {
        // Before it takes its time; what counts is the second look, under the account's lock.
        await assertMapRoom(ctx.db, userId);
        // The archive, and its contents.
        await assertDiskSpace(ctx, 2 * size);
        const world = await unpacked(ctx, content);
        kept = world.blob;
        return world;
      },
      settle: async (tx, found) => {
        // The lock makes worlds that are made at the same time count one another.
        await lockTier(tx, userId);
        await assertMapRoom(tx, userId);
        return ownMapView(await insertMap(tx, { userId, name: body.name, ...found }));
      },
    });
  } catch (error) {
    // After any other fault it may stand in the database all the same: then it is not swept.
    if (error instanceof AppError && kept !== null) await removeWorld(ctx, kept);
    throw error;
  }
}

async function unpacked(ctx: Context, content: Readable) {
  const { config } = ctx;
  const folder = await newMapFolder(config);
  try {
    await using file = await spool(config, content);
    await using opened = await openFolder(folder);
    await using into = await makeFolder(opened, ['world']);
    const { spawn, ...found } = await unpackWorld(file, into);
    const picture = await drawOwnMap(ctx, into, spawn);
    return { ...found, picture, blob: await keepWorld(ctx, folder, found.bytes) };
  } finally {
    await removeMapFolder(folder);
  }
}
