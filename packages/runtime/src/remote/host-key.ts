import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const secretBytes = 32;

/** A secret shared by a host and the api, from which each derives what it proves itself with. */
export interface HostKey {
  hostId: string;
  /** 32 bytes. */
  secret: Buffer;
}

/** The key of one host, which reveals nothing about the installation's key or other hosts' keys. RFC 5869. */
export function deriveHostKey(installationKey: string, hostId: string): HostKey {
  return { hostId, secret: Buffer.from(hkdfSync('sha256', installationKey, hostId, 'realmkeep host', secretBytes)) };
}

/** The key as an operator copies it to the host's settings. */
export function writeHostKey({ hostId, secret }: HostKey): string {
  return `${hostId}.${secret.toString('base64url')}`;
}

/** @throws Error when it is none */
export function readHostKey(text: string): HostKey {
  const [hostId = '', encoded = ''] = text.split('.');
  const secret = Buffer.from(encoded, 'base64url');
  if (hostId === '' || secret.length !== secretBytes) throw new Error('not a key of a host');
  return { hostId, secret };
}

/** The scope of a call: the host, one realm, or one run of it, by its fencing token. */
export interface TokenScope {
  realmId?: string | null;
  run?: number | null;
}

/** What a call about that bears, in hexadecimal. */
export function tokenFor(key: HostKey, { realmId = null, run = null }: TokenScope): string {
  return macOf(key, 'call', realmId, run).toString('hex');
}

export function isToken(key: HostKey, scope: TokenScope, token: string): boolean {
  const expected = Buffer.from(tokenFor(key, scope));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** What a gateway proves itself by to the host's game port, for that run of the realm alone. */
export function gameKeyFor(key: HostKey, realmId: string, run: number): Buffer {
  return macOf(key, 'game', realmId, run);
}

/** What the host's certificate is derived from, 32 bytes. */
export function certificateSeedOf({ secret }: HostKey): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'realmkeep host certificate', 32));
}

/** What a host, or a pod, proves itself by to the api that it calls, and that to it. */
export function callKeyFor(key: HostKey): Buffer {
  return macOf(key, 'called', null, null);
}

function macOf({ secret }: HostKey, use: string, realmId: string | null, run: number | null): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([use, realmId, run]))
    .digest();
}
