import { createPublicKey, sign } from 'node:crypto';
import { certificateKeyOf, type HostKey } from './host-key.ts';

export interface HostCertificate {
  /** Both PEM. */
  key: string;
  cert: string;
}

const ed25519 = sequence(objectId('2b6570'));
const commonName = objectId('550403');

/**
 * A host's certificate, signed by itself and derived from its key, so that the api knows it without having been told: that one, and no
 * other, is what it accepts. Valid for ever, as the key is. X.509 version 1: RFC 5280, section 4.1; Ed25519: RFC 8410.
 */
export function hostCertificate(hostKey: HostKey): HostCertificate {
  const key = certificateKeyOf(hostKey);
  const name = sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from(`realmkeep ${hostKey.hostId}`)))));
  const validity = sequence(tagged(0x17, Buffer.from('260101000000Z')), tagged(0x18, Buffer.from('99991231235959Z')));
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const signed = sequence(tagged(0x02, Buffer.of(1)), ed25519, name, validity, name, publicKey);
  const signature = tagged(0x03, Buffer.of(0), sign(null, signed, key));
  const base64 =
    sequence(signed, ed25519, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

/** A value of DER: X.690. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}
