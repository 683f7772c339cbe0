import { startCauses } from '@realmkeep/contract';
import { describe, expect, test } from 'vitest';
import { printedLines } from './printed-lines.ts';
import { startProblem } from '../src/domains/files/logs/start-problem.ts';

/** As our console records what the server prints: it adds the time in front, and leaves out INFO. */
function asConsole(line: string): string {
  const [, level = '', rest = line] = /^\[\d\d:\d\d:\d\d(?:\] \[[^\]]*\/| )([A-Z]+)\]: ?(.*)$/.exec(line) ?? [];
  const word = level === '' || level === 'INFO' ? '' : `${level === 'FATAL' ? 'ERROR' : level}: `;
  return `2026-11-22T23:59:59.123Z ${word}${rest}`;
}

describe.each(printedLines)('$server, $source', ({ cause, subject, needs, lines }) => {
  const around = [
    '[12:00:00 INFO]: Loading libraries, please wait...',
    ...lines.split('\n'),
    '[12:00:09 INFO]: Stopping server',
  ];
  test.each([
    ['as it was printed', (line: string) => line],
    ['in colours', (line: string) => `\u001b[31m${line}\u001b[m`],
    ['as our console has it', asConsole],
  ])(`is told to be ${cause}, %s`, (_how, write) => {
    expect(startProblem(around.map(write))).toMatchObject({ cause, subject, needs, line: expect.stringMatching(/\S/) });
  });
});

test('of each cause there is what a real server printed', () => {
  expect(new Set(printedLines.map(({ cause }) => cause))).toEqual(new Set(startCauses));
  for (const { source } of printedLines)
    expect(source).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+$/);
});

const of = (cause: string) => printedLines.find((printed) => printed.cause === cause)?.lines.split('\n') ?? [];

test('a jar that names a class which it has not is to blame itself', () => {
  const lines = [
    'Error: Could not find or load main class a.Missing',
    'Caused by: java.lang.ClassNotFoundException: a.Missing',
  ];
  expect(startProblem(lines)).toMatchObject({ cause: 'JAR', subject: null });
});

test('what ends the server counts, not the plugin that failed before it', () => {
  expect(startProblem([...of('PLUGIN_VERSION'), ...of('DEPENDENCY'), ...of('PORT')])?.cause).toBe('PORT');
  expect(startProblem([...of('PORT'), ...of('PLUGIN_VERSION')])?.cause).toBe('PORT');
});

test.each([
  '<Bob> **** FAILED TO BIND TO PORT!',
  '[12:00:00 INFO]: <Bob> java.lang.OutOfMemoryError: Java heap space',
  '[12:00:00] [Server thread/INFO]: [Not Secure] <Bob> You need to agree to the EULA in order to run the server.',
  '2026-11-22T23:59:59.123Z * Bob Error: Invalid or corrupt jarfile x.jar',
  '2026-11-22T23:59:59.123Z > Bob: say java.io.IOException: No space left on device',
  '[12:00:00 INFO]: <Bob> Server attempted to load chunk saved with newer version of minecraft! 2 > 1',
  '[12:00:00 INFO]: <Bob> org.bukkit.plugin.UnknownDependencyException: ProtocolLib',
  "[12:00:00 INFO]: <Bob> Could not load 'plugins/x.jar' in folder 'plugins'",
])('what a player says is no cause: %s', (line) => {
  expect(startProblem([line])).toBeNull();
});

test('a start of which nothing is known has no cause, and any text is taken', () => {
  expect(startProblem([])).toBeNull();
  expect(
    startProblem([
      '[12:00:00 INFO]: Done (3.2s)! For help, type "help"',
      'at '.repeat(100_000),
      '[[[[[[: '.repeat(9_999),
    ]),
  ).toBeNull();
});
