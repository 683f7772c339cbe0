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
])('%j is refused', (settings) => {
  expect(SettingsChange.safeParse(settings).success).toBe(false);
});

test.each([{ 'motd\nop': 'x' }, JSON.parse('{"__proto__": {"slots": 9}}') as object, { ofANewerApi: true }])(
  '%j is no setting: a change leaves it out',
  (settings) => {
    const change = SettingsChange.parse({ ...settings, motd: 'Castle' });
    expect(Object.keys(change)).toEqual(['motd']);
    expect(Object.getPrototypeOf(change)).toBe(Object.prototype);
  },
);

test('no realm starts with a setting that it does not know', () => {
  expect(RealmSettings.safeParse({ ...plainSettings, ofANewerApi: true }).success).toBe(false);
});
