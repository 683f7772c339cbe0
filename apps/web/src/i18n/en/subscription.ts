import type { Tier } from '@realmkeep/contract/tiers';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const subscription = {
  title: 'Subscription',
  coins: (count: number) => plural(count, { one: '{n} coin', other: '{n} coins' }),
  perMonth: 'a month',
  free: 'Free',
  freeText: 'Everybody has it. A subscription gives you more servers, players and room.',
  unlimited: 'unlimited',
  limits: { realms: 'Servers', slots: 'Slots per server', world: 'World size' },
  world: (side: string) => `${side}\u00a0×\u00a0${side}`,
  features: {
    CHICKEN: {
      brings: [
        'Panel on the site',
        'Support chat',
        'In-game management',
        'Direct connection by domain',
        'Game mode change',
        'Built-in protection',
      ],
      lacks: ['Shuts down every 60 minutes', 'Ads are shown', 'No Nether and End'],
    },
    ZOMBIE: {
      brings: [
        'Everything of Chicken',
        'No ads',
        'No hourly shutdown',
        'Basic WorldEdit',
        'The full game: Paper or vanilla, in a version you choose',
        'Nether and End with vanilla',
        'Weather change',
      ],
      lacks: [],
    },
    GHAST: {
      brings: [
        'Everything of Zombie',
        'Premium support chat',
        'Co-owners',
        'Extended WorldEdit',
        'Starter kits',
        'Highlighted nickname',
      ],
      lacks: [],
    },
    DRAGON: {
      brings: ['Everything of Ghast', 'Custom maps', 'Custom resource packs', 'Full WorldEdit', 'Personal prefix'],
      lacks: [],
    },
  } satisfies Record<Tier, { brings: string[]; lacks: string[] }>,
  yours: 'Your plan',
  includedInYours: 'Included in your plan',
  notSold: 'Not for sale at the moment',
  subscribe: 'Subscribe',
  upgrade: 'Upgrade',
  change: 'Change plan',
  choose: 'See the plans',
  cancel: 'Cancel subscription',
  resume: 'Keep subscription',
  renews: (date: string, coins: string) => `Renews on ${date} for ${coins}.`,
  ends: (date: string) => `Ends on ${date} and is not renewed.`,
  short: {
    title: 'Too few coins to renew',
    text: (missing: string, date: string) =>
      `It needs ${missing} more by ${date}. Otherwise the subscription ends and the free tier applies.`,
    action: 'Get coins',
  },
  activate: {
    title: (tier: string) => `Subscribe: ${tier}`,
    month: 'Price a month',
    credit: 'Unused days of your plan',
    now: 'You pay now',
    after: 'Left afterwards',
    changes: 'What changes',
    fromTo: (from: string, to: string) => `${from} → ${to}`,
    terms: 'It is renewed each month as long as you have the coins. You can cancel at any time.',
    confirm: (coins: string) => `Pay ${coins}`,
    back: 'Not now',
    done: 'Subscription activated successfully!',
    failed: 'Failed to activate subscription. Please try again later.',
    already: 'You already have an active subscription.',
    funds: 'You do not have enough coins.',
    missing: (coins: string) => `You need ${coins} more.`,
    debt: (coins: string) => `A payment was taken back: ${coins} are owed before you can buy anything.`,
    getCoins: 'Get coins',
    busy: 'Activating the subscription…',
  },
  ending: {
    title: 'Cancel the subscription?',
    lead: (tier: string, date: string) => `${tier} stays until ${date}. From then on the free tier applies.`,
    nothing: 'Your servers fit into the free tier: all of them go on.',
    confirm: 'Cancel subscription',
    back: 'Keep it',
    done: 'The subscription is cancelled. It stays until the month ends',
    resumed: 'The subscription goes on',
    busy: 'Cancelling the subscription…',
  },
  realms: {
    keeps: 'These go on:',
    stops: 'These stop, are kept for two weeks, and are then deleted with their worlds:',
    off: 'These are turned off, as they run Paper or vanilla, until they go back to the sandbox:',
    shrinks: 'These get fewer slots or a smaller world:',
    shuts: 'Co-owners of these lose access until you have a plan with co-owners again:',
  },
  overlimit: {
    title: 'Above the tier’s limit',
    text: (date: string) =>
      `It is stopped, and will be deleted with its world on ${date}. Upgrade, or delete another server, to keep it.`,
    undated: 'It is stopped. Upgrade, or delete another server, to turn it on again.',
    ofAnother: (date: string) =>
      `It is stopped, and will be deleted with its world on ${date}, unless its owner makes room.`,
    ofAnotherUndated: 'It is stopped until its owner makes room.',
  },
};
