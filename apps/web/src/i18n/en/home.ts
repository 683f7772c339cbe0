import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const home = {
  title: 'A world of your own, with an address to share',
  lead: 'Pick a map, give it a name, and turn it on. Friends join by typing one address – nothing to install, nothing to configure.',
  create: 'Create server',
  free: 'Free to start. No card needed.',
  scene: 'A small block-built keep on a floating island',
  now: {
    label: 'On right now',
    realms: (count: number) => plural(count, { one: '{n} server', other: '{n} servers' }),
    players: (count: number) => plural(count, { one: '{n} player', other: '{n} players' }),
    none: 'All quiet. Yours could be first.',
  },
};
