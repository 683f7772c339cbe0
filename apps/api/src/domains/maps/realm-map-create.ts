import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import type { OwnMap } from '@realmkeep/contract';
import { openFolder } from '@realmkeep/archives';
import type { Context } from '../../context.ts';
import type { CallOf } from '../../http/implement.ts';
import { uploadUse } from '../uploads/upload-use.ts';
import { lockTier } from '../users/user-tier.ts';
import { mapFolder, newMapFolder, removeMapFolder } from './map-folders.ts';
import { insertMap } from './map-queries.ts';
import { mapUploadCheck } from './map-upload-check.ts';
import { ownMapView } from './map-views.ts';
import { unpackWorld } from './unpack-world.ts';

/**
 * Makes a world of an upload: unpacked and looked through beside the others, and moved among them at the end. What a crash leaves
 * lying is swept.
 * @throws AppError realm_create_forbidden, realm_map_limit, those of `uploadUse` and `unpackWorld`
 */
export function realmMapCreate(ctx: Context, { actor, body }: CallOf<'realmMapCreate'>): Promise<OwnMap> {
  const { userId } = actor;
  return uploadUse(ctx, { userId, id: body.uploadId, kind: 'MAP' }, async (tx, { file }) => {
    await mapUploadCheck(tx, userId);
    const id = randomUUID();
    const folder = await newMapFolder(ctx.config, id);
    try {
      await using into = await openFolder(folder);
      const found = await unpackWorld(file, into);
      // Only now, as it takes a moment: the lock makes worlds that are made at the same time count one another.
      await lockTier(tx, userId);
      await mapUploadCheck(tx, userId);
      const row = await insertMap(tx, { id, userId, name: body.name, ...found });
      await rename(folder, mapFolder(ctx.config, id));
      return ownMapView(row);
    } catch (fault) {
      await removeMapFolder(folder);
      throw fault;
    }
  });
}
