import { createHmac, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** What an application has of the chat platform, and how the platform signs. */
export interface SandboxKeys {
  clientId: string;
  guildId: string;
  clientSecret: string;
  botToken: string;
  signingKey: KeyObject;
  /** 32 bytes in hex. */
  publicKey: string;
}

/** The head of an Ed25519 key in PKCS#8 (RFC 8410, section 7), which its 32 bytes follow. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The same at every start, so that nothing of it is stored. */
export function sandboxKeys(tokenKey: string): SandboxKeys {
  const derived = (what: string) => createHmac('sha256', tokenKey).update(`chat sandbox: ${what}`).digest();
  const signingKey = createPrivateKey({
    key: Buffer.concat([pkcs8Head, derived('signing key')]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(signingKey).export({ format: 'jwk' });
  return {
    clientId: '100000000000000001',
    guildId: '100000000000000002',
    clientSecret: derived('client secret').toString('base64url'),
    botToken: derived('bot token').toString('base64url'),
    signingKey,
    publicKey: Buffer.from(x, 'base64url').toString('hex'),
  };
}
