import { createPrivateKey, createPublicKey, sign } from 'node:crypto';

export interface DerivedCertificate {
  /** Both PEM. */
  key: string;
  cert: string;
}

const ed25519 = sequence(objectId('2b6570'));
const commonName = objectId('550403');

/**
 * A self-signed certificate derived from a secret: both sides know it in advance, and the other side accepts only this one.
 * Valid for ever, as the secret is. X.509 version 1: RFC 5280, section 4.1; Ed25519: RFC 8410.
 * @param name of its subject
 * @param seed 32 bytes derived from the secret, used for nothing else
 */
export function derivedCertificate(name: string, seed: Buffer): DerivedCertificate {
  // PKCS #8 of an Ed25519 key: RFC 8410, section 7.
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const subject = sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from(name)))));
  const validity = sequence(tagged(0x17, Buffer.from('260101000000Z')), tagged(0x18, Buffer.from('99991231235959Z')));
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const signed = sequence(tagged(0x02, Buffer.of(1)), ed25519, subject, validity, subject, publicKey);
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
