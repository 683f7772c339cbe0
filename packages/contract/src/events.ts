import { ConsoleLine } from '@realmkeep/realm-protocol';
import { z } from 'zod';
import { RealmLive, RealmSample } from './realms.ts';

export { ConsoleLine };

/**
 * The socket /api/ws/events. The client's first message, within 5 s, carries its access token: never the address. The
 * server answers `ready` and then sends what changes of the account's realms. Close codes: 4400 a bad message, 4401 no
 * valid token or its end (connect again with a fresh one), 4429 too many sockets or messages, 1013 a reader too slow.
 *
 * A realm's console is told to who asks for it by `consoleOpen`, until `consoleClose`: `consoleOpened`, then `consoleLines`, the last
 * lines that were printed before first. A reader that does not keep up loses the oldest. `consoleClosed` says that it ends, or does not
 * begin: the realm is not the account's, or no longer; or too many are open on one socket.
 */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().min(1).max(2048) }),
  z.object({ type: z.literal('consoleOpen'), id: z.uuid().toLowerCase() }),
  z.object({ type: z.literal('consoleClose'), id: z.uuid().toLowerCase() }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** A realm's live state, sent at once on a change of phase or players, and the newest sample of its history. */
  z.object({ type: z.literal('realmLive'), realm: RealmLive, sample: RealmSample.nullable() }),
  /** The realm's own fields changed, or it came or went: fetch again. */
  z.object({ type: z.literal('realmChanged'), id: z.uuid() }),
  /** A backup of the realm, or the restoring of one, went on: fetch again. At most every second of each. */
  z.object({ type: z.literal('realmBackupsChanged'), id: z.uuid() }),
  /** A change of the realm's kernel went on: fetch again. At most every second. */
  z.object({ type: z.literal('realmKernelChanged'), id: z.uuid() }),
  z.object({ type: z.literal('consoleOpened'), id: z.uuid() }),
  z.object({ type: z.literal('consoleLines'), id: z.uuid(), lines: z.array(ConsoleLine) }),
  z.object({ type: z.literal('consoleClosed'), id: z.uuid() }),
  /** Coins came or went, or a payment of the account was settled: fetch again. */
  z.object({ type: z.literal('accountChanged') }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;
