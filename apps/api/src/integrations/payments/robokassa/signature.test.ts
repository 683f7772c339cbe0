import { expect, test } from 'vitest';
import { hashKinds, isHashOffered, isSignature, signatureOf } from './signature.ts';

const own = { Shp_username: 'Steve', Shp_productId: '7' };

test.each([
  ['md5', ['200.00', '84', 'my_password2'], { shp_interface: 'link' }, '95286fdc8024655ceb9034539bac1180'],
  ['md5', ['100.00', 42, 'pw2'], own, '5ac27793cb7c04ba97bdf7ae4b2b4e90'],
  ['sha256', ['100.00', 42, 'pw2'], own, '8a426d7b148cc7697f85d2ee4a35dffaa4f5a322e324a21f31e5e0509867a67a'],
  ['md5', ['demo', '100.00', 42, 'pw1'], own, 'a7618f412ae095ebc846690df04e6680'],
] as const)('%s over %j and %j', (hash, parts, own, signature) => {
  expect(signatureOf(hash, parts, own)).toBe(signature);
});

test('every kind that a shop may choose is there', () => {
  const lengths = hashKinds.map((hash) => [isHashOffered(hash), signatureOf(hash, ['a']).length]);
  expect(lengths).toEqual([32, 40, 64, 96, 128, 40].map((length) => [true, length]));
});

test('upper and lower case are one, everything else is not', () => {
  const signature = signatureOf('sha256', ['1']);
  expect(isSignature(signature, signature)).toBe(true);
  expect(isSignature(signature.toUpperCase(), signature)).toBe(true);
  for (const wrong of ['', signature.slice(1), `${signature}0`, signature.replace(/^./, 'é')]) {
    expect(isSignature(wrong, signature)).toBe(false);
  }
});
