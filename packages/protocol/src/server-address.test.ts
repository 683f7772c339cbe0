import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseServerAddress } from './server-address.ts';

describe('normaliseServerAddress', () => {
  it.each([
    ['castle.localhost', 'castle.localhost'],
    ['CaStLe.LocalHost', 'castle.localhost'],
    ['castle.localhost.', 'castle.localhost'],
    ['castle.localhost\0FML\0', 'castle.localhost'],
    ['castle.localhost.\0FML3\0', 'castle.localhost'],
    ['castle.localhost///203.0.113.9:51000///1700000000///c2ln', 'castle.localhost'],
    ['_minecraft._tcp.castle.localhost', '_minecraft._tcp.castle.localhost'],
    ['127.0.0.1', '127.0.0.1'],
  ])('%j is %s', (raw, hostname) => {
    expect(normaliseServerAddress(raw)).toBe(hostname);
  });

  it.each([
    '',
    '.',
    '\0FML\0',
    '..castle',
    'a..b',
    '-a.b',
    'a-.b',
    'a b',
    'a/b',
    '../etc',
    'зáмок',
    '\u212aastle',
    `${'a'.repeat(64)}.localhost`,
    Array.from({ length: 128 }, () => 'a').join('.'),
  ])('%j is no hostname', (raw) => {
    expect(normaliseServerAddress(raw)).toBeUndefined();
  });

  it('is a hostname in lower case or undefined, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 255 }), (raw) => {
        expect(normaliseServerAddress(raw) ?? 'none').toMatch(/^[a-z0-9_.-]{1,253}$/);
      }),
    );
  });
});
