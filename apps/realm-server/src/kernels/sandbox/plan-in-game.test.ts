import { plainSettings, type RealmPlan } from '@realmkeep/runtime/control';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Game } from './game.ts';
import { PlanInGame } from './plan-in-game.ts';
import type { Player } from './squid.ts';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A game with players of whom only what they are told is known. */
function gameWith(plan: Partial<RealmPlan>) {
  const heard: string[] = [];
  const settings = {
    ...plainSettings,
    managers: [{ nickname: 'Ann_1', epoch: 1 }],
    plan: { ...plainSettings.plan, ...plan },
  };
  const players: Player[] = [];
  const game = { settings, squid: { players } } as unknown as Pick<Game, 'squid' | 'settings'>;
  const inGame = new PlanInGame(game);
  const write = (_: string, { message }: { message: string }) =>
    heard.push((JSON.parse(message) as { text: string }).text);
  const add = (language: 'en' | 'ru' | 'pl', account: Player['account'] = null): void => {
    players.push({ language, account, _client: { write } } as unknown as Player);
    inGame.refresh();
  };
  inGame.refresh();
  return { heard, settings, players, inGame, add };
}

test('the hour’s end is told ten, five and one minutes before, to each in the language of his client', () => {
  const { heard, add, inGame } = gameWith({ closesAt: Date.now() + 60 * minute });
  add('en');
  vi.advanceTimersByTime(50 * minute - 1);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual([expect.stringContaining('Minutes until it closes: 10.')]);
  add('ru');
  vi.advanceTimersByTime(5 * minute);
  expect(heard.slice(1)).toEqual([expect.stringContaining(': 5.'), expect.stringContaining('осталось минут: 5.')]);
  vi.advanceTimersByTime(4 * minute);
  expect(heard).toHaveLength(5);
  expect(inGame.lastWords()).toBeNull();
  vi.advanceTimersByTime(minute);
  expect(heard).toHaveLength(5);
  expect(inGame.lastWords()).not.toBeNull();
});

test('players without a manager are told how long they have; a confirmed manager ends the count, his nickname does not', () => {
  const { heard, players, add, inGame } = gameWith({ unmanagedMs: 15 * minute });
  expect(inGame.unmanagedSince()).toBeNull();
  const since = Date.now();
  add('pl');
  expect(inGame.unmanagedSince()).toBe(since);
  vi.advanceTimersByTime(5 * minute);
  expect(heard).toEqual([expect.stringContaining('Minuty do zamknięcia serwera: 10.')]);
  add('en', { nickname: 'Ann_1', epoch: 1 });
  expect(inGame.unmanagedSince()).toBeNull();
  vi.advanceTimersByTime(20 * minute);
  expect(heard).toHaveLength(1);
  players.pop();
  inGame.refresh();
  expect(inGame.unmanagedSince()).toBe(since + 25 * minute);
});

test('a larger plan takes the end back, and a smaller one begins to count then', () => {
  const { heard, settings, add, inGame } = gameWith({ closesAt: Date.now() + 11 * minute });
  add('en');
  settings.plan = { ...plainSettings.plan };
  inGame.refresh();
  vi.advanceTimersByTime(30 * minute);
  expect(heard).toEqual([]);
  settings.plan = { ...plainSettings.plan, unmanagedMs: 15 * minute };
  inGame.refresh();
  expect(inGame.unmanagedSince()).toBe(Date.now());
});

test('it is advertised while players are on, on the plan that says so, and on no other', () => {
  const { heard, players, settings, add, inGame } = gameWith({ advertised: 'realms.example' });
  vi.advanceTimersByTime(60 * minute);
  add('en');
  vi.advanceTimersByTime(31 * minute);
  expect(heard).toEqual(Array(2).fill(expect.stringContaining('hosted free of charge on realms.example')));
  settings.plan = { ...plainSettings.plan };
  inGame.refresh();
  vi.advanceTimersByTime(60 * minute);
  expect(heard).toHaveLength(2);
  players.pop();
  inGame.close();
  expect(vi.getTimerCount()).toBe(0);
});
