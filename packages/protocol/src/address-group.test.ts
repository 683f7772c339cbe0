import { expect, test } from 'vitest';
import { addressGroup, wideAddressGroup, widestAddressGroup } from './address-group.ts';

test.each([
  ['203.0.113.7', 'cb007107', 'cb0071', 'cb00'],
  ['::ffff:203.0.113.7', 'cb007107', 'cb0071', 'cb00'],
  ['2001:db8:1:2:3:4:5:6', '20010db800010002', '20010db80001', '20010db8'],
  ['2001:db8:1:2::6', '20010db800010002', '20010db80001', '20010db8'],
  ['fe80::1%eth0', 'fe80000000000000', 'fe8000000000', 'fe800000'],
  ['::1', '0000000000000000', '000000000000', '00000000'],
  ['nonsense', 'unknown', 'unknown', 'unknown'],
])('%s counts as %s, and more widely as %s and %s', (address, group, wide, widest) => {
  expect(addressGroup(address)).toBe(group);
  expect(wideAddressGroup(address)).toBe(wide);
  expect(widestAddressGroup(address)).toBe(widest);
});
