import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import type { Keys } from './keys.ts';

const secret = z.string().min(10);
const origin = z.url({ protocol: /^http$/ });

const Environment = z.object({
  /** Of a socket that is bound already, and its address. */
  SANDBOX_FD: z.coerce.number().int().min(3),
  HOST: z.string(),
  /** Where browsers find the product. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }),
  /** Where the product is told of what happens, from this machine. */
  PRODUCT_ORIGIN: origin,
  SANDBOX_DIR: z.string().min(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DISCORD_CLIENT_ID: secret,
  DISCORD_GUILD_ID: secret,
  DISCORD_CLIENT_SECRET: secret,
  DISCORD_BOT_TOKEN: secret,
  /** Ed25519: PKCS#8 in base64. */
  DISCORD_SIGNING_KEY: secret,
  STRIPE_SECRET_KEY: secret,
  STRIPE_WEBHOOK_SECRET: secret,
  ROBOKASSA_LOGIN: z.string().min(1),
  ROBOKASSA_PASSWORD1: secret,
  ROBOKASSA_PASSWORD2: secret,
});

export interface Config {
  fd: number;
  host: string;
  publicUrl: string;
  productOrigin: string;
  /** A folder of its own. */
  folder: string;
  logLevel: string;
  keys: Keys;
}

/** The only reader of the environment. @throws Error that names each setting that is wrong, and never its value */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const read = Environment.safeParse(environment);
  if (!read.success) {
    throw new Error(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  }
  const env = read.data;
  return {
    fd: env.SANDBOX_FD,
    host: env.HOST,
    publicUrl: new URL(env.PUBLIC_URL).origin,
    productOrigin: env.PRODUCT_ORIGIN,
    folder: env.SANDBOX_DIR,
    logLevel: env.LOG_LEVEL,
    keys: {
      chat: {
        clientId: env.DISCORD_CLIENT_ID,
        guildId: env.DISCORD_GUILD_ID,
        clientSecret: env.DISCORD_CLIENT_SECRET,
        botToken: env.DISCORD_BOT_TOKEN,
        signingKey: createPrivateKey({
          key: Buffer.from(env.DISCORD_SIGNING_KEY, 'base64'),
          format: 'der',
          type: 'pkcs8',
        }),
      },
      payments: {
        stripe: { secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET },
        robokassa: {
          login: env.ROBOKASSA_LOGIN,
          password1: env.ROBOKASSA_PASSWORD1,
          password2: env.ROBOKASSA_PASSWORD2,
        },
      },
    },
  };
}
