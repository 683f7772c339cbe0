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
  port,
  portOrNone,
  publicKey,
  region,
  registration,
  risk,
  sandbox,
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
 * Every operator's setting. --help, realmkeep.conf.example, the checks, each process's environment and the types that it reads are derived
 * from this table. The flag of A_NAME is --a-name.
 */
export const settingsTable = {
  PORT: setting('3000', 'Port of the web app and the api', port, ['api']),
  HOST: setting('::', 'Address that the web app listens on; :: is all, IPv4 included', address, ['api', 'sandbox']),
  GAME_PORT: setting('25565', 'Port of the gateway, where players join', port, ['api', 'gateway']),
  SFTP_PORT: setting(
    '2022',
    'Port of SFTP, on the address in HOST; 0: off, as when the default port is in use',
    portOrNone,
    ['api'],
  ),
  SANDBOX_PORT: setting(
    '3001',
    'Port of the sandbox, which stands in for chat and payments where nothing else is set up, and for kernels where KERNELS says so, on the address in HOST; another if the default port is in use',
    port,
    [],
  ),
  GAME_HOST: setting('::', 'Address that the gateway listens on; :: is all, IPv4 included', address, ['gateway']),
  DATA_DIR: setting('./data', 'Folder for the database, realms, secrets and logs', text, ['api', 'gateway']),
  DATABASE_URL: secret('Your own PostgreSQL server, 15 or later; empty: the built-in one', databaseUrl, ['api']),
  REALM_DATABASE_URL: secret(
    "Your own PostgreSQL server for realms' databases, with a role that has CREATEDB and CREATEROLE; empty: a separate built-in one",
    databaseUrl,
    ['api', 'guests'],
  ),
  BASE_DOMAIN: setting('localhost', 'Players join <address>.<this>', domain, ['api', 'gateway']),
  PUBLIC_URL: setting('http://localhost:PORT', 'Address of the web app in browsers', webUrl, ['api', 'sandbox']),
  REQUIRE_CHAT_LINK: setting('true', 'Whether only players with a linked chat account may create realms', flag, [
    'api',
  ]),
  REGISTRATION: setting(
    'open',
    'open, or soon: the page says that registration opens soon, and nobody can register',
    registration,
    ['api'],
  ),
  GEO_DATABASE: setting(
    '',
    "Database of countries by address in MaxMind's format, such as GeoLite2-Country.mmdb or that of DB-IP, for the language of visitors; read again when it is replaced",
    absolute,
    ['api'],
  ),
  GEO_API_BASE: setting(
    '',
    "Service that looks up a visitor's languages by address where GEO_DATABASE names none, such as https://ipapi.co; empty: none",
    optionalWebUrl,
    ['api'],
  ),
  CHAT: setting(
    '',
    'Chat platform: discord, or sandbox, which stands in for it; empty: see docs/chat-platform.md',
    chat,
    ['api'],
  ),
  DISCORD_CLIENT_ID: setting('', 'Id of your Discord application', snowflake, ['api']),
  DISCORD_CLIENT_SECRET: secret("The application's client secret", discordSecret, ['api']),
  DISCORD_BOT_TOKEN: secret('The bot token of the application', discordSecret, ['api']),
  DISCORD_PUBLIC_KEY: setting('', "The application's public key", publicKey, ['api']),
  DISCORD_GUILD_ID: setting('', 'Id of your community, a Discord server', snowflake, ['api']),
  DISCORD_INVITE_URL: setting('', 'Invitation to the community', invitation, ['api']),
  DISCORD_API_BASE: setting('', 'For tests: address of Discord; empty: https://discord.com/api', optionalWebUrl, [
    'api',
  ]),
  PAYMENTS: setting('', 'sandbox, which stands in for the payment providers; empty: see docs/payments.md', sandbox, []),
  STRIPE_SECRET_KEY: secret('Secret key of your Stripe account, for cards', stripeKey, ['api']),
  STRIPE_WEBHOOK_SECRET: secret('Signing secret of the Stripe webhook', stripeWebhookSecret, ['api']),
  STRIPE_API_BASE: setting('', 'For tests: address of Stripe; empty: https://api.stripe.com', webUrl, ['api']),
  ROBOKASSA_LOGIN: setting('', 'Identifier of your Robokassa shop, for roubles', shopLogin, ['api']),
  ROBOKASSA_PASSWORD1: secret("The shop's password #1", shopPassword, ['api']),
  ROBOKASSA_PASSWORD2: secret("The shop's password #2", shopPassword, ['api']),
  ROBOKASSA_HASH: setting(
    'sha256',
    'md5, sha1, sha256, sha384, sha512 or ripemd160: the same as in the shop',
    shopHash,
    ['api'],
  ),
  ROBOKASSA_TEST: setting('false', 'Whether rouble payments are only tests, with the test passwords', flag, ['api']),
  ROBOKASSA_BASE: setting('', 'For tests: address of Robokassa; empty: https://auth.robokassa.ru', webUrl, ['api']),
  BACKUP_S3_ENDPOINT: setting(
    '',
    'Object storage for backups, such as https://s3.eu-central-1.amazonaws.com; empty: the folder DATA_DIR/backups',
    optionalWebUrl,
    ['api'],
  ),
  BACKUP_S3_BUCKET: setting('', 'The bucket', bucket, ['api']),
  BACKUP_S3_REGION: setting('us-east-1', 'The region of the bucket', region, ['api']),
  BACKUP_S3_ACCESS_KEY: setting('', 'Id of a key that may read, write and delete in the bucket', accessKey, ['api']),
  BACKUP_S3_SECRET_KEY: secret('The secret of the key', accessKey, ['api']),
  BACKUP_S3_LINKS: setting(
    'true',
    'Whether browsers can reach BACKUP_S3_ENDPOINT to download backups; false: through the api',
    flag,
    ['api'],
  ),
  BACKUPS_PER_REALM: setting(
    '0',
    "Maximum number of backups per realm; 0: as many as its owner's plan allows",
    countOrNone,
    ['api'],
  ),
  BACKUP_DAYS: setting('0', 'Days after which a backup is deleted; 0: never', countOrNone, ['api']),
  KERNELS: setting(
    '',
    "sandbox, which gives out a stand-in for the game's own server and needs a JDK; empty: the two sources below",
    sandbox,
    [],
  ),
  KERNEL_PAPER_API: setting('', 'Source of Paper; empty: https://fill.papermc.io', optionalWebUrl, ['api']),
  KERNEL_MOJANG_API: setting(
    '',
    "Source of the game's own server; empty: https://piston-meta.mojang.com",
    optionalWebUrl,
    ['api'],
  ),
  REALM_DNS: setting(
    '',
    'IPv4 addresses of the DNS resolvers for Java realms, separated by commas; empty: the resolvers of this machine',
    ipv4Addresses,
    ['api'],
  ),
  PROGRAMS_WITHOUT_WALLS: setting(
    '',
    'accept-risk: allow Java servers and plugins although this machine has no walls for them: whoever has a realm can then read and do whatever Realmkeep may. See bin/doctor',
    risk,
    ['api'],
  ),
  SUPPORT_URL: setting('', 'Link to your support', optionalWebUrl, ['api']),
  WIKI_URL: setting('', 'Link to your wiki', optionalWebUrl, ['api']),
  COMMUNITY_URL: setting('', 'Link to your community chat', optionalWebUrl, ['api']),
  SOCIAL_VK_URL: setting('', 'Link for Russian pages', optionalWebUrl, ['api']),
  SOCIAL_INSTAGRAM_URL: setting('', 'Link for English and Polish pages', optionalWebUrl, ['api']),
  SOCIAL_TIKTOK_URL: setting('', 'Link for English and Polish pages', optionalWebUrl, ['api']),
  ALSO_AT: setting(
    '',
    'Further origins of the web app, separated by commas, such as https://www.example.org',
    webUrls,
    ['api'],
  ),
  PROXY_SOCKETS: setting(
    '',
    'Folder of the unix sockets for reverse proxies on this machine (page.sock, game.sock, sftp.sock), such as /run/realmkeep',
    absolute,
    [],
  ),
  PROXY_SOCKETS_GROUP: setting(
    '',
    'Group whose members may connect to those sockets, such as www-data; empty: only the user who runs this',
    group,
    [],
  ),
  TRUST_PROXY: setting(
    '',
    'Addresses of reverse proxies on other machines in front of the web app, separated by commas',
    addresses,
    ['api'],
  ),
  PROXY_FROM: setting(
    '',
    'Addresses of proxies that send PROXY headers to the gateway, separated by commas',
    addresses,
    ['gateway'],
  ),
  SFTP_PROXY_FROM: setting('', 'Addresses of proxies that send PROXY headers to SFTP, separated by commas', addresses, [
    'api',
  ]),
  MAX_CONNECTIONS: setting('4000', 'Maximum number of player connections', count, ['gateway']),
  MAX_CONNECTIONS_PER_ADDRESS: setting('40', 'Maximum number of player connections from one address', count, [
    'gateway',
  ]),
  MAX_LOGINS_PER_MINUTE: setting('60', 'Player logins at the gateway per minute from one address', count, ['gateway']),
  REALM_MEMORY_MIB: setting(
    '0',
    'Memory for all running realms together, in MiB; 0: three quarters of the machine, or all but 3 GiB if that is more',
    countOrNone,
    ['api'],
  ),
  REQUESTS_PER_MINUTE: setting('600', 'Api calls per minute from one address', count, ['api']),
  CREDENTIALS_PER_MINUTE: setting(
    '20',
    'Logins per minute from one address; the same for registrations and for password changes',
    count,
    ['api'],
  ),
  REGISTRATIONS_PER_HOUR: setting(
    '5',
    'Free registrations per hour from one address; each further one takes a proof of work, which grows',
    count,
    ['api'],
  ),
  NAME_RELEASE_DAYS: setting(
    '30',
    'Days until an account that has never played, linked or paid is deleted and its name free again; 0: never',
    countOrNone,
    ['api'],
  ),
  LOGINS_PER_ACCOUNT: setting(
    '10',
    'Login attempts per account from one address in 15 minutes; ten times that from all addresses together',
    count,
    ['api'],
  ),
  LOGINS_PER_ADDRESS: setting('50', 'Login attempts from one address in 15 minutes', count, ['api']),
  CHALLENGES_PER_ACCOUNT: setting('5', 'Second steps per account in 10 minutes', count, ['api']),
  MESSAGES_PER_10_MINUTES: setting('10', 'Direct messages per account in 10 minutes', count, ['api']),
  PAGE_CONNECTIONS_PER_ADDRESS: setting(
    '250',
    'Open connections to the web app from one address; reverse proxies have no limit',
    count,
    ['api'],
  ),
  SOCKETS_PER_ADDRESS: setting('100', 'Open WebSockets from one address', count, ['api']),
  REFERRAL_ACCOUNT_DAYS: setting(
    '7',
    'Minimum age of a chat account for the referral bonus, in days; a younger one gets it at that age',
    countOrNone,
    ['api'],
  ),
  REFERRAL_SHARES_PER_MONTH: setting(
    '3000',
    "Coins that one referrer can earn per month from the 20% share of friends' payments; 0: none",
    countOrNone,
    ['api'],
  ),
  LOG_LEVEL: setting('info', 'trace, debug, info, warn, error or fatal', logLevel, [
    'api',
    'gateway',
    'guests',
    'sandbox',
  ]),
} as const satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settingsTable;

export const settingNames = Object.keys(settingsTable) as SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingsTable, name);
}

/** The flag of a setting, without its dashes. */
export function flagOf(name: SettingName): string {
  return name.toLowerCase().replaceAll('_', '-');
}
