import type { ResetState } from '@realmkeep/contract/backup-rules';

/** What a realm's world is made of. */
export const world = {
  title: 'World',
  lead: 'What the land of this server is made of.',
  present: 'This world',
  madeOf: 'Made from',
  seed: 'Seed',
  seeds: { picture: 'The land in the picture', alike: 'None: it is the same everywhere' },
  backups: 'Copies of it are made, downloaded and restored on the backups page.',
  download: (moment: string) => `Download the backup of ${moment}`,
  toBackups: 'Go to backups',
  fields: {
    map: 'What it is made of',
    seed: 'Seed',
    seedHint:
      'Any word or number: the same seed always makes the same land. Leave it empty for the land in the picture.',
    seedHintRandom: 'Any word or number: the same seed always makes the same land. Leave it empty for a random one.',
  },
  land: {
    title: 'Map',
    text: 'The overworld from above, north at the top. What players build shows up here within a few minutes.',
    none: {
      title: 'No land yet',
      text: 'This server has no land yet. The map is drawn once the server has run.',
    },
    label: 'Map of the world',
    keys: 'Drag to move and scroll to zoom, or use the arrow keys, + and −. Home goes back to the spawn point.',
    nearer: 'Zoom in',
    farther: 'Zoom out',
    toSpawn: 'To the spawn point',
    spawn: 'Spawn point',
    at: (x: string, z: string) => `X ${x}, Z ${z}`,
    drawing: 'Drawing…',
    failed: 'Part of the map could not be drawn.',
  },
  reset: {
    title: 'New world',
    text: 'A new world takes the place of this one. The server stops, this world is backed up, the backup is tested, and only then does the server start with the new one. Players keep nothing of what they carried.',
    button: 'Make a new world',
    confirmTitle: (name: string) => `A new world for “${name}”?`,
    confirmText:
      'Everything that was built is in the backup then, and nowhere else. You can restore it on the backups page.',
    type: (name: string) => `Type the name of the server: ${name}`,
    action: 'Back up and make it',
    cancel: 'Keep this world',
    begun: 'This world is being backed up',
    states: {
      SAVING: 'The server is stopping, and its world is being backed up and the backup tested.',
      STOPPING: 'The worlds are being exchanged.',
      STARTING: 'The server is starting with the new world.',
      UNDOING: 'The server did not start with it: your world is being put back.',
      DONE: 'The new world is there. The last backup has the one from before.',
      FAILED: 'There is no new world: no backup could be made, or the server did not start. Your world is unchanged.',
    } satisfies Record<ResetState, string>,
    going: (map: string) => `New world: ${map}`,
    notYet: 'This server has not run yet. Start it once first.',
    ownerOnly: 'Only the owner can make a new world.',
  },
};
