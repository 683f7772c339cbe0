import { expect, test } from 'vitest';
import { hostOf, recordsFor, targetText, wholeHosts } from './dns-names.ts';

const target = { addresses: ['203.0.113.7', '2001:db8::7'], name: null };
const host = 'castle.play.example.org';

test('a host has addresses, the same for codes in front of it, and an SRV record that leads to itself', () => {
  const way = [
    { type: 'A', content: '203.0.113.7' },
    { type: 'AAAA', content: '2001:db8::7' },
  ];
  expect([...recordsFor(host, target, 25_566)]).toEqual([
    [host, way],
    [`*.${host}`, way],
    [`_minecraft._tcp.${host}`, [{ type: 'SRV', content: `0 0 25566 ${host}` }]],
  ]);
  const named = recordsFor(host, { addresses: [], name: 'gateway.example.net' }, 25_565);
  expect(named.get(host)).toEqual([{ type: 'CNAME', content: 'gateway.example.net' }]);
});

test.each(['*.example.org', 'a b.example.org', 'castle.example.org.', 'Castle.example.org', 'castle', '../x.org', ''])(
  '%j is no host',
  (text) => {
    expect(() => recordsFor(text, target, 25_565)).toThrow('is no host name');
    expect(hostOf(`_minecraft._tcp.${text}`)).toBeNull();
  },
);

test('each name of a host leads back to it', () => {
  for (const name of recordsFor(host, target, 25_565).keys()) expect(hostOf(name)).toBe(host);
});

test('a host is whole with exactly what it should have', () => {
  const whole = recordsFor(host, target, 25_565);
  const is = (own: typeof whole) => wholeHosts(own, [host], target, 25_565);
  expect(is(whole)).toEqual([host]);
  for (const name of whole.keys()) {
    expect(is(new Map([...whole].filter(([one]) => one !== name)))).toEqual([]);
    const more = [...(whole.get(name) ?? []), { type: 'A' as const, content: '198.51.100.1' }];
    expect(is(new Map(whole).set(name, more))).toEqual([]);
  }
  expect(wholeHosts(whole, [host], target, 25_566)).toEqual([]);
});

test('a target’s text differs when anything of it does', () => {
  const targets = [target, { ...target, addresses: ['203.0.113.7'] }, { addresses: [], name: 'gateway.example.net' }];
  const texts = targets.flatMap((one) => [targetText(one, 25_565), targetText(one, 25_566)]);
  expect(new Set(texts).size).toBe(texts.length);
});
