import { expect, test } from 'vitest';
import { gameNetwork } from './game-network.ts';

test('a network is an IPv4 address or a /64 of IPv6, however it is written', () => {
  const six = gameNetwork('2a00:1450::1', true);
  expect(six).not.toBeNull();
  expect(gameNetwork('2a00:1450:0:0:ff::2', true)).toBe(six);
  expect(gameNetwork('2a00:1450:0:1::1', true)).not.toBe(six);
  expect(gameNetwork('::ffff:8.8.4.4', true)).toBe(gameNetwork('8.8.4.4', true));
  expect(gameNetwork('8.8.4.5', true)).not.toBe(gameNetwork('8.8.4.4', true));
});

test('on the public internet nothing is remembered of private addresses; elsewhere this machine is one network', () => {
  for (const address of ['127.0.0.1', '::1', '10.1.2.3', '192.168.1.2', '100.64.0.1', 'fd00::1', 'fe80::1']) {
    expect(gameNetwork(address, true)).toBeNull();
    expect(gameNetwork(address, false)).not.toBeNull();
  }
  const here = gameNetwork('127.0.0.1', false);
  for (const address of ['::1', '127.0.0.2', '::ffff:127.0.0.1']) expect(gameNetwork(address, false)).toBe(here);
  expect(gameNetwork('192.168.1.2', false)).not.toBe(here);
});
