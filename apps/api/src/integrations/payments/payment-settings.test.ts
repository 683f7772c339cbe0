import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';

const outside = {
  DATA_DIR: '/data',
  DATABASE_URL: 'postgres://localhost/x',
  PUBLIC_URL: 'https://realms.example',
  REQUIRE_CHAT_LINK: 'false',
  TOKEN_KEY: 'k'.repeat(43),
  GATEWAY_TOKEN: 'g'.repeat(43),
  METRICS_TOKEN: 'm'.repeat(43),
  WEB_DIR: '/web',
  REALM_SERVER_DIR: '/server',
};
const inside = { ...outside, PUBLIC_URL: 'http://localhost:3000' };
const stripe = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
const robokassa = {
  ROBOKASSA_LOGIN: 'realms',
  ROBOKASSA_PASSWORD1: 'the first password'.replaceAll(' ', ''),
  ROBOKASSA_PASSWORD2: 'the second password'.replaceAll(' ', ''),
};

function payments(environment: Record<string, string>) {
  return readConfig(environment).payments;
}

test('without keys there is no provider', () => {
  expect(payments(inside)).toEqual({ card: null, roubles: null, warnings: [] });
  expect(payments(outside)).toEqual({ card: null, roubles: null, warnings: [] });
});

test('a provider is there as soon as its keys are, whatever the other has', () => {
  const card = {
    provider: 'stripe',
    apiBase: 'https://api.stripe.com',
    secretKey: 'sk_live_0123456789',
    webhookSecret: 'whsec_0123456789',
  };
  const roubles = {
    provider: 'robokassa',
    base: 'https://auth.robokassa.ru',
    login: 'realms',
    password1: 'thefirstpassword',
    password2: 'thesecondpassword',
    hash: 'sha256',
    test: false,
  };
  expect(payments({ ...outside, ...stripe })).toEqual({ card, roubles: null, warnings: [] });
  expect(payments({ ...outside, ...robokassa })).toEqual({ card: null, roubles, warnings: [] });
  expect(payments({ ...inside, ...stripe })).toEqual({ card, roubles: null, warnings: [] });
  const bases = { STRIPE_API_BASE: 'http://127.0.0.1:9', ROBOKASSA_BASE: 'http://127.0.0.1:8/' };
  expect(payments({ ...inside, ...stripe, ...robokassa, ...bases })).toMatchObject({
    card: { apiBase: 'http://127.0.0.1:9' },
    roubles: { base: 'http://127.0.0.1:8' },
  });
});

test.each(['http://127.0.0.1:9', 'http://192.168.1.2', 'http://[::1]:9', 'https://localhost'])(
  'where the world comes a provider at %s is refused: it would be a stand-in, which gives coins away',
  (base) => {
    const all = { ...outside, ...stripe, ...robokassa };
    expect(() => payments({ ...all, STRIPE_API_BASE: base })).toThrow(/^STRIPE_API_BASE: [^;]*$/);
    expect(() => payments({ ...all, ROBOKASSA_BASE: base })).toThrow(/^ROBOKASSA_BASE: [^;]*$/);
  },
);

test.each(Object.keys({ ...stripe, ...robokassa }))('%s alone, or missing, or wrong, is refused by name', (name) => {
  const all: Record<string, string> = { ...stripe, ...robokassa };
  for (const value of ['', 'wr ong']) {
    const read = () => payments({ ...inside, ...all, [name]: value });
    expect(read).toThrow(new RegExp(`^${name}: [^;]*$`));
    expect(read).not.toThrow('wr ong');
  }
  const others = Object.keys(name in stripe ? stripe : robokassa).filter((other) => other !== name);
  const alone = () => payments({ ...inside, [name]: all[name] ?? '' });
  expect(alone).toThrow(new RegExp(others.map((other) => `${other}: is missing`).join('.*')));
  expect(alone).not.toThrow(all[name]);
});

test('what a shop cannot have is refused: one password twice, an unknown hash, a base with a path', () => {
  const same = { ...robokassa, ROBOKASSA_PASSWORD2: robokassa.ROBOKASSA_PASSWORD1 };
  expect(() => payments({ ...inside, ...same })).toThrow(/^ROBOKASSA_PASSWORD2: must differ/);
  expect(() => payments({ ...inside, ...robokassa, ROBOKASSA_HASH: 'crc32' })).toThrow(/^ROBOKASSA_HASH: /);
  for (const base of ['http://127.0.0.1/v1', 'nonsense', 'file:///x']) {
    expect(() => payments({ ...inside, ...stripe, STRIPE_API_BASE: base })).toThrow(/^STRIPE_API_BASE: /);
  }
  expect(payments({ ...inside, STRIPE_API_BASE: '', ROBOKASSA_BASE: '' }).card).toBeNull();
});

test('a test key, or a shop in test mode, is a warning where the world comes', () => {
  const test = { ...stripe, ...robokassa, STRIPE_SECRET_KEY: 'sk_test_0123456789', ROBOKASSA_TEST: 'true' };
  const { warnings } = payments({ ...outside, ...test });
  expect(warnings).toEqual([
    expect.stringMatching(/^STRIPE_SECRET_KEY is a test key/),
    expect.stringMatching(/^ROBOKASSA_TEST is on/),
  ]);
  expect(payments({ ...inside, ...test }).warnings).toEqual([]);
});
