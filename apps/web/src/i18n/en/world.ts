/** What a realm's world is made of. */
export const world = {
  title: 'World',
  lead: 'What the land of this server is made of.',
  present: 'This world',
  madeOf: 'Made from',
  seed: 'Seed',
  seeds: { picture: 'The land in the picture', alike: 'None: it is the same everywhere' },
  backups: 'Copies of it are made, downloaded and restored on the backups page.',
  toBackups: 'Go to backups',
  fields: {
    map: 'What it is made of',
    seed: 'Seed',
    seedHint:
      'Any word or number: the same seed always makes the same land. Leave it empty for the land in the picture.',
    seedHintJava: 'Any word or number: the same seed always makes the same land. Leave it empty for a random one.',
  },
};
