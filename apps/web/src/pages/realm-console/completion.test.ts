import { expect, test } from 'vitest';
import { completed, completions } from './completion.ts';

const commands = [
  { name: 'gamemode', usage: 'survival|creative|adventure|spectator [player]' },
  { name: 'give', usage: '<player> <item> [count]' },
  { name: 'time', usage: 'set|add <number>|day|night' },
  { name: 'tp', usage: '<player> [to player]' },
  { name: 'prefix', usage: 'off|[red|green] <messages>' },
  { name: 'list', usage: '' },
];
const complete = (line: string) => completions(line, commands, ['Ada', 'Bob_1', 'adam']);

test('the first word is a command', () => {
  expect(complete('g')).toEqual(['gamemode', 'give']);
  expect(complete('/GI')).toEqual(['give']);
  expect(complete('')).toHaveLength(6);
  expect(complete('list')).toEqual([]);
});

test('the others are what its usage says', () => {
  expect(complete('gamemode s')).toEqual(['spectator', 'survival']);
  expect(complete('gamemode creative a')).toEqual(['Ada', 'adam']);
  expect(complete('give ')).toEqual(['Ada', 'adam', 'Bob_1']);
  expect(complete('give Ada s')).toEqual([]);
  expect(complete('give Ada stone ')).toEqual([]);
  expect(complete('time set ')).toEqual(['day', 'night']);
  expect(complete('tp Ada b')).toEqual(['Bob_1']);
  expect(complete('prefix ')).toEqual(['green', 'off', 'red']);
  expect(complete('nonsense x')).toEqual([]);
  expect(complete('list x y z')).toEqual([]);
});

test('a word takes the place of the last one alone', () => {
  expect(completed('/ga', 'gamemode')).toBe('/gamemode');
  expect(completed('give b', 'Bob_1')).toBe('give Bob_1');
  expect(completed('give ', 'Ada')).toBe('give Ada');
});
