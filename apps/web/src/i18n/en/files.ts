import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const files = {
  title: 'File manager',
  lead: 'The server’s own files, whether it is running or not: its world, plugins, settings and logs.',
  way: 'Path to this folder',
  root: 'Server',
  rootHint: 'Open a folder to add or change something.',
  worldHint: 'While the server is running, you can view and download its world, but not change it.',
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
    text: (names: string) => `${names}. Everything inside folders is deleted too. This cannot be undone.`,
    cancel: 'Keep',
  },
  archive: {
    button: 'Archive',
    title: (count: number) => plural(count, { one: 'Archive {n} item', other: 'Archive {n} items' }),
    extract: 'Extract',
    extractTitle: (name: string) => `Extract ${name} into a new folder`,
    packing: (path: string) => `Creating ${path}`,
    unpacking: (path: string) => `Extracting into ${path}`,
    states: {
      WAITING: 'Waiting for others to finish.',
      RUNNING: 'Written so far:',
      DONE: 'Done.',
      FAILED: 'It failed.',
      CANCELLED: 'Cancelled.',
    },
    fault: 'It stopped because of a problem on our side. Try again.',
    cancel: 'Cancel',
    close: 'Close',
  },
  selected: (count: number) => plural(count, { one: '{n} selected', other: '{n} selected' }),
  empty: 'This folder is empty. Drop files here, or upload them.',
  cut: (count: number) =>
    plural(count, {
      one: 'Only {n} entry is listed. Delete or move it to see the others.',
      other: 'Only {n} entries are listed. Delete or move some to see the others.',
    }),
  noRoom: 'There is not enough room for these files. Delete something first.',
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
  sftp: {
    title: 'SFTP',
    text: 'The same files in a program such as WinSCP or FileZilla. Use your account password, or add a key on your account page.',
    secondStep:
      'After the password, the program shows a number: press it in the direct message, as when you log in here, then press Enter. Set the program to one connection at a time, as each one asks you.',
    host: 'Host',
    port: 'Port',
    username: 'User name',
    folder: 'Folder',
    fingerprint: 'Fingerprint of the host key',
    hint: 'On the first connection, the program asks whether you trust the host: compare the fingerprint. If you lose access to this server, you lose it over SFTP too.',
    copy: 'Copy',
    copyOf: (label: string) => `Copy: ${label}`,
  },
  naming: {
    name: 'Name',
    folder: 'To this folder',
    folderHint: 'The full path, such as plugins/old. The folder must already exist.',
    problems: {
      empty: 'Type a name',
      long: 'The name is too long',
      characters: 'A name cannot contain slashes, backslashes or control characters',
    },
    done: 'OK',
    cancel: 'Cancel',
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
      text: 'Nothing was overwritten. Copy your text, then reload the file and make your change again.',
      reload: 'Discard mine and reload',
    },
    leave: {
      title: 'Leave without saving?',
      text: 'Your changes to this file are not saved and would be lost.',
      action: 'Leave',
      cancel: 'Stay',
    },
  },
};
