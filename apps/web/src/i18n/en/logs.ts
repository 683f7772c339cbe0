import type { RealmLog } from '@realmkeep/contract';
import type { StartCause } from '@realmkeep/contract/start-problems';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

interface Explained {
  title: string;
  /** What to do next. @param subject the plugin or mod @param needs what it or the server needs */
  text: (subject: string | null, needs: string | null) => string;
}

export const logs = {
  title: 'Logs',
  lead: 'What the server wrote before, and what it left behind when it crashed.',
  none: { title: 'No logs yet', text: 'They are written when the server runs for the first time.' },
  file: 'File',
  kind: 'Kind',
  size: 'Size',
  changed: 'Changed',
  kinds: { CONSOLE: 'Console', LOG: 'Log', CRASH: 'Crash report' } satisfies Record<RealmLog['kind'], string>,
  older: (count: number) =>
    plural(count, {
      one: '{n} older file is in the file manager, in the folder “logs”.',
      other: '{n} older files are in the file manager, in the folder “logs”.',
    }),
  back: 'All logs',
  cut: 'Only the last 512 kB are shown. Download the whole file in the file manager.',
  empty: 'This file is empty.',
  problem: {
    about: (subject: string) => `It is about “${subject}”.`,
    read: 'Read the console’s log',
    causes: {
      PORT: {
        title: 'Its port is taken',
        text: () =>
          'Something else listens where the server wants to. If a plugin opens a port of its own, choose another one in its settings; otherwise start the server again.',
      },
      MEMORY: {
        title: 'It ran out of memory',
        text: () => 'Remove plugins or mods that you do not need, or move to a plan with more memory.',
      },
      JAVA: {
        title: 'It needs another version of Java',
        text: (subject, needs) =>
          subject === null
            ? `It asks for Java ${needs ?? '?'}. Choose another version of the game on the “Kernel” page, or ask the operator to install this Java.`
            : `It asks for Java ${needs ?? '?'}. Install a version of it that was made for your server, or remove it.`,
      },
      EULA: {
        title: 'The licence of the game was not accepted',
        text: () => 'The owner has to agree to it: choose the kernel once more on the “Kernel” page.',
      },
      DEPENDENCY: {
        title: 'A plugin or mod is missing',
        text: (_subject, needs) =>
          `It does not work without ${needs ?? 'another one'}. Install the version for your server, or remove what needs it.`,
      },
      WORLD_NEWER: {
        title: 'The world is newer than the server',
        text: () =>
          'A newer version of the game has opened it, and it cannot go back. Change to that version on the “Kernel” page, or restore an earlier backup.',
      },
      JAR: {
        title: 'A program file is damaged',
        text: (subject) =>
          subject === null
            ? 'The server’s own file cannot be read. Start it again: it will be downloaded again. If that does not help, ask the operator.'
            : 'Delete the file in the folder “plugins” and upload it again.',
      },
      LEVEL: {
        title: 'The world’s main file is damaged',
        text: () => 'The server cannot read level.dat. Restore the latest backup; what was built since then is lost.',
      },
      DISK: {
        title: 'There is no room on the disk',
        text: () => 'Delete files that you do not need, such as old logs, or ask the operator.',
      },
      PLUGIN_VERSION: {
        title: 'A plugin or mod is for another version of the game',
        text: (_subject, needs) =>
          `It was made for: ${needs ?? '?'}. Install the one for your server’s version, or remove it.`,
      },
    } as Record<StartCause, Explained>,
  },
};
