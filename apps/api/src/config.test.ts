import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const good = {
  DATA_DIR: '/data',
  DATABASE_URL: 'postgres://localhost/x',
  PUBLIC_URL: 'https://realms.example/',
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
    links: { support: null },
  });
});

test('names what is wrong, and never its value', () => {
  const bad = { ...good, PORT: '99999', SUPPORT_URL: 'javascript:alert(1)', TOKEN_KEY: 'short' };
  const read = () => readConfig(bad);
  expect(read).toThrow(/PORT.*SUPPORT_URL.*TOKEN_KEY/);
  expect(read).not.toThrow(/short|99999/);
});
