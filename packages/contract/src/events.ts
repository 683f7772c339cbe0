import { ConsoleLine } from '@realmkeep/realm-protocol';
import { z } from 'zod';
import { RealmLive, RealmSample } from './realms.ts';

export { ConsoleLine };

/**
 * The socket /api/ws/events. The client's first message, within 5 s, carries its access token; the address never does. The
 * server answers `ready` and then sends changes of the account's realms. Close codes: 4400 a bad message, 4401 no
 * valid token or an expired one (connect again with a fresh one), 4429 too many sockets or messages, 1013 a reader too slow.
 *
 * `consoleOpen` subscribes to a realm's console until `consoleClose`: the server sends `consoleOpened`, then `consoleLines`, beginning with
 * the last lines printed before. A reader that does not keep up loses the oldest. `consoleClosed` says that it has ended or cannot
 * begin: the realm is not, or no longer, the account's; or too many consoles are open on one socket.
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
  /** The realm's own fields changed, or it was added or removed: fetch again. */
  z.object({ type: z.literal('realmChanged'), id: z.uuid() }),
  /** A backup or restore of the realm progressed: fetch again. At most once a second for each. */
  z.object({ type: z.literal('realmBackupsChanged'), id: z.uuid() }),
  /** A kernel change of the realm progressed: fetch again. At most once a second. */
  z.object({ type: z.literal('realmKernelChanged'), id: z.uuid() }),
  z.object({ type: z.literal('consoleOpened'), id: z.uuid() }),
  z.object({ type: z.literal('consoleLines'), id: z.uuid(), lines: z.array(ConsoleLine) }),
  z.object({ type: z.literal('consoleClosed'), id: z.uuid() }),
  /** The account's coins changed, or one of its payments was settled: fetch again. */
  z.object({ type: z.literal('accountChanged') }),
]);
export type ServerMessage = z.infer<typeof ServerMessage>;
