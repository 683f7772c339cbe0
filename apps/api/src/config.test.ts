import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const good = {
  DATA_DIR: '/data',
  DATABASE_URL: 'postgres://localhost/x',
  PUBLIC_URL: 'https://realms.example/',
  REQUIRE_CHAT_LINK: 'false',
  TOKEN_KEY: 'k'.repeat(43),
  GATEWAY_TOKEN: 'g'.repeat(43),
  METRICS_TOKEN: 'm'.repeat(43),
  WEB_DIR: '/web',
  REALM_SERVER_DIR: '/server',
};

test('has the documented defaults', () => {
  expect(readConfig(good)).toMatchObject({
    port: 3000,
    gamePort: 25_565,
    baseDomain: 'localhost',
    publicUrl: 'https://realms.example',
    requireChatLink: false,
    chat: null,
    links: { support: null },
  });
});

test('names what is wrong, and never its value', () => {
  const bad = { ...good, PORT: '99999', SUPPORT_URL: 'javascript:alert(1)', TOKEN_KEY: 'short' };
  const read = () => readConfig(bad);
  expect(read).toThrow(/PORT.*TOKEN_KEY.*SUPPORT_URL/);
  expect(read).not.toThrow(/short|99999/);
});

const discord = {
  DISCORD_CLIENT_ID: '123456789012345678',
  DISCORD_CLIENT_SECRET: 'client-secret-of-discord',
  DISCORD_BOT_TOKEN: 'bot.token.of-discord',
  DISCORD_PUBLIC_KEY: 'ab'.repeat(32),
  DISCORD_GUILD_ID: '223456789012345678',
  DISCORD_INVITE_URL: 'https://discord.gg/realms',
};
const { REQUIRE_CHAT_LINK: _, ...required } = good;
const inside = { ...required, PUBLIC_URL: 'http://localhost:3000' };

test('Discord is the chat platform as soon as it is set up', () => {
  const { chat, requireChatLink } = readConfig({ ...required, ...discord });
  expect(requireChatLink).toBe(true);
  expect(chat).toEqual({
    platform: 'discord',
    apiBase: 'https://discord.com/api',
    clientId: '123456789012345678',
    clientSecret: 'client-secret-of-discord',
    botToken: 'bot.token.of-discord',
    publicKey: 'ab'.repeat(32),
    guildId: '223456789012345678',
    inviteUrl: 'https://discord.gg/realms',
    tierRoles: {},
  });
  expect(readConfig({ ...inside, ...discord }).chat?.platform).toBe('discord');
  const base = { DISCORD_API_BASE: 'http://127.0.0.1:9/api/' };
  expect(readConfig({ ...inside, ...discord, ...base }).chat).toMatchObject({
    platform: 'sandbox',
    apiBase: 'http://127.0.0.1:9/api',
  });
});

const role = '323456789012345678';

test('roles of tiers are read by tier', () => {
  const DISCORD_TIER_ROLES = `ZOMBIE=${role}, DRAGON=423456789012345678`;
  const { chat } = readConfig({ ...inside, ...discord, DISCORD_TIER_ROLES });
  expect(chat?.tierRoles).toEqual({ ZOMBIE: role, DRAGON: '423456789012345678' });
});

test.each(['ZOMBIE', `CHICKEN=${role}`, 'GHAST=1', `GHAST=${role},GHAST=4${role}`, `ZOMBIE=${role},GHAST=${role}`])(
  'roles of tiers cannot be %s',
  (DISCORD_TIER_ROLES) => {
    expect(() => readConfig({ ...inside, ...discord, DISCORD_TIER_ROLES })).toThrow(/^DISCORD_TIER_ROLES: /);
  },
);

test.each(Object.keys(discord))('Discord without %s, or with a wrong one, is refused by name', (name) => {
  for (const value of ['', 'wrong!']) {
    const read = () => readConfig({ ...inside, ...discord, [name]: value });
    expect(read).toThrow(new RegExp(`^${name}: [^;]*$`));
    expect(read).not.toThrow('wrong!');
  }
});

test('each setting that Discord misses is named', () => {
  const all = new RegExp(Object.keys(discord).join('.*'));
  expect(() => readConfig({ ...inside, CHAT: 'discord' })).toThrow(all);
  expect(() => readConfig({ ...inside, DISCORD_GUILD_ID: '1'.repeat(18) })).toThrow('DISCORD_BOT_TOKEN: is missing');
});

test('where the world comes a platform of this machine is refused: it would be a stand-in, which lets anybody in', () => {
  const base = { DISCORD_API_BASE: 'http://127.0.0.1:9/api' };
  expect(() => readConfig({ ...good, ...discord, ...base })).toThrow(/^DISCORD_API_BASE: [^;]*$/);
});

test('where the world comes a stand-in for Modrinth is refused', () => {
  expect(() => readConfig({ ...good, MODRINTH_API: 'http://127.0.0.1:9' })).toThrow(/^MODRINTH_API: [^;]*$/);
  expect(readConfig(good).modrinth.base.href).toBe('https://api.modrinth.com/');
  const inside = { ...good, PUBLIC_URL: 'http://192.168.1.5:3000', MODRINTH_API: 'http://127.0.0.1:9' };
  expect(readConfig(inside).modrinth.userAgent).toBe('Realmkeep (http://192.168.1.5:3000)');
});

test('hosts of modpacks are hosts, and nothing more', () => {
  expect(readConfig(good).modrinth.packHosts).toEqual([]);
  const hosts = (value: string) => readConfig({ ...good, MODPACK_HOSTS: value }).modrinth.packHosts;
  expect(hosts('github.com, localhost:3001')).toEqual(['github.com', 'localhost:3001']);
  for (const wrong of ['https://github.com', 'github.com/', 'GitHub.com', '*.github.com/x', 'a@github.com']) {
    expect(() => hosts(wrong)).toThrow(/^MODPACK_HOSTS: /);
  }
});

test('where the world comes, no chat platform is refused as long as realms need one', () => {
  expect(() => readConfig(required)).toThrow(/^REQUIRE_CHAT_LINK: .*DISCORD_CLIENT_ID.*REQUIRE_CHAT_LINK=false/);
  expect(readConfig(good).chat).toBeNull();
});
