import { PassThrough, pipeline } from 'node:stream';
import type { RealmWorlds } from '../worlds.ts';
import type { HostConnection } from './host-connection.ts';
import { type AnswerOf, answerOf, type ArgsOf, type Calls, uploads } from './remote-calls.ts';

type WorldsCall = Extract<keyof Calls, `worlds.${string}`>;

/** The world of a realm on another machine. @param contact the connection to it @throws RuntimeError unreachable */
export function remoteWorlds(realmId: string, contact: () => Promise<HostConnection>): RealmWorlds {
  async function ask<N extends WorldsCall>(name: N, args: ArgsOf<Calls[N]>): Promise<AnswerOf<Calls[N]>> {
    return (await contact()).ask({ name, realmId, args }, answerOf(name));
  }
  return {
    copy: (id, settings) => ask('worlds.copy', [id, settings]),
    pack: async (id) => {
      const response = await (await contact()).stream({ name: 'worlds.pack', realmId, args: [id], isPatient: true });
      // The reader gets an error of its own if it breaks.
      return pipeline(response, new PassThrough({ highWaterMark: 256 * 1024 }), () => undefined);
    },
    unpack: async (id, content) => {
      try {
        return await (
          await contact()
        ).ask({ name: 'worlds.unpack', realmId, args: [id], content }, uploads['worlds.unpack'].answer);
      } finally {
        // After a refusal the rest is not needed.
        content.destroy();
      }
    },
    makeEmpty: (id) => ask('worlds.makeEmpty', [id]),
    exchange: (id) => ask('worlds.exchange', [id]),
    putBack: (id) => ask('worlds.putBack', [id]),
    drop: (id) => ask('worlds.drop', [id]),
  };
}
