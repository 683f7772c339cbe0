import type { CopiedWorld, RealmWorlds, UnpackedWorld } from '../../worlds.ts';
import { callKeeper, streamFromKeeper } from './keeper-client.ts';
import type { Keepers } from './keepers.ts';
import type { LocalRealm } from '../local-realm.ts';

/** @param inTurn does a task of the realm in the order of its calls */
export function localWorlds(
  keepers: Keepers,
  realmId: string,
  inTurn: <T>(task: (realm: LocalRealm) => Promise<T>) => Promise<T>,
): RealmWorlds {
  function ask<T>(
    operation: string,
    args: unknown[],
    content?: NodeJS.ReadableStream,
    signal?: AbortSignal,
  ): Promise<T> {
    return keepers.use(realmId, (keeper) => callKeeper<T>(keeper, operation, args, content, signal));
  }
  return {
    copy: (id, settings) =>
      inTurn((realm) => realm.whileStill((signal) => ask<CopiedWorld>('copyWorld', [id, settings], undefined, signal))),
    pack: async (id) => (await streamFromKeeper(keepers, realmId, 'packWorld', [id])).content,
    unpack: async (id, archive) => {
      try {
        return await ask<UnpackedWorld>('unpackWorld', [id], archive);
      } finally {
        // Of a refused one, what is left is nobody's.
        archive.destroy();
      }
    },
    exchange: (id) => inTurn((realm) => realm.whileStopped(() => ask<void>('exchangeWorlds', [id]))),
    putBack: (id) => inTurn((realm) => realm.whileStopped(() => ask<void>('putWorldBack', [id]))),
    drop: (id) => ask<void>('dropWorld', [id]),
  };
}
