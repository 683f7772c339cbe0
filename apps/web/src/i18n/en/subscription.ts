import type { KernelKind } from '@realmkeep/contract/kernel-rules';
import type { Tier } from '@realmkeep/contract/tiers';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

export const subscription = {
  title: 'Subscription',
  coins: (count: number) => plural(count, { one: '{n} coin', other: '{n} coins' }),
  perMonth: 'a month',
  free: 'Free',
  freeText: 'Everyone has it. A subscription gives you more servers, players and space.',
  unlimited: 'unlimited',
  limits: {
    plan: 'Plan',
    realms: 'Servers',
    slots: 'Slots per server',
    world: 'World size',
    kernels: 'Kernels',
    memory: 'Memory per server',
  },
  world: (side: string) => `${side}\u00a0×\u00a0${side}`,
  /** What runs a server. */
  kernels: {
    sandbox: 'Sandbox',
    paper: 'Paper',
    purpur: 'Purpur',
    fabric: 'Fabric',
    vanilla: 'Vanilla',
    own: 'Own jar',
  } satisfies Record<KernelKind, string>,
  upTo: (size: string) => `up to ${size}`,
  fullGame: 'The full game, in a version you choose',
  nether: { with: 'Nether and End', without: 'No Nether and End' },
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
      lacks: ['Shuts down every 60 minutes', 'Ads are shown'],
    },
    ZOMBIE: {
      brings: ['Everything in Chicken', 'No ads', 'No hourly shutdown', 'Basic WorldEdit', 'Weather change'],
      lacks: [],
    },
    GHAST: {
      brings: [
        'Everything in Zombie',
        'Premium support chat',
        'Co-owners',
        'Extended WorldEdit',
        'Starter kits',
        'Highlighted nickname',
      ],
      lacks: [],
    },
    DRAGON: {
      brings: ['Everything in Ghast', 'Custom maps', 'Custom resource packs', 'Full WorldEdit', 'Personal prefix'],
      lacks: [],
    },
  } satisfies Record<Tier, { brings: string[]; lacks: string[] }>,
  yours: 'Your plan',
  includedInYours: 'Included in your plan',
  subscribe: 'Subscribe',
  upgrade: 'Upgrade',
  change: 'Change plan',
  choose: 'See the plans',
  cancel: 'Cancel subscription',
  resume: 'Keep subscription',
  renews: (date: string, coins: string) => `Renews on ${date} for ${coins}.`,
  ends: (date: string) => `Ends on ${date} and is not renewed.`,
  short: {
    title: 'Not enough coins to renew',
    text: (missing: string, date: string) =>
      `You need ${missing} more by ${date}. Otherwise your subscription ends and you move to the free plan.`,
    action: 'Get coins',
  },
  activate: {
    title: (tier: string) => `Subscribe: ${tier}`,
    month: 'Price per month',
    credit: 'Unused days of your plan',
    now: 'You pay now',
    after: 'Left afterwards',
    changes: 'What changes',
    fromTo: (from: string, to: string) => `${from} → ${to}`,
    terms: 'It renews each month as long as you have enough coins. You can cancel at any time.',
    confirm: (coins: string) => `Pay ${coins}`,
    back: 'Not now',
    done: 'Subscription activated successfully!',
    failed: 'Failed to activate subscription. Please try again later.',
    already: 'You already have an active subscription.',
    funds: 'You do not have enough coins.',
    invalid: 'Invalid product.',
    missing: (coins: string) => `You need ${coins} more.`,
    debt: (coins: string) => `A payment was reversed: you have to repay ${coins} before you can buy anything.`,
    getCoins: 'Get coins',
    busy: 'Activating the subscription…',
  },
  ending: {
    title: 'Cancel the subscription?',
    lead: (tier: string, date: string) => `You keep ${tier} until ${date}. After that you are on the free plan.`,
    nothing: 'Your servers fit into the free plan, so you keep all of them.',
    confirm: 'Cancel subscription',
    back: 'Keep it',
    done: 'Your subscription has been cancelled. You keep it until the end of the month you paid for',
    resumed: 'Your subscription continues',
    busy: 'Cancelling the subscription…',
  },
  realms: {
    keeps: 'These are not affected:',
    stops: 'These stop, and will be deleted with their worlds after two weeks:',
    off: 'The plan does not include what these run on, so they stay off until you change their kernel:',
    shrinks: 'These get fewer slots or a smaller world:',
    shuts: 'Co-owners of these lose access until you have a plan with co-owners again:',
  },
  overlimit: {
    title: 'Over your plan’s limit',
    text: (date: string) =>
      `It is stopped, and will be deleted with its world on ${date}. Upgrade, or delete another server, to keep it.`,
    undated: 'It is stopped. Upgrade, or delete another server, to turn it on again.',
    ofAnother: (date: string) =>
      `It is stopped, and will be deleted with its world on ${date}, unless its owner makes room.`,
    ofAnotherUndated: 'It is stopped until its owner makes room.',
  },
};
