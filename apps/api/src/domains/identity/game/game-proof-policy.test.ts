import { expect, test } from 'vitest';
import { isRemembered } from './game-proof-policy.ts';

const now = 1_800_000_000_000;
const home = '8.8.4.4';
const elsewhere = '8.8.4.5';
const proof = { network: home, epoch: 3, expiresAt: new Date(now + 1), sessionNetwork: home, sessionEnded: false };
const joining = { network: home, epoch: 3, now };

test('a proof counts in its own network, while the session that asked for the code lives there', () => {
  expect(isRemembered(proof, joining)).toBe(true);
  expect(isRemembered(proof, { ...joining, network: elsewhere })).toBe(false);
  expect(isRemembered({ ...proof, sessionNetwork: elsewhere }, joining)).toBe(false);
  expect(isRemembered({ ...proof, sessionNetwork: elsewhere }, { ...joining, network: elsewhere })).toBe(false);
  expect(isRemembered({ ...proof, sessionNetwork: null }, joining)).toBe(false);
  expect(isRemembered({ ...proof, network: null }, joining)).toBe(false);
});

test('it ends with its time, its session and its epoch', () => {
  expect(isRemembered(proof, { ...joining, now: now + 1 })).toBe(false);
  expect(isRemembered({ ...proof, sessionEnded: true }, joining)).toBe(false);
  expect(isRemembered(proof, { ...joining, epoch: 4 })).toBe(false);
  expect(isRemembered(proof, { ...joining, epoch: 2 })).toBe(false);
});
