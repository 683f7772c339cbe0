import { encodeHandshake, normaliseServerAddress } from '@realmkeep/protocol';
import type { Handshake } from '@realmkeep/protocol';

/** A login code, as the page puts it before a realm's address: eight characters, perhaps with a hyphen in the middle. */
const codeLabel = /^([2-9a-z]{4}-?[2-9a-z]{4})\.([^.]+)$/;

interface Said {
  handshake: Handshake;
  /** The handshake to be passed on. */
  bytes: Buffer;
}

/**
 * Removes the code from an address such as `k7pm-3xqd.castle.example.com`; kernels whose chat we cannot read get codes this way.
 * The address without it is passed on, and may be logged. A realm's address is one label, so this is unambiguous.
 */
export function takeCode({ handshake, bytes }: Said, baseDomain: string): Said & { code: string | null } {
  const hostname = normaliseServerAddress(handshake.serverAddress);
  const end = `.${baseDomain}`;
  const [, code, address] = (hostname?.endsWith(end) && codeLabel.exec(hostname.slice(0, -end.length))) || [];
  if (code === undefined || address === undefined) return { handshake, bytes, code: null };
  const without = { ...handshake, serverAddress: `${address}${end}` };
  return { handshake: without, bytes: encodeHandshake(without), code };
}
