import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemUser } from '@realmkeep/postgres';
import { isPublicUrl, publicAddress, type HeldTcpSocket } from '@realmkeep/sockets';
import { settingsFor } from './child-environment.ts';
import type { Config } from '../config.ts';
import type { DataDir } from '../data-dir.ts';
import type { ChildPlan } from './keep-child.ts';
import type { Secrets } from '../secrets.ts';
import { groups, type SettingName } from '../../../../packages/settings/src/index.ts';
import { StartError } from '../start-error.ts';

/** The providers replaced by stand-ins: because nothing else is set up and the installation is not public, or because the operator chose so. */
export interface PlayedProviders {
  chat: boolean;
  card: boolean;
  roubles: boolean;
  kernels: boolean;
}

/** @throws StartError if a stand-in is chosen for a public installation */
export function playedProviders(values: Config['values']): PlayedProviders {
  const isPublic = isPublicUrl(values.PUBLIC_URL);
  for (const [name, why] of [
    ['CHAT', 'lets anybody play anybody'],
    ['PAYMENTS', 'gives coins away for nothing'],
    ['KERNELS', 'runs a stand-in for the game'],
  ] as const) {
    if (values[name] !== 'sandbox' || !isPublic) continue;
    throw new StartError(`${name}: the sandbox ${why}, so it may not stand at a public PUBLIC_URL.`);
  }
  const isUnset = (names: readonly SettingName[]) => !isPublic && names.every((name) => values[name] === '');
  return {
    chat: values.CHAT === 'sandbox' || (values.CHAT === '' && isUnset(groups.discord)),
    card: values.PAYMENTS === 'sandbox' || isUnset(groups.stripe),
    roubles: values.PAYMENTS === 'sandbox' || isUnset(groups.robokassa),
    kernels: values.KERNELS === 'sandbox',
  };
}

/** The address that the stand-ins listen on; null if there are none. If the page is on a public address they stay on loopback. */
export function sandboxHost(played: PlayedProviders, { HOST }: Config['values']): string | null {
  if (!Object.values(played).includes(true)) return null;
  return publicAddress(HOST) === null ? HOST : '127.0.0.1';
}

interface Sandbox {
  /** The api's settings for the stand-ins, in the form of those for real providers. */
  api: NodeJS.ProcessEnv;
  plan: Pick<ChildPlan, 'name' | 'script' | 'log' | 'user' | 'sockets' | 'environment'>;
}

interface Place {
  config: Config;
  data: DataDir;
  secrets: Secrets;
  played: PlayedProviders;
  /** Where they listen: the address, and the socket. */
  host: string;
  socket: HeldTcpSocket;
}

/** The process with the stand-ins, under a user of its own and with nothing of the product but their keys. */
export async function prepareSandbox({ config, data, secrets, played, host, socket }: Place): Promise<Sandbox> {
  const { values } = config;
  const user = process.getuid?.() === 0 ? systemUser('realmkeep-sandbox') : null;
  const folder = join(data.path, 'sandbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  const base = originOf(host, socket.port);
  const keys = sandboxKeys(secrets.TOKEN_KEY);
  return {
    api: {
      ...(played.chat && {
        CHAT: 'discord',
        DISCORD_API_BASE: `${base}/api`,
        DISCORD_INVITE_URL: `${base}/sandbox/chat/community`,
        DISCORD_PUBLIC_KEY: keys.discordPublicKey,
        ...keys.discord,
      }),
      ...(played.card && { STRIPE_API_BASE: base, ...keys.stripe }),
      ...(played.roubles && {
        ROBOKASSA_BASE: base,
        ROBOKASSA_HASH: 'sha256',
        ROBOKASSA_TEST: 'true',
        ...keys.robokassa,
      }),
      ...(played.kernels && {
        KERNEL_PAPER_API: `${base}/kernels/paper`,
        KERNEL_PURPUR_API: `${base}/kernels/purpur`,
        KERNEL_FABRIC_API: `${base}/kernels/fabric`,
        KERNEL_MOJANG_API: `${base}/kernels/vanilla`,
        MODRINTH_API: `${base}/modrinth`,
      }),
    },
    plan: {
      name: 'sandbox',
      script: join(config.app, 'apps/fake-providers/dist/main.js'),
      log: join(data.logs, 'sandbox.log'),
      user,
      sockets: { SANDBOX_FD: socket },
      environment: () => ({
        ...settingsFor('sandbox', config),
        PRODUCT_ORIGIN: originOf(values.HOST, Number(values.PORT)),
        SANDBOX_DIR: folder,
        DISCORD_SIGNING_KEY: keys.discordSigningKey,
        ...keys.discord,
        ...keys.stripe,
        ...keys.robokassa,
      }),
    },
  };
}

/** How what listens there is reached from this machine. */
function originOf(host: string, port: number): string {
  const reached = host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

/** The head of an Ed25519 key in PKCS#8 (RFC 8410, section 7), which its 32 bytes follow. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The same at every start, so they need not be stored; by the settings' names. */
function sandboxKeys(tokenKey: string) {
  const derived = (what: string) => createHmac('sha256', tokenKey).update(`sandbox: ${what}`).digest();
  const signingKey = Buffer.concat([pkcs8Head, derived('signing key')]);
  const { x = '' } = createPublicKey(createPrivateKey({ key: signingKey, format: 'der', type: 'pkcs8' })).export({
    format: 'jwk',
  });
  return {
    discordSigningKey: signingKey.toString('base64'),
    discordPublicKey: Buffer.from(x, 'base64url').toString('hex'),
    discord: {
      DISCORD_CLIENT_ID: '100000000000000001',
      DISCORD_GUILD_ID: '100000000000000002',
      DISCORD_CLIENT_SECRET: derived('client secret').toString('base64url'),
      DISCORD_BOT_TOKEN: derived('bot token').toString('base64url'),
    },
    stripe: {
      STRIPE_SECRET_KEY: `sk_test_${derived('stripe secret key').toString('hex')}`,
      STRIPE_WEBHOOK_SECRET: `whsec_${derived('stripe webhook secret').toString('hex')}`,
    },
    robokassa: {
      ROBOKASSA_LOGIN: 'sandbox',
      ROBOKASSA_PASSWORD1: derived('robokassa password 1').toString('hex'),
      ROBOKASSA_PASSWORD2: derived('robokassa password 2').toString('hex'),
    },
  };
}
