import type { BackupProblem, BackupState, RestoreState } from '@realmkeep/contract/backup-rules';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const backups = {
  title: 'Backups',
  lead: 'Copies of the world with everything built in it. The server goes on running while one is made.',
  none: {
    title: 'No backup yet',
    text: 'Make one before a big change: whatever happens then, you can go back to it.',
    partner: 'Nobody has made a backup of this server yet.',
  },
  create: 'Back up now',
  created: 'The backup has begun',
  usage: (made: number, limit: number, used: string, space: string) =>
    `Backups: ${made} of ${limit}. Space: ${used} of ${space}.`,
  keptDays: (count: number) =>
    `Each is deleted ${plural(count, { one: '{n} day', other: '{n} days' })} after it was made.`,
  why: {
    running: 'A backup is being made. The next one can follow it.',
    restoring: 'While a backup is being restored, none is made.',
    full: 'All the backups of the plan are used. Delete one to make another.',
    space: 'The backups take up all the space of the plan. Delete one to make another.',
    pause: (moment: string) => `The next backup is possible from ${moment} on.`,
    pauseRule: (pause: string) => `The next one after it is possible in ${pause}.`,
    hours: (count: number) => plural(count, { one: '{n} hour', other: '{n} hours' }),
    minutes: (count: number) => plural(count, { one: '{n} minute', other: '{n} minutes' }),
  },
  by: (name: string) => `Made by ${name}`,
  byDeleted: 'Made by an account that is gone',
  bySchedule: 'Made by a schedule; makes room for the next by itself',
  byKernel: 'Made before a kernel change, as the way back; counts against nothing and goes by itself',
  states: {
    RUNNING: 'Copying and packing the world',
    VERIFYING: 'Trying it out: unpacking it and comparing every file',
    READY: 'Checked and ready',
    FAILED: 'Failed',
  } satisfies Record<BackupState, string>,
  files: (count: number) => plural(count, { one: '{n} file', other: '{n} files' }),
  problems: {
    SPACE: 'It was larger than the space that is left in the plan. Delete an older backup, then try again.',
    DISK: 'There is not enough room on our disk at the moment. We have been told; try again later.',
    STORE_AWAY: 'Where backups are kept cannot be reached at the moment. The world is as it was; try again later.',
    STORE_REFUSED:
      'Where backups are kept takes none at the moment, which the operator has to mend. We have been told.',
    FAULT: 'It could not be made, through a fault of ours. The world is as it was; try again.',
  } satisfies Record<BackupProblem, string>,
  restore: {
    button: 'Restore',
    title: (moment: string) => `Go back to ${moment}?`,
    text: (moment: string) =>
      `Everything built or changed in the world since ${moment} is lost, and players have again what they had then. Everybody is sent off while the server stops for a moment. Settings and co-owners stay as they are.`,
    action: 'Restore this backup',
    cancel: 'Keep the world as it is',
    begun: 'The backup is being restored',
  },
  restores: {
    CHECKING: 'The backup is being unpacked and checked. You can still play.',
    STOPPING: 'The server is stopping to change the world.',
    STARTING: 'The server is starting with the restored world.',
    UNDOING: 'The server did not start with it: the world from before is being put back.',
    DONE: 'The world was restored.',
    FAILED: 'The backup could not be restored. The world is as it was before.',
  } satisfies Record<RestoreState, string>,
  restoring: (moment: string) => `Going back to ${moment}`,
  restored: (moment: string) => `Backup of ${moment}`,
  restoredGone: 'A backup that has been deleted',
  newRealm: {
    button: 'As a new server',
    title: 'A new server from this backup',
    text: 'It begins with this world, and with the settings and the kernel of that time. This server stays as it is; co-owners do not come along.',
    action: 'Create the server',
    cancel: 'Cancel',
    begun: 'The new server is being made',
    of: (name: string) => `New server: ${name}`,
    states: {
      CHECKING: 'The backup is being unpacked and checked.',
      STOPPING: 'The world is being put in its place.',
      STARTING: 'The world is in its place.',
      UNDOING: 'It could not be made.',
      DONE: 'It has the world of the backup, and is starting by itself.',
      FAILED:
        'The backup could not be unpacked, through a fault of ours. No server was made, and its name and address are free again.',
    } satisfies Record<RestoreState, string>,
    go: (name: string) => `Go to ${name}`,
  },
  download: 'Download',
  remove: {
    button: 'Delete',
    title: (moment: string) => `Delete the backup of ${moment}?`,
    text: 'You will not be able to go back to it. The time until the next backup does not get shorter.',
    action: 'Delete the backup',
    cancel: 'Keep it',
    done: 'The backup was deleted',
  },
  ownerOnly: 'Restoring, downloading and deleting is for the owner.',
};
