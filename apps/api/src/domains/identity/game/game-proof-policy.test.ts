import { expect, test } from 'vitest';
import { type GameProof, gameNetwork, isRemembered } from './game-proof-policy.ts';

const now = 1_800_000_000_000;
const home = '8.8.4.4';
const proof: GameProof = {
  network: home,
  epoch: 3,
  expiresAt: new Date(now + 1),
  sessionIp: home,
  sessionEnded: false,
};
const joining = { address: home, epoch: 3, forTheWorld: true, now };

test('a proof counts in its own network, while the session that asked for the code lives there', () => {
  expect(isRemembered(proof, joining)).toBe(true);
  expect(isRemembered(proof, { ...joining, address: '8.8.4.5' })).toBe(false);
  expect(isRemembered({ ...proof, sessionIp: '8.8.4.5' }, joining)).toBe(false);
  expect(isRemembered({ ...proof, sessionIp: '8.8.4.5' }, { ...joining, address: '8.8.4.5' })).toBe(false);
  expect(isRemembered({ ...proof, network: null }, joining)).toBe(false);
});

test('it ends with its time, its session and its epoch', () => {
  expect(isRemembered(proof, { ...joining, now: now + 1 })).toBe(false);
  expect(isRemembered({ ...proof, sessionEnded: true }, joining)).toBe(false);
  expect(isRemembered(proof, { ...joining, epoch: 4 })).toBe(false);
  expect(isRemembered(proof, { ...joining, epoch: 2 })).toBe(false);
});

test('a network is an IPv4 address or a /64 of IPv6, however it is written', () => {
  const six = { ...proof, network: gameNetwork('2a00:1450::1', true), sessionIp: '2a00:1450:0:0:ff::2' };
  expect(isRemembered(six, { ...joining, address: '2a00:1450::3' })).toBe(true);
  expect(isRemembered(six, { ...joining, address: '2a00:1450:0:1::3' })).toBe(false);
  expect(isRemembered(proof, { ...joining, address: `::ffff:${home}` })).toBe(true);
});

test('on the public internet nothing is remembered of private addresses; elsewhere this machine is one network', () => {
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', '192.168.1.2', '100.64.0.1', 'fd00::1', 'fe80::1']) {
    expect(gameNetwork(address, true)).toBeNull();
    expect(gameNetwork(address, false)).not.toBeNull();
  }
  const local = { ...proof, network: gameNetwork('127.0.0.1', false), sessionIp: '::1' };
  expect(isRemembered(local, { ...joining, forTheWorld: false, address: '::ffff:127.0.0.2' })).toBe(true);
  expect(isRemembered(local, { ...joining, forTheWorld: false, address: '192.168.1.2' })).toBe(false);
});
