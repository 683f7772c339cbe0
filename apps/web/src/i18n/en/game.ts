import type { KitName, PrefixColour, Weather } from '@realmkeep/contract/in-game-rules';

export const game = {
  title: 'In the game',
  text: 'What the plan gives you in the game, done from here.',
  off: 'The server is not running.',
  from: (tier: string) => `Comes with the ${tier} plan.`,
  weather: 'Weather',
  weathers: { clear: 'Clear', rain: 'Rain', thunder: 'Thunderstorm' } satisfies Record<Weather, string>,
  weatherSet: 'The weather has changed.',
  kit: 'Starter kits',
  kits: { builder: 'Builder', tools: 'Tools' } satisfies Record<KitName, string>,
  kitFor: 'For',
  kitGiven: (name: string) => `${name} has the kit.`,
  /** `command` is typed in the game. */
  kitCommand: (command: string) => `In the game, you can take one yourself: ${command}`,
  name: 'Your nickname in the game',
  highlighted: 'Nicknames of the owner and co-owners stand out in gold.',
  prefix: 'Your prefix',
  prefixHint: (max: number) =>
    `Before your nickname, in brackets. Up to ${max} Latin or Cyrillic letters, digits, spaces and _ . ! + * -`,
  prefixProblem: 'Only letters, digits, spaces and _ . ! + * -',
  prefixColor: 'Colour',
  colors: {
    white: 'White',
    gray: 'Grey',
    red: 'Red',
    gold: 'Gold',
    yellow: 'Yellow',
    green: 'Green',
    aqua: 'Aqua',
    blue: 'Blue',
    light_purple: 'Pink',
  } satisfies Record<PrefixColour, string>,
  prefixFrom: (tier: string) => `A prefix of your own comes with the ${tier} plan.`,
  prefixRemove: 'Remove',
  nobodyOn: 'Nobody is on the server right now.',
};
