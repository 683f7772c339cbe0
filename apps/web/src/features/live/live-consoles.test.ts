import type { ClientMessage } from '@realmkeep/contract';
import { expect, test } from 'vitest';
import { createLiveConsoles } from './live-consoles.ts';

function watched() {
  const said: ClientMessage[] = [];
  const heard: string[] = [];
  const consoles = createLiveConsoles();
  const reply = (message: ClientMessage) => said.push(message);
  const watch = (id: string) =>
    consoles.watch(id, {
      onOpened: () => heard.push('opened'),
      onLines: (lines) => heard.push(...lines.map(({ text }) => text)),
      onClosed: () => heard.push('closed'),
    });
  return { said, heard, consoles, reply, watch };
}

test('a console is asked for when there is a connection, and again with each', () => {
  const { said, consoles, reply, watch } = watched();
  const end = watch('r1');
  expect(said).toEqual([]);
  consoles.hear({ type: 'ready' }, reply);
  consoles.hear({ type: 'ready' }, reply);
  const open = { type: 'consoleOpen', id: 'r1' };
  expect(said).toEqual([open, open]);
  end();
  expect(said.at(-1)).toEqual({ type: 'consoleClose', id: 'r1' });
  consoles.hear({ type: 'ready' }, reply);
  expect(said).toHaveLength(3);
});

test('what is told of it comes to its page alone', () => {
  const { heard, consoles, reply, watch } = watched();
  watch('r1');
  consoles.hear({ type: 'ready' }, reply);
  consoles.hear({ type: 'consoleOpened', id: 'r1' }, reply);
  consoles.hear({ type: 'consoleLines', id: 'r2', lines: [{ n: 1, at: 1, text: 'another' }] }, reply);
  consoles.hear({ type: 'consoleLines', id: 'r1', lines: [{ n: 1, at: 1, text: 'own' }] }, reply);
  consoles.hear({ type: 'consoleClosed', id: 'r1' }, reply);
  expect(heard).toEqual(['opened', 'own', 'closed']);
});
