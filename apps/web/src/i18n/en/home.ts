import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const home = {
  title: 'A world of your own, with an address to share',
  lead: 'Pick a map, give it a name, and turn it on. Friends join by typing one address – nothing to install, nothing to configure.',
  create: 'Create server',
  free: 'Free to start. No card asked for.',
  scene: 'A small block-built keep on a floating island',
  steps: {
    title: 'Three steps to your gate',
    map: { title: 'Choose a world', text: 'Meadow, islands or canyon: official maps, ready to build on.' },
    name: { title: 'Name it', text: 'The address is yours the moment you pick it – for as long as the server stands.' },
    join: { title: 'Open the gate', text: 'Turn it on, send the address, and watch your friends arrive.' },
  },
  points: {
    title: 'What you get today',
    live: {
      title: 'Live, not “refresh and hope”',
      text: 'Who is on, in which world, how fast it ticks and what it uses – the page shows it as it happens.',
    },
    kept: {
      title: 'What you build is kept',
      text: 'Blocks are written down within seconds. A crash of ours does not cost you an evening.',
    },
    power: {
      title: 'On when you want it',
      text: 'One button turns it on, one turns it off. If it falls over, it is started again and tells you so.',
    },
    languages: {
      title: 'In your language',
      text: 'Pages and in-game messages speak English, Russian and Polish.',
    },
  },
  tier: {
    title: 'The free tier, in plain numbers',
    realms: (count: number) => plural(count, { one: '{n} server', other: '{n} servers' }),
    slots: (count: number) => plural(count, { one: '{n} player slot', other: '{n} player slots' }),
    border: (side: string) => `${side}\u00a0×\u00a0${side} blocks`,
  },
  honest: {
    title: 'And what it is not, yet',
    text: 'It is a building sandbox for Java edition 1.16.5: place, dig, fly, chat. There is no crafting or hunger, liquids do not flow, and mobs do not roam.',
  },
};
