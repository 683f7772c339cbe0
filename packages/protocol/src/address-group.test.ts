import { expect, test } from 'vitest';
import { addressGroup, wideAddressGroup } from './address-group.ts';

test.each([
  ['203.0.113.7', 'cb007107', 'cb0071'],
  ['::ffff:203.0.113.7', 'cb007107', 'cb0071'],
  ['2001:db8:1:2:3:4:5:6', '20010db800010002', '20010db80001'],
  ['2001:db8:1:2::6', '20010db800010002', '20010db80001'],
  ['fe80::1%eth0', 'fe80000000000000', 'fe8000000000'],
  ['::1', '0000000000000000', '000000000000'],
  ['nonsense', 'unknown', 'unknown'],
])('%s counts as %s, and widely as %s', (address, group, wide) => {
  expect(addressGroup(address)).toBe(group);
  expect(wideAddressGroup(address)).toBe(wide);
});
