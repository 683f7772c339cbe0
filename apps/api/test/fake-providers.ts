import { generateKeyPairSync } from 'node:crypto';
import pino from 'pino';
import type { Keys } from '../../fake-providers/src/keys.ts';
import { type FakeProviders, startFakeProviders } from '../../fake-providers/src/server.ts';

/** The stand-ins of the providers, on a port of this machine. */
export interface TestProviders extends FakeProviders {
  /** Their origin. */
  url: string;
  /** The environment of an api that uses them as its providers. */
  environment: Record<string, string>;
}

const { publicKey, privateKey } = generateKeyPairSync('ed25519');

const testKeys: Keys = {
  chat: {
    clientId: '100000000000000001',
    guildId: '100000000000000002',
    clientSecret: 'client-secret-of-tests',
    botToken: 'bot-token-of-tests',
    signingKey: privateKey,
  },
  payments: {
    stripe: { secretKey: 'sk_test_0123456789', webhookSecret: 'whsec_0123456789' },
    robokassa: { login: 'sandbox', password1: 'the-first-password', password2: 'the-second-password' },
  },
};

/** The public key, 32 bytes in hex. */
export const chatPublicKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');

/**
 * @param publicUrl the product's
 * @param file the database's; in memory by default
 */
export async function startTestProviders(publicUrl: string, file = ':memory:'): Promise<TestProviders> {
  const listen = { host: '127.0.0.1', port: 0 };
  const providers = await startFakeProviders({
    file,
    keys: testKeys,
    publicUrl,
    listen,
    log: pino({ level: 'silent' }),
  });
  const url = `http://127.0.0.1:${providers.port}`;
  const { chat, payments } = testKeys;
  return {
    ...providers,
    url,
    environment: {
      CHAT: 'discord',
      DISCORD_API_BASE: `${url}/api`,
      DISCORD_INVITE_URL: `${url}/sandbox/chat/community`,
      DISCORD_CLIENT_ID: chat.clientId,
      DISCORD_GUILD_ID: chat.guildId,
      DISCORD_CLIENT_SECRET: chat.clientSecret,
      DISCORD_BOT_TOKEN: chat.botToken,
      DISCORD_PUBLIC_KEY: chatPublicKey,
      STRIPE_API_BASE: url,
      STRIPE_SECRET_KEY: payments.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: payments.stripe.webhookSecret,
      ROBOKASSA_BASE: url,
      ROBOKASSA_LOGIN: payments.robokassa.login,
      ROBOKASSA_PASSWORD1: payments.robokassa.password1,
      ROBOKASSA_PASSWORD2: payments.robokassa.password2,
      ROBOKASSA_HASH: 'sha256',
      ROBOKASSA_TEST: 'true',
    },
  };
}
