import type { RealmPhase } from '@realmkeep/contract/realm-phases';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const console = {
  title: 'Console',
  logs: 'Earlier logs and crash reports',
  output: 'What the server prints',
  empty: 'Nothing has been printed yet.',
  closed: 'You no longer have access to this console: the server was deleted, or you do not manage it any more.',
  gap: (count: number) => plural(count, { one: '{n} line left out', other: '{n} lines left out' }),
  fresh: (count: number) => plural(count, { one: '{n} new line', other: '{n} new lines' }),
  toEnd: 'To the end',
  copy: 'Copy',
  download: 'Download',
  held: (count: number) => plural(count, { one: '{n} line here.', other: '{n} lines here.' }),
  missed: (count: number) =>
    plural(count, {
      one: '{n} line was skipped: there was too much output at once.',
      other: '{n} lines were skipped: there was too much output at once.',
    }),
  search: {
    label: 'Search the console',
    previous: 'Previous match',
    next: 'Next match',
    found: (at: number, count: number) => (count === 0 ? 'No match' : at === 0 ? `${count}` : `${at} of ${count}`),
  },
  command: {
    label: 'Command',
    hint: 'Press Tab or tap to complete, Esc and Tab to leave the field, ↑ for earlier commands. Everyone on this console sees who sent what.',
    offered: 'Completions',
    send: 'Send',
    phases: {
      OFF: 'The server is off. Turn it on to send commands.',
      QUEUED: 'The server will start shortly. You can send commands once it is running.',
      STARTING: 'The server is starting. You can send commands once it is running.',
      SLEEPING: 'The server is asleep because nobody was online. Wake it to send commands.',
      STOPPING: 'The server is stopping and no longer accepts commands.',
      FAILED: 'The server has crashed and will be restarted. Its last output is above.',
      BLOCKED: 'The server is blocked and does not accept commands.',
    } satisfies Record<Exclude<RealmPhase, 'READY'>, string>,
  },
};
