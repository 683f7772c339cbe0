import { decodeFrame, decodeHandshake, decodeLegacyPing, MAX_HANDSHAKE_LENGTH } from '@realmkeep/protocol';
import type { Handshake, LegacyPing } from '@realmkeep/protocol';
import { ClientGone } from './inbox.ts';
import type { Inbox } from './inbox.ts';

/** What a client says first. */
export type Greeting =
  | { kind: 'legacy'; ping: LegacyPing }
  /** `bytes` are the handshake as it came, to be passed on. */
  | { kind: 'modern'; handshake: Handshake; bytes: Buffer };

/** A legacy ping may come in pieces, and its shorter forms do not say that they are whole. */
const LEGACY_PATIENCE_MS = 250;

/** Throws ProtocolError for garbage, ClientGone when the client hangs up first. */
export async function readGreeting(inbox: Inbox): Promise<Greeting> {
  let legacy = decodeLegacyPing(inbox.unread);
  while (legacy.kind === 'incomplete') {
    const { soFar } = legacy;
    const hasMore = await inbox.more(soFar ? LEGACY_PATIENCE_MS : undefined);
    if (!hasMore && soFar) return { kind: 'legacy', ping: soFar };
    if (!hasMore) throw new ClientGone();
    legacy = decodeLegacyPing(inbox.unread);
  }
  if (legacy.kind === 'ping') return { kind: 'legacy', ping: legacy.ping };

  let bytes = inbox.unread;
  const frame = await inbox.read((unread) => {
    bytes = unread;
    return decodeFrame(unread, MAX_HANDSHAKE_LENGTH);
  });
  return { kind: 'modern', handshake: decodeHandshake(frame), bytes: bytes.subarray(0, frame.bytesRead) };
}
