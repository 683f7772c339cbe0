import { beforeEach, expect, test, vi } from 'vitest';
import { commandHistory, forgetCommands, rememberCommand } from './command-history.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

test('each realm has its own, and a command is in it once, where it was used last', () => {
  for (const command of ['list', 'say a', 'list']) rememberCommand('r1', command);
  rememberCommand('r2', 'stop');
  expect(commandHistory('r1')).toEqual(['say a', 'list']);
  expect(commandHistory('r2')).toEqual(['stop']);
  forgetCommands();
  expect(commandHistory('r1')).toEqual([]);
});

test('no more is kept than fifty commands of ten realms', () => {
  for (let n = 1; n <= 60; n += 1) rememberCommand('r1', `say ${n}`);
  expect(commandHistory('r1')).toHaveLength(50);
  expect(commandHistory('r1').at(-1)).toBe('say 60');
  for (let n = 2; n <= 11; n += 1) rememberCommand(`r${n}`, 'list');
  expect(commandHistory('r1')).toEqual([]);
  expect(commandHistory('r2')).toEqual(['list']);
});

test('what somebody else has put there does no harm', () => {
  for (const wrong of ['{', 'null', '{"r1":1}', '[["r1",[1,null]]]']) {
    localStorage.setItem('consoleHistory', wrong);
    expect(commandHistory('r1')).toEqual([]);
  }
});
