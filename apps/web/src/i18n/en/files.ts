import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const files = {
  title: 'Files',
  lead: 'The server’s own files, whether it is running or not: its world, plugins, settings and logs.',
  way: 'The way to this folder',
  root: 'Server',
  rootHint: 'Open a folder to add or change something.',
  worldHint: 'While the server is running, its world can be looked at and downloaded, but not changed.',
  upload: 'Upload files',
  newFolder: 'New folder',
  newFile: 'New file',
  download: 'Download',
  rename: 'Rename',
  move: 'Move',
  moveTitle: (count: number) => plural(count, { one: 'Move {n} item', other: 'Move {n} items' }),
  remove: {
    button: 'Delete',
    title: (count: number) => plural(count, { one: 'Delete {n} item?', other: 'Delete {n} items?' }),
    text: (names: string) => `${names}. What is in folders goes with them. It cannot be restored.`,
    cancel: 'Keep',
  },
  selected: (count: number) => plural(count, { one: '{n} selected', other: '{n} selected' }),
  empty: 'This folder is empty. Drop files here, or upload them.',
  noRoom: 'There is no room for these files. Delete something first.',
  alreadyThere: (names: string) =>
    `Already in this folder: ${names}. Rename or delete what is there, then upload again.`,
  table: {
    label: 'Files and folders',
    columns: { name: 'Name', bytes: 'Size', changedAt: 'Changed' },
    selectAll: 'Select all on this page',
    select: (name: string) => `Select ${name}`,
  },
  usage: {
    label: 'Space in use',
    bytes: (used: string, limit: string) => `${used} of ${limit} in use.`,
    files: (used: string, limit: string) => `Files and folders: ${used} of ${limit}.`,
  },
  naming: {
    name: 'Name',
    folder: 'To this folder',
    folderHint: 'From the top, such as plugins/old. It must be there already.',
    problems: {
      empty: 'Type a name',
      long: 'The name is too long',
      characters: 'A name cannot contain slashes, backslashes or control characters',
    },
    done: 'OK',
    cancel: 'Cancel',
  },
  uploads: {
    title: 'Uploads',
    states: { waiting: 'Waiting', sending: 'On its way', done: 'Done', failed: 'Failed', cancelled: 'Cancelled' },
    cancel: 'Cancel',
    cancelOf: (path: string) => `Cancel ${path}`,
    stay: 'Stay on this page until everything has arrived. If the connection breaks, the upload goes on where it stopped.',
    clear: 'Clear the list',
  },
  editor: {
    back: 'Back to the folder',
    label: (name: string) => `Text of ${name}`,
    save: 'Save',
    saved: 'Saved',
    unsaved: 'There are unsaved changes.',
    failed: 'The editor could not be loaded. Reload the page.',
    conflict: {
      title: 'The file has changed since you opened it',
      text: 'Nothing was overwritten. Copy your text, then load the file anew and put your change in again.',
      reload: 'Discard mine and load anew',
    },
    leave: {
      title: 'Leave without saving?',
      text: 'Your changes to this file are not saved and would be lost.',
      action: 'Leave',
      cancel: 'Stay',
    },
  },
};
