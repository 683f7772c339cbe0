import { isIP, isIPv4 } from 'node:net';

/** Who reads a setting besides the supervisor itself. */
type Reader = 'api' | 'gateway';

interface SettingDescription {
  /** As shown; computed where it names another setting. */
  default: string;
  description: string;
  check: (value: string) => string | null;
  readers: readonly Reader[];
  /** Whoever knows it can do harm: it belongs into a file that its owner alone can read. */
  secret: boolean;
}

/**
 * Every setting there is. From this table come --help, realmkeep.conf.example, the checks, and what the children are told.
 * The flag of A_NAME is --a-name.
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
  GAME_HOST: setting('::', 'Address that the gateway listens on; :: is all, of IPv4 too', address, ['gateway']),
  DATA_DIR: setting('./data', 'Folder of the database, the realms, the secrets and the logs', text, ['api', 'gateway']),
  DATABASE_URL: secret('A PostgreSQL of yours, 15 or later; empty for the built-in one', databaseUrl, ['api']),
  REALM_DATABASE_URL: secret(
    "A PostgreSQL of yours for realms' databases, by a role with CREATEDB and CREATEROLE; empty: a built-in one of their own",
    databaseUrl,
    ['api'],
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
  DISCORD_INVITE_URL: setting('', 'Invitation to it', httpsUrl, ['api']),
  DISCORD_API_BASE: setting('', 'For tests: where Discord is; empty: https://discord.com/api', optionalWebUrl, ['api']),
  PAYMENTS: setting('', 'sandbox, which plays the payment providers; empty: see docs/payments.md', payments, ['api']),
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
  LOG_LEVEL: setting('info', 'trace, debug, info, warn, error or fatal', logLevel, ['api', 'gateway']),
} as const satisfies Record<string, SettingDescription>;

export type SettingName = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name);
}

/** The flag of a setting, without its dashes. */
export function flagOf(name: SettingName): string {
  return name.toLowerCase().replaceAll('_', '-');
}

function setting(
  standard: string,
  description: string,
  check: (value: string) => string | null,
  readers: readonly Reader[],
): SettingDescription {
  return { default: standard, description, check, readers, secret: false };
}

function secret(
  description: string,
  check: (value: string) => string | null,
  readers: readonly Reader[],
): SettingDescription {
  return { default: '', description, check, readers, secret: true };
}

// Each check answers what the value must be, or null when it is that. None repeats the value: it may hold a password.

function text(value: string): string | null {
  return value.includes('\0') ? 'must be plain text' : null;
}

function absolute(value: string): string | null {
  return /^\/[^\0]*$/.test(value) ? null : 'must be a path that begins with /';
}

function group(value: string): string | null {
  return /^[a-z_][\w.-]{0,31}$/i.test(value) ? null : 'must be the name of a group';
}

function port(value: string): string | null {
  return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535 ? null : 'must be a port, 1 to 65535';
}

function portOrNone(value: string): string | null {
  return value === '0' || port(value) === null ? null : 'must be a port, 1 to 65535, or 0 for none';
}

function count(value: string): string | null {
  return /^[1-9]\d{0,6}$/.test(value) ? null : 'must be a whole number, 1 to 9999999';
}

function countOrNone(value: string): string | null {
  return /^\d{1,7}$/.test(value) ? null : 'must be a whole number, 0 to 9999999';
}

function flag(value: string): string | null {
  return value === 'true' || value === 'false' ? null : 'must be true or false';
}

function bucket(value: string): string | null {
  return /^$|^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) ? null : 'must be the name of a bucket';
}

function region(value: string): string | null {
  return /^[a-z0-9-]{1,40}$/.test(value) ? null : 'must be a region, such as eu-central-1';
}

function accessKey(value: string): string | null {
  return /^[\x21-\x7e]{0,200}$/.test(value) ? null : 'must be printable, without spaces';
}

function registration(value: string): string | null {
  return value === 'open' || value === 'soon' ? null : 'must be open or soon';
}

function logLevel(value: string): string | null {
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
  return levels.includes(value) ? null : `must be one of ${levels.join(', ')}`;
}

function address(value: string): string | null {
  return isIP(value) ? null : 'must be an IP address of this machine, such as :: or 127.0.0.1';
}

function addresses(value: string): string | null {
  const wrong = value.split(',').some((part) => {
    const [ip = '', bits, more] = part.trim().split('/');
    const largest = isIP(ip) === 4 ? 32 : 128;
    const range = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= largest);
    return !isIP(ip) || !range || more !== undefined;
  });
  if (!wrong && /\/0+\s*(,|$)/.test(value)) {
    return 'must name your proxies: 0.0.0.0/0 and ::/0 are everybody, who could then say to come from anywhere';
  }
  return wrong ? 'must be IP addresses or ranges such as 10.0.0.0/8, with commas between' : null;
}

function domain(value: string): string | null {
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
  const fits = value.length <= 236 && new RegExp(`^${label}(\\.${label})*$`).test(value);
  return fits ? null : 'must be a domain in lower case, such as play.example.org';
}

function webUrls(value: string): string | null {
  const problems = value.split(',').map((part) => (part.trim() === '' ? null : webUrl(part.trim())));
  return problems.find((words) => words !== null) ?? null;
}

function webUrl(value: string): string | null {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an address that begins with http:// or https://';
  return url.pathname === '/' && !url.search && !url.hash && !url.username ? null : 'must be an origin, without a path';
}

function httpsUrl(value: string): string | null {
  return URL.parse(value)?.protocol === 'https:' ? null : 'must begin with https://';
}

function chat(value: string): string | null {
  return value === 'discord' || value === 'sandbox' ? null : 'must be discord or sandbox';
}

function snowflake(value: string): string | null {
  return /^\d{17,20}$/.test(value) ? null : 'must be a number of 17 to 20 digits';
}

function discordSecret(value: string): string | null {
  return /^[\x21-\x7e]{10,200}$/.test(value) ? null : 'must be as Discord shows it';
}

function publicKey(value: string): string | null {
  return /^[0-9a-f]{64}$/i.test(value) ? null : 'must be 64 digits in hex';
}

function payments(value: string): string | null {
  return value === 'sandbox' ? null : 'must be sandbox';
}

function stripeKey(value: string): string | null {
  return /^(sk|rk)_(test|live)_\w{10,300}$/.test(value)
    ? null
    : 'must begin with sk_live_, rk_live_, sk_test_ or rk_test_';
}

function stripeWebhookSecret(value: string): string | null {
  return /^whsec_[\x21-\x7e]{10,200}$/.test(value) ? null : 'must begin with whsec_';
}

function shopLogin(value: string): string | null {
  return /^[\w.-]{1,64}$/.test(value) ? null : 'must be letters, digits, dots, hyphens and underscores';
}

function ipv4Addresses(value: string): string | null {
  const all = value.split(',').every((part) => isIPv4(part.trim()));
  return all ? null : 'must be IPv4 addresses with commas between';
}

function risk(value: string): string | null {
  return value === 'accept-risk' ? null : 'must be accept-risk, or empty';
}

function shopPassword(value: string): string | null {
  return /^[\x21-\x39\x3b-\x7e]{8,128}$/.test(value) ? null : 'must be 8 or more characters without blanks and colons';
}

function shopHash(value: string): string | null {
  const kinds = ['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'ripemd160'];
  return kinds.includes(value) ? null : `must be one of ${kinds.join(', ')}`;
}

function optionalWebUrl(value: string): string | null {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? null : 'must begin with http:// or https://';
}

function databaseUrl(value: string): string | null {
  return /^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? '') ? null : 'must begin with postgres://';
}
