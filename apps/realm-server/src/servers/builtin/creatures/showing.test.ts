import { Vec3 } from 'vec3';
import { expect, test } from 'vitest';
import { packedSpeed } from './showing.ts';

test('a speed fits into the 16 bits of its packet, however high it is', () => {
  expect(packedSpeed(new Vec3(0.5, -0.25, 0))).toEqual(new Vec3(4000, -2000, 0));
  expect(packedSpeed(new Vec3(50, -50, 3.9))).toEqual(new Vec3(31_200, -31_200, 31_200));
});
