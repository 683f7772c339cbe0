import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'realmkeep-config-'));
  file = join(folder, 'settings.conf');
});

afterEach(() => rmSync(folder, { recursive: true }));

test('without anything the defaults hold', () => {
  const { values, checkout } = readConfig(['--checkout', folder], {});
  expect(values).toMatchObject({ PORT: '3000', GAME_PORT: '25565', BASE_DOMAIN: 'localhost', DATABASE_URL: '' });
  expect(values.PUBLIC_URL).toBe('http://localhost:3000');
  expect(checkout).toBe(folder);
});

test('the data lie in the checkout, or where bin/start says', () => {
  expect(readConfig(['--checkout', folder], {}).values.DATA_DIR).toBe(join(folder, 'data'));
  const elsewhere = ['--checkout', folder, '--default-data-dir', '/srv/data'];
  expect(readConfig(elsewhere, {}).values.DATA_DIR).toBe('/srv/data');
  expect(readConfig([...elsewhere, '--data-dir', '/mine'], {}).values.DATA_DIR).toBe('/mine');
});

test('a flag wins over the environment, that over the file, that over the default', () => {
  writeFileSync(file, 'PORT=4001\nGAME_PORT=4002\nHOST=127.0.0.1\n');
  const { values, given } = readConfig(['--config', file, '--port', '4003'], { PORT: '4004', GAME_PORT: '4005' });
  expect(values).toMatchObject({ PORT: '4003', GAME_PORT: '4005', HOST: '127.0.0.1', LOG_LEVEL: 'info' });
  expect([...given]).toEqual(['PORT', 'GAME_PORT']);
});

test('the page is by default found at its own port', () => {
  expect(readConfig(['--port=4003'], {}).values.PUBLIC_URL).toBe('http://localhost:4003');
});

test('a relative DATA_DIR is taken from where it was written', () => {
  writeFileSync(file, 'DATA_DIR=kept\n');
  expect(readConfig(['--config', file], {}).values.DATA_DIR).toBe(join(folder, 'kept'));
  expect(readConfig(['--data-dir', 'kept'], {}).values.DATA_DIR).toBe(join(process.cwd(), 'kept'));
});

test('the file has comments, empty lines and quoted values, and an empty value is none', () => {
  writeFileSync(file, '# PORT=1\r\n\r\n  SUPPORT_URL = "https://example.org/help"\r\nWIKI_URL=\r\nPORT=\r\n');
  const { values } = readConfig(['--config', file], {});
  expect(values).toMatchObject({ SUPPORT_URL: 'https://example.org/help', WIKI_URL: '', PORT: '3000' });
});

const powerdns =
  'DNS_TARGET=203.0.113.7\nPOWERDNS_URL=http://127.0.0.1:8081\nPOWERDNS_API_KEY=x\nPOWERDNS_ZONE=play.example.org\n';

