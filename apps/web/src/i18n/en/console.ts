import type { RealmPhase } from '@realmkeep/contract/realm-phases';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const console = {
  title: 'Console',
  output: 'What the server prints',
  empty: 'Nothing has been printed yet.',
  closed: 'This console is closed to you: the server is gone, or no longer yours to manage.',
  gap: (count: number) => plural(count, { one: '{n} line left out', other: '{n} lines left out' }),
  fresh: (count: number) => plural(count, { one: '{n} new line', other: '{n} new lines' }),
  toEnd: 'To the end',
  copy: 'Copy',
  download: 'Download',
  held: (count: number) => plural(count, { one: '{n} line here.', other: '{n} lines here.' }),
  missed: (count: number) =>
    plural(count, {
      one: '{n} line was left out: they came too fast.',
      other: '{n} lines were left out: they came too fast.',
    }),
  search: {
    label: 'Search the console',
    previous: 'Previous match',
    next: 'Next match',
    found: (at: number, count: number) => (count === 0 ? 'No match' : at === 0 ? `${count}` : `${at} of ${count}`),
  },
  command: {
    label: 'Command',
    hint: 'Tab or a tap completes, ↑ brings back earlier commands. Everyone at this console sees who sent what.',
    offered: 'Completions',
    send: 'Send',
    phases: {
      OFF: 'The server is off. Turn it on to send commands.',
      QUEUED: 'The server will start shortly. It takes commands once it runs.',
      STARTING: 'The server is starting. It takes commands once it runs.',
      SLEEPING: 'The server is asleep because nobody was on. Wake it to send commands.',
      STOPPING: 'The server is stopping and takes no more commands.',
      FAILED: 'The server has crashed and will be started again. What it printed last is above.',
      BLOCKED: 'The server is blocked and takes no commands.',
    } satisfies Record<Exclude<RealmPhase, 'READY'>, string>,
  },
};
