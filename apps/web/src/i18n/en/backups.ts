import type { BackupProblem, BackupState, RestoreState } from '@realmkeep/contract/backup-rules';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const backups = {
  title: 'Backups',
  lead: 'Copies of the world with everything built in it. The server keeps running while one is made.',
  none: {
    title: 'No backup yet',
    text: 'Make one before a big change, so that you can always go back.',
    partner: 'Nobody has made a backup of this server yet.',
  },
  create: 'Back up now',
  created: 'The backup has started',
  usage: (made: number, limit: number, used: string, space: string) =>
    `Backups: ${made} of ${limit}. Space: ${used} of ${space}.`,
  keptDays: (count: number) =>
    `Each is deleted ${plural(count, { one: '{n} day', other: '{n} days' })} after it was made.`,
  why: {
    running: 'A backup is being made. You can make the next one when it is done.',
    restoring: 'You cannot make a backup while the world is being replaced.',
    full: 'You have used all the backups in your plan. Delete one to make another.',
    space: 'Your backups take up all the space in your plan. Delete one to make another.',
    pause: (moment: string) => `You can make the next backup at ${moment}.`,
    pauseRule: (pause: string) => `After that, you have to wait ${pause} before the next one.`,
    hours: (count: number) => plural(count, { one: '{n} hour', other: '{n} hours' }),
    minutes: (count: number) => plural(count, { one: '{n} minute', other: '{n} minutes' }),
  },
  by: (name: string) => `Made by ${name}`,
  byDeleted: 'Made by a deleted account',
  bySchedule: 'Made by a schedule; replaced automatically by the next one',
  byKernel:
    'Made before a kernel change so that it can be undone; does not count towards your limits and is removed automatically',
  byReset: 'Made before a new world; does not count towards your limits and is removed by the next new world',
  states: {
    RUNNING: 'Copying and packing the world',
    VERIFYING: 'Testing it: unpacking it and comparing every file',
    READY: 'Checked and ready',
    FAILED: 'Failed',
  } satisfies Record<BackupState, string>,
  files: (count: number) => plural(count, { one: '{n} file', other: '{n} files' }),
  problems: {
    SPACE: 'It was larger than the space left in the plan. Delete an older backup, then try again.',
    DISK: 'There is not enough room on our disk at the moment. We have been notified; try again later.',
    STORE_AWAY: 'The backup storage cannot be reached at the moment. The world is unchanged; try again later.',
    STORE_REFUSED:
      'The backup storage is refusing backups at the moment. The operator has been notified and has to fix it.',
    FAULT: 'It failed because of a problem on our side. The world is unchanged; try again.',
  } satisfies Record<BackupProblem, string>,
  restore: {
    button: 'Restore',
    title: (moment: string) => `Go back to ${moment}?`,
    text: (moment: string) =>
      `Everything built or changed in the world since ${moment} will be lost, and players will have what they had then. Everyone will be disconnected while the server stops for a moment. Settings and co-owners stay as they are.`,
    action: 'Restore this backup',
    cancel: 'Keep the world as it is',
    begun: 'The backup is being restored',
  },
  restores: {
    CHECKING: 'The backup is being unpacked and checked. You can still play.',
    STOPPING: 'The server is stopping to change the world.',
    STARTING: 'The server is starting with the restored world.',
    UNDOING: 'The server did not start with it: the previous world is being put back.',
    DONE: 'The world was restored.',
    FAILED: 'The backup could not be restored. The world is unchanged.',
  } satisfies Record<RestoreState, string>,
  restoring: (moment: string) => `Going back to ${moment}`,
  restored: (moment: string) => `Backup of ${moment}`,
  restoredGone: 'A backup that has been deleted',
  newRealm: {
    button: 'As a new server',
    title: 'A new server from this backup',
    text: 'It starts with this world, and with the settings and kernel from that time. This server stays as it is, and its co-owners are not carried over.',
    action: 'Create the server',
    cancel: 'Cancel',
    begun: 'The new server is being created',
    of: (name: string) => `New server: ${name}`,
    states: {
      CHECKING: 'The backup is being unpacked and checked.',
      STOPPING: 'The world is being put in its place.',
      STARTING: 'The world is in its place.',
      UNDOING: 'It could not be created.',
      DONE: 'It has the world from the backup, and is starting now.',
      FAILED:
        'The backup could not be unpacked because of a problem on our side. No server was created, and its name and address are free again.',
    } satisfies Record<RestoreState, string>,
    go: (name: string) => `Go to ${name}`,
  },
  download: 'Download',
  remove: {
    button: 'Delete',
    title: (moment: string) => `Delete the backup of ${moment}?`,
    text: 'You will not be able to go back to it. Deleting it does not shorten the wait until the next backup.',
    action: 'Delete the backup',
    cancel: 'Keep it',
    done: 'The backup was deleted',
  },
  ownerOnly: 'Only the owner can restore, download and delete backups.',
};
