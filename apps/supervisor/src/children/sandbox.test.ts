import { expect, test } from 'vitest';
import { playedProviders, sandboxHost } from './sandbox.ts';
import { settingNames, settingsTable } from '../../../../packages/settings/src/index.ts';

const defaults = Object.fromEntries(settingNames.map((name) => [name, settingsTable[name].default])) as Parameters<
  typeof playedProviders
>[0];
const inside = { ...defaults, PUBLIC_URL: 'http://localhost:3000' };
const outside = { ...defaults, PUBLIC_URL: 'https://realms.example' };
const stripe = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
const robokassa = { ROBOKASSA_LOGIN: 'realms' };
const discord = { DISCORD_CLIENT_ID: '123456789012345678' };

test('without keys all is played where nobody from outside comes, and nothing elsewhere', () => {
  expect(playedProviders(inside)).toEqual({ chat: true, card: true, roubles: true, kernels: false });
  expect(playedProviders(outside)).toEqual({ chat: false, card: false, roubles: false, kernels: false });
});

test('what has any of its keys is not played, whatever the others have', () => {
  expect(playedProviders({ ...inside, ...stripe })).toEqual({ chat: true, card: false, roubles: true, kernels: false });
  expect(playedProviders({ ...inside, ...robokassa })).toEqual({
    chat: true,
    card: true,
    roubles: false,
    kernels: false,
  });
  expect(playedProviders({ ...inside, ...discord })).toEqual({
    chat: false,
    card: true,
    roubles: true,
    kernels: false,
  });
  expect(playedProviders({ ...inside, CHAT: 'discord' })).toEqual({
    chat: false,
    card: true,
    roubles: true,
    kernels: false,
  });
});

test('the sandbox can be chosen in spite of keys, but not where the world comes', () => {
  const chosen = { CHAT: 'sandbox', PAYMENTS: 'sandbox', KERNELS: 'sandbox' };
  const all = { ...stripe, ...robokassa, ...discord, ...chosen };
  expect(playedProviders({ ...inside, ...all })).toEqual({ chat: true, card: true, roubles: true, kernels: true });
  expect(() => playedProviders({ ...outside, CHAT: 'sandbox' })).toThrow(/^CHAT: /);
  expect(() => playedProviders({ ...outside, PAYMENTS: 'sandbox' })).toThrow(/^PAYMENTS: /);
  expect(() => playedProviders({ ...outside, KERNELS: 'sandbox' })).toThrow(/^KERNELS: /);
});

test('it listens where the page does, but on no public address, and nowhere when nothing is played', () => {
  const none = { chat: false, card: false, roubles: false, kernels: false };
  const all = { ...none, kernels: true };
  expect(sandboxHost(all, { ...inside, HOST: '::' })).toBe('::');
  expect(sandboxHost(all, { ...inside, HOST: '192.168.1.2' })).toBe('192.168.1.2');
  expect(sandboxHost(all, { ...inside, HOST: '8.8.8.8' })).toBe('127.0.0.1');
  expect(sandboxHost(none, inside)).toBeNull();
});
