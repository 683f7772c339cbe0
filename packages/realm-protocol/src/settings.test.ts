import { expect, test } from 'vitest';
import { plainSettings, RealmSettings, SettingsChange } from './settings.ts';

test('what a realm is set to that nobody has changed is sound', () => {
  expect(RealmSettings.parse(plainSettings)).toEqual(plainSettings);
});

const manager = { nickname: 'Ann_1', epoch: 1 };
const plan = plainSettings.plan;
const sha1 = 'a'.repeat(40);

test.each([
  { motd: 'Castle\nrcon.password=x' },
  { motd: 'Castle\r' },
  { motd: 'Castle\u2028' },
  { motd: '§kCastle' },
  { managers: [{ ...manager, nickname: 'Ann\nop Bob' }] },
  { managers: [{ ...manager, nickname: '§4Ann' }] },
  { managers: [{ ...manager, nickname: '{{Ann}}' }] },
  { resourcePack: { url: 'http://x.example/a\nb', sha1 } },
  { resourcePack: { url: 'http://x.example/§4', sha1 } },
  { plan: { ...plan, advertised: 'realms.example\nx=1' } },
  { plan: { ...plan, advertised: '§4realms.example' } },
  { plan: { ...plan, personalPrefix: 'yes' } },
  { 'motd\nop': 'x' },
  JSON.parse('{"__proto__": {"slots": 9}}') as object,
])('%j is refused', (settings) => {
  expect(SettingsChange.safeParse(settings).success).toBe(false);
});
