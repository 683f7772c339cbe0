import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const uploads = {
  title: 'File uploads',
  lead: 'Upload files to the server, follow their progress, and resume interrupted uploads.',
  folder: 'To this folder',
  folderHint: 'The full path, such as plugins or config/skins. The folder must already exist.',
  drop: 'Drop files here',
  noFolders:
    'Folders cannot be uploaded. Pack the folder into a ZIP file, upload that, and extract it in the file manager.',
  noFolder: 'Type the path of a folder first, such as plugins.',
  choose: 'Choose files',
  underWay: 'In progress',
  waitingTitle: 'Waiting to resume',
  waitingText:
    'Choose the same file again to resume where it stopped. Uploads not finished within a day are discarded.',
  finishedTitle: 'Recently finished',
  none: 'Nothing has been uploaded within the last day.',
  states: {
    waiting: 'In the queue',
    sending: 'Uploading',
    paused: 'Paused',
    done: 'Done',
    failed: 'Failed',
    cancelled: 'Removed',
  },
  progress: (received: string, size: string) => `${received} of ${size}`,
  by: (name: string) => `By ${name}`,
  pause: 'Pause',
  goOn: 'Resume',
  replace: 'Replace',
  remove: 'Remove',
  of: (action: string, path: string) => `${action}: ${path}`,
  clear: 'Clear the list',
  arrived: (count: number) =>
    plural(count, { one: '{n} file has been uploaded.', other: '{n} files have been uploaded.' }),
  lost: (count: number) =>
    plural(count, { one: '{n} file could not be uploaded.', other: '{n} files could not be uploaded.' }),
  stay: 'Stay on this page until everything has been uploaded. If the connection drops, it resumes automatically.',
  leave: {
    title: 'Leave and stop uploading?',
    text: 'To resume later, choose the same files again: what has arrived is kept for a day.',
    action: 'Leave',
    cancel: 'Stay',
  },
  otherFile: (name: string) => `This is a different file. Choose ${name}, unchanged.`,
};
