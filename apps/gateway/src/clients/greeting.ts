import {
  decodeFrame,
  decodeHandshake,
  decodeLegacyPing,
  decodeLoginStart,
  maxHandshakeLength,
} from '@realmkeep/protocol';
import type { Frame, Handshake, LegacyPing } from '@realmkeep/protocol';
import { ClientGone } from './inbox.ts';
import type { Inbox } from './inbox.ts';

/** What a client says first. */
export type Greeting =
  | { kind: 'legacy'; ping: LegacyPing }
  /** `bytes` are the handshake as received, to be passed on. */
  | { kind: 'modern'; handshake: Handshake; bytes: Buffer };

/** A legacy ping may come in pieces, and its shorter forms do not say that they are complete. */
const legacyPatienceMs = 250;
/** Later versions of the game send keys and signatures with the name. */
const maxLoginStartLength = 8 * 1024;

/** Throws ProtocolError for garbage, ClientGone when the client hangs up first. */
export async function readGreeting(inbox: Inbox): Promise<Greeting> {
  let legacy = decodeLegacyPing(inbox.unread);
  while (legacy.kind === 'incomplete') {
    const { soFar } = legacy;
    const hasMore = await inbox.more(soFar ? legacyPatienceMs : undefined);
    if (!hasMore && soFar) return { kind: 'legacy', ping: soFar };
    if (!hasMore) throw new ClientGone();
    legacy = decodeLegacyPing(inbox.unread);
  }
  if (legacy.kind === 'ping') return { kind: 'legacy', ping: legacy.ping };

  const { frame, bytes } = await readFrame(inbox, maxHandshakeLength);
  return { kind: 'modern', handshake: decodeHandshake(frame), bytes };
}

/** The nickname of a joining client, and the bytes of its message. Throws like `readGreeting`. */
export async function readLoginStart(inbox: Inbox): Promise<{ name: string; bytes: Buffer }> {
  const { frame, bytes } = await readFrame(inbox, maxLoginStartLength);
  return { name: decodeLoginStart(frame).name, bytes };
}

async function readFrame(inbox: Inbox, maxLength: number): Promise<{ frame: Frame; bytes: Buffer }> {
  let bytes = inbox.unread;
  const frame = await inbox.read((unread) => {
    bytes = unread;
    return decodeFrame(unread, maxLength);
  });
  return { frame, bytes: bytes.subarray(0, frame.bytesRead) };
}
