import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const account = {
  profile: 'Your account',
  nickname: 'Nickname',
  tier: 'Tier',
  since: 'Member since',
  allows: 'Your tier allows',
  realms: (count: number) => plural(count, { one: '{n} server', other: '{n} servers' }),
  slots: (count: number) => plural(count, { one: '{n} slot each', other: '{n} slots each' }),
  unlimitedSlots: 'unlimited slots',
  border: (side: string) => `${side}\u00a0×\u00a0${side} blocks`,
  servers: 'Your servers',
  tabs: { label: 'Whose servers', owned: 'Yours', partnered: 'Partner’s' },
  create: 'Create server',
  manage: 'Manage',
  emptyOwned: { title: 'No server yet', text: 'Your first world is three steps away.' },
  emptyPartnered: {
    title: 'Nobody has shared a server with you',
    text: 'Servers that you help to run will stand here.',
  },
  players: 'Players',
  gameMode: 'Game mode',
  device: 'Device',
  owner: 'Owner',
};
