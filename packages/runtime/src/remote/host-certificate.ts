import { type DerivedCertificate, derivedCertificate } from '@realmkeep/sockets';
import { certificateSeedOf, type HostKey } from './host-key.ts';

/** A host's certificate, derived from its key, so that the api knows it in advance, and accepts no other. */
export function hostCertificate(hostKey: HostKey): DerivedCertificate {
  return derivedCertificate(`realmkeep ${hostKey.hostId}`, certificateSeedOf(hostKey));
}
