import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const uploads = {
  title: 'File uploads',
  lead: 'Send files to the server, see how far they are, and go on with what was interrupted.',
  folder: 'To this folder',
  folderHint: 'From the top, such as plugins or config/skins. It must be there already.',
  drop: 'Drop files here',
  choose: 'Choose files',
  underWay: 'Under way',
  waitingTitle: 'Waiting to go on',
  waitingText:
    'Choose the same file again: it goes on where it stopped. What is not finished within a day is thrown away.',
  finishedTitle: 'Recently finished',
  none: 'Nothing has been uploaded within the last day.',
  states: {
    waiting: 'In the queue',
    sending: 'On its way',
    paused: 'Paused',
    done: 'Done',
    failed: 'Failed',
    cancelled: 'Removed',
  },
  progress: (received: string, size: string) => `${received} of ${size}`,
  by: (name: string) => `By ${name}`,
  pause: 'Pause',
  goOn: 'Go on',
  remove: 'Remove',
  of: (action: string, path: string) => `${action}: ${path}`,
  clear: 'Clear the list',
  arrived: (count: number) =>
    plural(count, { one: '{n} file has been uploaded.', other: '{n} files have been uploaded.' }),
  lost: (count: number) =>
    plural(count, { one: '{n} file could not be uploaded.', other: '{n} files could not be uploaded.' }),
  stay: 'Stay on this page until everything has arrived. If the connection breaks, it goes on by itself.',
  otherFile: (name: string) => `This is another file. Choose ${name}, unchanged since.`,
};
