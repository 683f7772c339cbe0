import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../../../test/memory-storage.ts';
import { rememberPayment, returnedPayment } from './begun-payment.ts';

beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
});

test.each([
  ['?session_id=cs_test_1', 'cs_test_1'],
  ['?OutSum=99.00&InvId=17&SignatureValue=ABC&Shp_username=Steve', '17'],
  ['?InvId=', 'begun'],
  ['', 'begun'],
])('what %s is about', (search, payment) => {
  rememberPayment('begun');
  expect(returnedPayment(search)).toBe(payment);
});

test('nothing is known of a payment that was begun elsewhere', () => {
  expect(returnedPayment('?category=COINS')).toBeNull();
});
