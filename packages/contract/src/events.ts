import { z } from 'zod';
import { RealmLive, RealmSample } from './realms.ts';

/**
 * The socket /api/ws/events. The client's first message, within 5 s, carries its access token: never the address. The
 * server answers `ready` and then sends what changes of the account's realms. Close codes: 4400 a bad message, 4401 no
 * valid token or its end (connect again with a fresh one), 4429 too many sockets, 1013 a reader too slow.
 */
export const ClientMessage = z.object({ type: z.literal('auth'), token: z.string().min(1).max(2048) });
export type ClientMessage = z.infer<typeof ClientMessage>;

export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** A realm's live state, sent at once on a change of phase or players, and the newest sample of its history. */
  z.object({ type: z.literal('realmLive'), realm: RealmLive, sample: RealmSample.nullable() }),
  /** The realm's own fields changed, or it came or went: fetch again. */
  z.object({ type: z.literal('realmChanged'), id: z.uuid() }),
  /** Coins came or went, or a payment of the account was settled: fetch again. */
  z.object({ type: z.literal('accountChanged') }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;
