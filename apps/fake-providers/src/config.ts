import { createPrivateKey } from 'node:crypto';
import { namesFor, readSettings, SettingsError, together } from '@realmkeep/settings';
import type { Keys } from './keys.ts';

/** What the product has of each provider. The supervisor makes them: they are not the operator's own. */
const keyNames = [
  'DISCORD_CLIENT_ID',
  'DISCORD_GUILD_ID',
  'DISCORD_CLIENT_SECRET',
  'DISCORD_BOT_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'ROBOKASSA_LOGIN',
  'ROBOKASSA_PASSWORD1',
  'ROBOKASSA_PASSWORD2',
] as const;

interface Config {
  fd: number;
  host: string;
  publicUrl: string;
  /** The product's origin for callbacks, from this machine. */
  productOrigin: string;
  /** A folder of its own. */
  folder: string;
  logLevel: string;
  keys: Keys;
}

/** The only reader of the environment. @throws SettingsError */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const env = readSettings(namesFor('sandbox'), environment);
  const keys = together(readSettings(keyNames, environment), keyNames);
  if (keys === null) throw new SettingsError(`one of these is missing: ${keyNames.join(', ')}`);
  return {
    fd: env.SANDBOX_FD,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    productOrigin: env.PRODUCT_ORIGIN,
    folder: env.SANDBOX_DIR,
    logLevel: env.LOG_LEVEL,
    keys: {
      chat: {
        clientId: keys.DISCORD_CLIENT_ID,
        guildId: keys.DISCORD_GUILD_ID,
        clientSecret: keys.DISCORD_CLIENT_SECRET,
        botToken: keys.DISCORD_BOT_TOKEN,
        signingKey: createPrivateKey({
          key: Buffer.from(env.DISCORD_SIGNING_KEY, 'base64'),
          format: 'der',
          type: 'pkcs8',
        }),
      },
      payments: {
        stripe: { secretKey: keys.STRIPE_SECRET_KEY, webhookSecret: keys.STRIPE_WEBHOOK_SECRET },
        robokassa: {
          login: keys.ROBOKASSA_LOGIN,
          password1: keys.ROBOKASSA_PASSWORD1,
          password2: keys.ROBOKASSA_PASSWORD2,
        },
      },
    },
  };
}
