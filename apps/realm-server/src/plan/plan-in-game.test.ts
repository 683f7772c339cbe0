import { plainSettings, type RealmPlan } from '@realmkeep/realm-protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlanInGame } from './plan-in-game.ts';
import { type Language, planMessages } from './plan-messages.ts';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A game that records only what its players are sent. */
function gameWith(plan: Partial<RealmPlan>) {
  const heard: string[] = [];
  const settings = { ...plainSettings, plan: { ...plainSettings.plan, ...plan } };
  const players: { language: Language; isManager: boolean }[] = [];
  const inGame = new PlanInGame({
    settings,
    players: () => players.length,
    isManaged: () => players.some(({ isManager }) => isManager),
    announce: (say) => void heard.push(...players.map(({ language }) => say(planMessages[language]))),
  });
  const add = (language: Language, isManager = false): void => {
    players.push({ language, isManager });
    inGame.refresh();
  };
  inGame.refresh();
  return { heard, settings, players, inGame, add };
}

test('the end of the hour is announced ten, five and one minutes before, to each in the language of their client', () => {
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
  expect(inGame.closingMessage()).toBeNull();
  vi.advanceTimersByTime(minute);
  expect(heard).toHaveLength(5);
  expect(inGame.closingMessage()).not.toBeNull();
});

test('players without a manager are told how long they have; a confirmed manager ends the count', () => {
  const { heard, players, add, inGame } = gameWith({ unmanagedMs: 15 * minute });
  expect(inGame.unmanagedSince()).toBeNull();
  const since = Date.now();
  add('pl');
  expect(inGame.unmanagedSince()).toBe(since);
  vi.advanceTimersByTime(5 * minute);
  expect(heard).toEqual([expect.stringContaining('Minuty do zamknięcia serwera: 10.')]);
  add('en', true);
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
