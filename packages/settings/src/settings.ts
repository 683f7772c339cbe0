import {
  absolute,
  accessKey,
  address,
  addresses,
  bucket,
  chat,
  count,
  countOrNone,
  databaseUrl,
  discordSecret,
  domain,
  flag,
  group,
  invitation,
  ipv4Addresses,
  logLevel,
  optionalWebUrl,
  payments,
  port,
  portOrNone,
  publicKey,
  region,
  registration,
  risk,
  shopHash,
  shopLogin,
  shopPassword,
  snowflake,
  stripeKey,
  stripeWebhookSecret,
  text,
  webUrl,
  webUrls,
} from './parse.ts';
import { secret, setting, type Setting } from './setting.ts';

/**
 * Every setting that an operator has. From this table come --help, realmkeep.conf.example, the checks, what each process is told, and the
 * types that it reads. The flag of A_NAME is --a-name.
 */
export const SETTINGS = {
  PORT: setting('3000', 'Port of the page and of the api', port, ['api']),
  HOST: setting('::', 'Address that the page listens on; :: is all, of IPv4 too', address, ['api']),
  GAME_PORT: setting('25565', 'Port of the gateway, which players join through', port, ['api', 'gateway']),
  SFTP_PORT: setting(
    '2022',
    'Port of SFTP, on the address of the page; off when the default is taken; 0: off',
    portOrNone,
    ['api'],
  ),
  SANDBOX_PORT: setting(
    '3001',
    'Port of the sandbox, which plays chat and payments where nothing else is set up, on the address of the page; another when the default is taken',
    port,
    [],
  ),
  GAME_HOST: setting('::', 'Address that the gateway listens on; :: is all, of IPv4 too', address, ['gateway']),
  DATA_DIR: setting('./data', 'Folder of the database, the realms, the secrets and the logs', text, ['api', 'gateway']),
  DATABASE_URL: secret('A PostgreSQL of yours, 15 or later; empty for the built-in one', databaseUrl, ['api']),
  REALM_DATABASE_URL: secret(
    "A PostgreSQL of yours for realms' databases, by a role with CREATEDB and CREATEROLE; empty: a built-in one of their own",
    databaseUrl,
    ['api', 'guests'],
  ),
  BASE_DOMAIN: setting('localhost', 'Players join <address>.<this>', domain, ['api', 'gateway']),
  PUBLIC_URL: setting('http://localhost:PORT', 'Where browsers find the page', webUrl, ['api']),
  REQUIRE_CHAT_LINK: setting('true', 'Whether only users with a linked chat account may create realms', flag, ['api']),
  REGISTRATION: setting('open', 'open, or soon: the page says that it opens soon, and takes nobody', registration, [
    'api',
  ]),
  GEO_API_BASE: setting(
    '',
    "Where a visitor's languages are looked up by address, such as https://ipapi.co; empty: nowhere",
    optionalWebUrl,
    ['api'],
  ),
  CHAT: setting('', 'The chat platform: discord, or sandbox, which plays one; empty: see docs/chat-platform.md', chat, [
    'api',
  ]),
  DISCORD_CLIENT_ID: setting('', 'Id of your application at Discord', snowflake, ['api']),
  DISCORD_CLIENT_SECRET: secret("The application's secret", discordSecret, ['api']),
  DISCORD_BOT_TOKEN: secret("The token of the application's bot", discordSecret, ['api']),
  DISCORD_PUBLIC_KEY: setting('', "The application's public key", publicKey, ['api']),
  DISCORD_GUILD_ID: setting('', 'Id of the server at Discord that is your community', snowflake, ['api']),
  DISCORD_INVITE_URL: setting('', 'Invitation to it', invitation, ['api']),
  DISCORD_API_BASE: setting('', 'For tests: where Discord is; empty: https://discord.com/api', optionalWebUrl, ['api']),
  PAYMENTS: setting('', 'sandbox, which plays the payment providers; empty: see docs/payments.md', payments, []),
  STRIPE_SECRET_KEY: secret('Secret key of your account at Stripe, which takes cards', stripeKey, ['api']),
  STRIPE_WEBHOOK_SECRET: secret('Signing secret of the webhook there', stripeWebhookSecret, ['api']),
  STRIPE_API_BASE: setting('', 'For tests: where Stripe is; empty: https://api.stripe.com', webUrl, ['api']),
  ROBOKASSA_LOGIN: setting('', 'Identifier of your shop at Robokassa, which takes roubles', shopLogin, ['api']),
  ROBOKASSA_PASSWORD1: secret("The shop's password 1", shopPassword, ['api']),
  ROBOKASSA_PASSWORD2: secret("The shop's password 2", shopPassword, ['api']),
  ROBOKASSA_HASH: setting('sha256', 'md5, sha1, sha256, sha384, sha512 or ripemd160, as the shop is set', shopHash, [
    'api',
  ]),
  ROBOKASSA_TEST: setting('false', 'Whether rouble payments are only tried out, with the passwords for tests', flag, [
    'api',
  ]),
  ROBOKASSA_BASE: setting('', 'For tests: where Robokassa is; empty: https://auth.robokassa.ru', webUrl, ['api']),
  BACKUP_S3_ENDPOINT: setting(
    '',
    'Object storage for backups, such as https://s3.eu-central-1.amazonaws.com; empty: the folder DATA_DIR/backups',
    optionalWebUrl,
    ['api'],
  ),
  BACKUP_S3_BUCKET: setting('', 'The bucket there', bucket, ['api']),
  BACKUP_S3_REGION: setting('us-east-1', 'Its region', region, ['api']),
  BACKUP_S3_ACCESS_KEY: setting('', 'Id of a key that reads, writes and deletes in the bucket', accessKey, ['api']),
  BACKUP_S3_SECRET_KEY: secret('The key itself', accessKey, ['api']),
  BACKUP_S3_LINKS: setting(
    'true',
    'Whether browsers reach BACKUP_S3_ENDPOINT and download backups from there; false: through the api',
    flag,
    ['api'],
  ),
  BACKUPS_PER_REALM: setting('0', "Backups of one realm at most; 0: as many as its owner's plan allows", countOrNone, [
    'api',
  ]),
  BACKUP_DAYS: setting('0', 'Days after which a backup is deleted; 0: never', countOrNone, ['api']),
  KERNEL_PAPER_API: setting('', 'Where Paper is fetched; empty: https://fill.papermc.io', optionalWebUrl, ['api']),
  KERNEL_MOJANG_API: setting(
    '',
    "Where the game's own server is fetched; empty: https://piston-meta.mojang.com",
    optionalWebUrl,
    ['api'],
  ),
  REALM_DNS: setting(
    '',
    "IPv4 addresses, with commas, of whom realms with a server in Java ask for names; empty: this machine's own resolvers",
    ipv4Addresses,
    ['api'],
  ),
  PROGRAMS_WITHOUT_WALLS: setting(
    '',
    'accept-risk: servers in Java run, and plugins are taken, although this machine has no walls for them: whoever has a realm reads and does there what Realmkeep may. See bin/doctor',
    risk,
    ['api'],
  ),
  SUPPORT_URL: setting('', 'Link to your support', optionalWebUrl, ['api']),
  WIKI_URL: setting('', 'Link to your wiki', optionalWebUrl, ['api']),
  COMMUNITY_URL: setting('', 'Link to your community chat', optionalWebUrl, ['api']),
  SOCIAL_VK_URL: setting('', 'Link shown to readers of Russian', optionalWebUrl, ['api']),
  SOCIAL_INSTAGRAM_URL: setting('', 'Link shown to readers of English and Polish', optionalWebUrl, ['api']),
  SOCIAL_TIKTOK_URL: setting('', 'Link shown to readers of English and Polish', optionalWebUrl, ['api']),
  ALSO_AT: setting(
    '',
    'Other origins by which browsers find the page, with commas, such as https://www.example.org',
    webUrls,
    ['api'],
  ),
  PROXY_SOCKETS: setting(
    '',
    'For reverse proxies on this machine: a folder for the unix sockets page.sock, game.sock and sftp.sock, such as /run/realmkeep',
    absolute,
    [],
  ),
  PROXY_SOCKETS_GROUP: setting(
    '',
    'The group whose members may connect to them, such as www-data; empty: whoever runs this alone',
    group,
    [],
  ),
  TRUST_PROXY: setting('', 'Addresses of reverse proxies on other machines before the page, with commas', addresses, [
    'api',
  ]),
  PROXY_FROM: setting('', 'Addresses of those that send PROXY headers to the gateway, with commas', addresses, [
    'gateway',
  ]),
  SFTP_PROXY_FROM: setting('', 'Addresses of those that send PROXY headers to SFTP, with commas', addresses, ['api']),
  MAX_CONNECTIONS: setting('4000', "Players' connections at once", count, ['gateway']),
  MAX_CONNECTIONS_PER_ADDRESS: setting('40', 'The same from one address', count, ['gateway']),
  MAX_LOGINS_PER_MINUTE: setting('60', "Players' log-ins in a minute from one address", count, ['gateway']),
  REALM_MEMORY_MIB: setting(
    '0',
    'Memory of all running realms together, in MiB; 0: three quarters of the machine, or all but 3 GiB',
    countOrNone,
    ['api'],
  ),
  REQUESTS_PER_MINUTE: setting('600', 'Calls of the api in a minute from one address', count, ['api']),
  CREDENTIALS_PER_MINUTE: setting(
    '20',
    'Log-ins in a minute from one address; as many registrations, and password changes',
    count,
    ['api'],
  ),
  REGISTRATIONS_PER_HOUR: setting(
    '5',
    'Registrations in an hour from one address that cost nothing; for more the page has to compute, longer and longer',
    count,
    ['api'],
  ),
  NAME_RELEASE_DAYS: setting(
    '30',
    'Days after which the name of an account that was never played, linked or paid for is free again; 0: never',
    countOrNone,
    ['api'],
  ),
  LOGINS_PER_ACCOUNT: setting(
    '10',
    'Attempts to log in to one account from one address in 15 minutes; ten times that from all together',
    count,
    ['api'],
  ),
  LOGINS_PER_ADDRESS: setting('50', 'Attempts to log in from one address in 15 minutes', count, ['api']),
  CHALLENGES_PER_ACCOUNT: setting('5', 'Second steps of the log-in to one account in 10 minutes', count, ['api']),
  MESSAGES_PER_10_MINUTES: setting('10', 'Direct messages to one account in 10 minutes', count, ['api']),
  PAGE_CONNECTIONS_PER_ADDRESS: setting(
    '250',
    'Connections to the page open at once from one address; of reverse proxies any number',
    count,
    ['api'],
  ),
  SOCKETS_PER_ADDRESS: setting('100', 'Sockets of pages open at once from one address', count, ['api']),
  REFERRAL_ACCOUNT_DAYS: setting(
    '7',
    'Days that a chat account must have been there for the referral bonus; a younger one gets it then',
    countOrNone,
    ['api'],
  ),
  REFERRAL_SHARES_PER_MONTH: setting(
    '3000',
    "Coins that one referrer is given in a month of the 20% of friends' payments; 0: none",
    countOrNone,
    ['api'],
  ),
  LOG_LEVEL: setting('info', 'trace, debug, info, warn, error or fatal', logLevel, ['api', 'gateway', 'guests']),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** The flag of a setting, without its dashes. */
export function flagOf(name: SettingName): string {
  return name.toLowerCase().replaceAll('_', '-');
}
