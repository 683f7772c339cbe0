import type { CopiedWorld, RealmWorlds, UnpackedWorld } from '../../worlds.ts';
import { callFileAgent, streamFromFileAgent } from './file-agent-client.ts';
import type { FileAgents } from './file-agents.ts';
import type { LocalRealm } from '../local-realm.ts';

/** @param inTurn does a task of the realm in the order of its calls */
export function localWorlds(
  fileAgents: FileAgents,
  realmId: string,
  inTurn: <T>(task: (realm: LocalRealm) => Promise<T>) => Promise<T>,
): RealmWorlds {
  function ask<T>(
    operation: string,
    args: unknown[],
    content?: NodeJS.ReadableStream,
    signal?: AbortSignal,
  ): Promise<T> {
    return fileAgents.use(realmId, (fileAgent) => callFileAgent<T>(fileAgent, operation, args, content, signal));
  }
  return {
    copy: (id, settings) =>
      inTurn((realm) => realm.whileStill((signal) => ask<CopiedWorld>('copyWorld', [id, settings], undefined, signal))),
    pack: async (id) => (await streamFromFileAgent(fileAgents, realmId, 'packWorld', [id])).content,
    unpack: async (id, archive) => {
      try {
        return await ask<UnpackedWorld>('unpackWorld', [id], archive);
      } finally {
        // After a refusal the rest is not needed.
        archive.destroy();
      }
    },
    makeEmpty: (id) => ask<void>('makeEmptyWorld', [id]),
    exchange: (id) => inTurn((realm) => realm.whileStopped(() => ask<void>('exchangeWorlds', [id]))),
    putBack: (id) => inTurn((realm) => realm.whileStopped(() => ask<void>('putWorldBack', [id]))),
    drop: (id) => ask<void>('dropWorld', [id]),
  };
}
