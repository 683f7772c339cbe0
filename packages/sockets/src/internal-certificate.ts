import { hkdfSync } from 'node:crypto';
import { type DerivedCertificate, derivedCertificate } from './derived-certificate.ts';

/** What a gateway asks the api for by TLS, whatever the address is. */
export const internalServerName = 'realmkeep-internal';

/** By which the api and its gateways know one another on a network: whoever has their token can be either, and nobody else. */
export function internalCertificate(gatewayToken: string): DerivedCertificate {
  const seed = hkdfSync('sha256', gatewayToken, '', 'realmkeep internal certificate', 32);
  return derivedCertificate(internalServerName, Buffer.from(seed));
}
