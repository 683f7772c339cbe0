import { createRequire } from 'node:module';
import type { Channel } from 'ssh2';

/** Asked for at once: a password, or that Enter was pressed. */
const maxResponses = 4;
const infoResponse = 61;

type MessageHandler = (protocol: unknown, payload: Buffer) => void;

/**
 * ssh2 1.17.0 makes room for as many answers of keyboard-interactive as a stranger says there are before it looks whether they came: a
 * packet of 20 bytes takes 264 MB and half a second. The count follows the type.
 */
export function guardAgainstManyResponses(): void {
  const handlers = createRequire(import.meta.url)('ssh2/lib/protocol/handlers.js') as MessageHandler[];
  const handle = handlers[infoResponse];
  if (handle === undefined) throw new Error('ssh2 reads answers otherwise than this knows');
  handlers[infoResponse] = (protocol, payload) => {
    const isMany = payload.length < 5 || payload.readUInt32BE(1) > maxResponses;
    // Cut short, it is refused as malformed.
    handle(protocol, isMany ? payload.subarray(0, 1) : payload);
  };
}

/** RFC 4254, 5.1 has no least packet; to one of no bytes ssh2 would send for ever. */
export function takesPackets(channel: Channel): boolean {
  const { outgoing } = channel as Channel & { outgoing: { packetSize: number } };
  return outgoing.packetSize >= 1024;
}
