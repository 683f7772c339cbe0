import { expect, test } from 'vitest';
import { account as englishAccount } from './en/account.ts';
import { home as polish } from './pl/home.ts';
import { account as polishAccount } from './pl/account.ts';
import { realm as polishRealm } from './pl/realm.ts';
import { home as russian } from './ru/home.ts';
import { account as russianAccount } from './ru/account.ts';
import { realm as russianRealm } from './ru/realm.ts';

test.each([
  [1, '1 сервер', 'по 1 слоту', 'Сервер упал 1 раз'],
  [2, '2 сервера', 'по 2 слота', 'Сервер упал 2 раза'],
  [5, '5 серверов', 'по 5 слотов', 'Сервер упал 5 раз'],
  [11, '11 серверов', 'по 11 слотов', 'Сервер упал 11 раз'],
  [21, '21 сервер', 'по 21 слоту', 'Сервер упал 21 раз'],
  [22, '22 сервера', 'по 22 слота', 'Сервер упал 22 раза'],
])('Russian: %d', (count, servers, slots, crashes) => {
  expect(russian.now.realms(count)).toBe(servers);
  expect(russianAccount.slots(count)).toBe(slots);
  expect(russianRealm.details.crashTitle(count)).toBe(crashes);
});

test.each([
  [1, '1 serwer', 'po 1 miejscu', 'Serwer padł 1 raz'],
  [2, '2 serwery', 'po 2 miejsca', 'Serwer padł 2 razy'],
  [5, '5 serwerów', 'po 5 miejsc', 'Serwer padł 5 razy'],
  [12, '12 serwerów', 'po 12 miejsc', 'Serwer padł 12 razy'],
  [21, '21 serwerów', 'po 21 miejsc', 'Serwer padł 21 razy'],
  [22, '22 serwery', 'po 22 miejsca', 'Serwer padł 22 razy'],
])('Polish: %d', (count, servers, slots, crashes) => {
  expect(polish.now.realms(count)).toBe(servers);
  expect(polishAccount.slots(count)).toBe(slots);
  expect(polishRealm.details.crashTitle(count)).toBe(crashes);
});

test('English has one and other; numbers are written as the language writes them', () => {
  expect([1, 2, 21].map(englishAccount.realms)).toEqual(['1 server', '2 servers', '21 servers']);
  expect(russian.now.realms(12_345)).toBe('12\u00a0345 серверов');
});
