import { expect, test } from 'vitest';
import { namesFor, readSettings } from './read-settings.ts';
import { settingNames, settingsTable } from './settings.ts';

test('every default can be read, except that of what another setting says', () => {
  const names = settingNames.filter((name) => name !== 'PUBLIC_URL');
  const values = readSettings(names, {});
  expect(values).toMatchObject({ PORT: 3000, REQUIRE_CHAT_LINK: true, ALSO_AT: null, LOG_LEVEL: 'info' });
});

test('an empty value is none', () => {
  expect(readSettings(['PORT', 'WIKI_URL'], { PORT: '', WIKI_URL: '' })).toEqual({ PORT: 3000, WIKI_URL: null });
});

test('the gateway, which strangers talk to, who keeps the doors, and the sandbox get no secret but their own', () => {
  const secrets = settingNames.filter((name) => settingsTable[name].secret);
  expect(secrets.filter((name) => (namesFor('gateway') as string[]).includes(name))).toEqual(['GATEWAY_TOKEN']);
  expect(secrets.filter((name) => (namesFor('guests') as string[]).includes(name))).toEqual(['REALM_DATABASE_URL']);
  expect(secrets.filter((name) => (namesFor('sandbox') as string[]).includes(name))).toEqual([]);
});

test('each that is wrong is named, with what it must be, and no value', () => {
  const wrong = { LOG_LEVEL: 'loud!', GUESTS_TCP_PORT: '99999' };
  const read = () => readSettings(namesFor('guests'), wrong);
  expect(read).toThrow(/^LOG_LEVEL: must be trace, .* or fatal; GUESTS_DIR: is missing; GUESTS_TCP_PORT: must be/);
  expect(read).not.toThrow(/loud!|99999/);
});

test.each(['localhost', '10.0.0.0/33', '10.0.0.0/8/8', '2001:db8::/129', '10.0.0.0/', '1.2.3', '10.0.0.0/00', '::/0'])(
  'a proxy is no %j',
  (text) => {
    expect(() => readSettings(['PROXY_FROM'], { PROXY_FROM: `10.0.0.1, ${text}` })).toThrow('PROXY_FROM: must ');
  },
);