test.each([
  ['POTR=1', 'POTR in line 1'],
  ['PORT', 'Line 1'],
  ['PORT=1\nPORT=2', 'PORT is in'],
  ['PORT=0', 'PORT (from'],
  ['PORT=65536', 'PORT (from'],
  ['PORT=25565', 'PORT and GAME_PORT must differ'],
  ['SFTP_PORT=3000', 'SFTP_PORT must differ'],
  ['SFTP_PORT=-1', 'SFTP_PORT (from'],
  ['HOST=localhost', 'HOST (from'],
  ['REQUIRE_CHAT_LINK=yes', 'REQUIRE_CHAT_LINK (from'],
  ['PUBLIC_URL=https://example.org/path', 'PUBLIC_URL (from'],
  ['PUBLIC_URL=ftp://example.org', 'PUBLIC_URL (from'],
  ['WIKI_URL=javascript:alert(1)', 'WIKI_URL (from'],
  ['BASE_DOMAIN=Play.example.org', 'BASE_DOMAIN (from'],
  ['BASE_DOMAIN=-play.org', 'BASE_DOMAIN (from'],
  ['PROXY_FROM=10.0.0.0/33', 'PROXY_FROM (from'],
  ['TRUST_PROXY=somewhere', 'TRUST_PROXY (from'],
  ['TRUST_PROXY=0.0.0.0/0', 'must name your proxies'],
  ['PROXY_FROM=10.0.0.1, ::/0', 'must name your proxies'],
  ['SFTP_PROXY_FROM=0.0.0.0/0', 'must name your proxies'],
  ['PROXY_SOCKETS=run', 'PROXY_SOCKETS (from'],
  ['PROXY_SOCKETS_GROUP=a b', 'PROXY_SOCKETS_GROUP (from'],
  ['PROXY_SOCKETS=/run/x\nTRUST_PROXY=10.0.0.1, 127.0.0.1', "TRUST_PROXY must not name this machine's loopback"],
  ['PROXY_SOCKETS=/run/x\nSFTP_PROXY_FROM=::1', "SFTP_PROXY_FROM must not name this machine's loopback"],
  ['ALSO_AT=https://a.example,b.example', 'ALSO_AT (from'],
  ['MAX_CONNECTIONS_PER_ADDRESS=0', 'MAX_CONNECTIONS_PER_ADDRESS (from'],
  ['LOG_LEVEL=loud', 'LOG_LEVEL (from'],
  ['CHAT=irc', 'CHAT (from'],
  ['DISCORD_CLIENT_ID=x', 'DISCORD_CLIENT_ID (from'],
  ['DISCORD_CLIENT_SECRET=short', 'DISCORD_CLIENT_SECRET (from'],
  ['DISCORD_BOT_TOKEN=with blank in it', 'DISCORD_BOT_TOKEN (from'],
  ['DISCORD_PUBLIC_KEY=abc', 'DISCORD_PUBLIC_KEY (from'],
  ['DISCORD_GUILD_ID=1', 'DISCORD_GUILD_ID (from'],
  ['DISCORD_INVITE_URL=http://discord.gg/x', 'DISCORD_INVITE_URL (from'],
  ['STRIPE_SECRET_KEY=sk_test_0123456789', 'STRIPE_WEBHOOK_SECRET: is missing, and Stripe needs it'],
  ['CHAT=discord', 'DISCORD_BOT_TOKEN: is missing, and Discord needs it'],
  ['BACKUP_S3_BUCKET=backups', 'BACKUP_S3_ENDPOINT: is missing, and backups in object storage need it'],
  ['DNS_TARGET=203.0.113.7', 'DNS_TARGET: is of use only with'],
  ['DNS_TARGET=203.0.113.7, gateway.example.org', 'DNS_TARGET (from'],
  ['CLOUDFLARE_ZONE_ID=play.example.org', 'CLOUDFLARE_ZONE_ID (from'],
  [`CLOUDFLARE_ZONE_ID=${'a'.repeat(32)}`, 'CLOUDFLARE_API_TOKEN: is missing, and Cloudflare needs it'],
  ['POWERDNS_ZONE=localhost', 'DNS_TARGET: is missing, and DNS records need it'],
  [`${powerdns}BASE_DOMAIN=notplay.example.org`, 'POWERDNS_ZONE: must be BASE_DOMAIN or above it'],
  [`${powerdns}BASE_DOMAIN=${'a.'.repeat(103)}play.example.org`, 'BASE_DOMAIN: has more than 220 characters'],
  [
    `${powerdns}BASE_DOMAIN=play.example.org\nCLOUDFLARE_ZONE_ID=${'a'.repeat(32)}\nCLOUDFLARE_API_TOKEN=x`,
    'POWERDNS_ZONE: Cloudflare holds the records already',
  ],
  [
    'ROBOKASSA_LOGIN=shop\nROBOKASSA_PASSWORD1=password1\nROBOKASSA_PASSWORD2=password1',
    'ROBOKASSA_PASSWORD2: must differ from ROBOKASSA_PASSWORD1',
  ],
])('%j is refused by name', (content, message) => {
  writeFileSync(file, content);
  expect(() => readConfig(['--config', file], {})).toThrow(message);
});

test('every wrong setting is named, and no value', () => {
  const environment = { PORT: 'a', DATABASE_URL: 'mysql://me:secret@host/x' };
  const wrong = () => readConfig(['--game-port', 'b'], environment);
  expect(wrong).toThrow(/PORT \(from the environment\).*\n?GAME_PORT \(from --game-port\).*\n?DATABASE_URL/s);
  expect(wrong).not.toThrow('secret');
});

test('a secret is refused as a flag, with where it goes, and is not repeated', () => {
  const secret = 'postgres://me:s3cret@host/x';
  const wrong = () => readConfig(['--config', file, '--database-url', secret], {});
  writeFileSync(file, '');
  expect(wrong).toThrow(`DATABASE_URL is a secret, and every user of this machine reads flags: write it into ${file}.`);
  expect(wrong).not.toThrow('s3cret');
  expect(readConfig(['--config', file], { DATABASE_URL: secret }).values.DATABASE_URL).toBe(secret);
});

test('an unknown flag and a file that is named but missing are refused', () => {
  expect(() => readConfig(['--prot', '1'], {})).toThrow('--prot');
  expect(() => readConfig(['--config', join(folder, 'none')], {})).toThrow(join(folder, 'none'));
});

test('of the environment the children get nothing but what is needed', () => {
  const { passedOn } = readConfig([], { PATH: '/bin', HOME: '/root', AWS_SECRET_ACCESS_KEY: 'x', NODE_OPTIONS: '--x' });
  expect(Object.entries(passedOn).filter(([, value]) => value)).toEqual([
    ['PATH', '/bin'],
    ['HOME', '/root'],
  ]);
});
