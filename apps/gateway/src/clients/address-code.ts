import { encodeHandshake, normaliseServerAddress } from '@realmkeep/protocol';
import type { Handshake } from '@realmkeep/protocol';

/** A code to log in with, as the page writes it before a realm's address: eight characters, perhaps with a hyphen in the middle. */
const codeLabel = /^([2-9a-z]{4}-?[2-9a-z]{4})\.([^.]+)$/;

interface Said {
  handshake: Handshake;
  /** The handshake as it came, to be passed on. */
  bytes: Buffer;
}

/**
 * Takes the code off an address such as `k7pm-3xqd.castle.example.com`: a kernel that does not hear the chat of its players is told it so.
 * What is passed on, and may be logged, is the address without it. A realm's address is one label, so no other can be meant.
 */
export function takeCode({ handshake, bytes }: Said, baseDomain: string): Said & { code: string | null } {
  const hostname = normaliseServerAddress(handshake.serverAddress);
  const end = `.${baseDomain}`;
  const [, code, address] = (hostname?.endsWith(end) && codeLabel.exec(hostname.slice(0, -end.length))) || [];
  if (code === undefined || address === undefined) return { handshake, bytes, code: null };
  const without = { ...handshake, serverAddress: `${address}${end}` };
  return { handshake: without, bytes: encodeHandshake(without), code };
}
