import { hkdfSync } from 'node:crypto';
import { type DerivedCertificate, derivedCertificate } from './derived-certificate.ts';

/** The TLS server name that a gateway uses for the api, whatever the address. */
export const internalServerName = 'realmkeep-internal';

/** The certificate by which the api and its gateways authenticate each other on a network: anybody with their token can be either, and nobody else. */
export function internalCertificate(gatewayToken: string): DerivedCertificate {
  const seed = hkdfSync('sha256', gatewayToken, '', 'realmkeep internal certificate', 32);
  return derivedCertificate(internalServerName, Buffer.from(seed));
}
