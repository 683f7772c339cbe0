import type { Referral, ReferralWait } from '@realmkeep/contract';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

type Waits = Record<ReferralWait['reason'], (until: string) => string>;

export const referral = {
  title: 'Referrals',
  lead: 'Invite friends: they get coins, and so do you.',
  link: 'Your link',
  copy: 'Copy',
  nickname: 'Or tell them your nickname, which they can enter when they register:',
  how: 'How it works',
  steps: [
    { title: 'Share your link', text: 'Friends register with it, or enter your nickname.' },
    { title: 'Your friend links Discord', text: 'Then both of you get 300 coins, once.' },
    { title: 'You earn with them', text: 'Whenever they top up, you get 20% of it on top, in coins.' },
  ],
  closed: {
    title: 'Nothing to earn here',
    text: 'Invitations earn coins once a friend links a chat account, and this site has no chat platform.',
  },
  list: 'Players you invited',
  player: 'Player',
  status: 'Status',
  updated: 'Updated',
  earned: 'Earned',
  total: 'Earned in total',
  statuses: { VERIFIED: 'Verified', NOT_VERIFIED: 'Not verified yet' } satisfies Record<Referral['status'], string>,
  empty: { title: 'Nobody yet', text: 'Players who register with your link will appear here.' },
  gameMemory: {
    title: 'Staying confirmed in the game',
    on: 'If you play from the network that you are logged in from here, a code counts there for 12 hours, until you log out here.',
    risk: 'Until then, anyone in that network who joins under your name is taken for you: they get your belongings and commands, and you are disconnected. Turn this off unless you trust them all.',
    off: 'You need a new code each time you join.',
    turnOff: 'Turn off',
    turnOn: 'Turn on',
    turnedOff: 'Anyone now playing as you needs a new code',
  },
  nameReleased: {
    title: (date: string) => `Your name is reserved until ${date}`,
    text: 'This account has not been used yet. Link a Discord account, create a server or buy coins by then to keep it. Otherwise the account is deleted and the name becomes available to others.',
  },
  waitingTitle: 'Still to come',
  rules: 'The rules',
  ruleAge: (days: number) =>
    `The bonus is for a Discord account that is at least ${plural(days, { one: '{n} day', other: '{n} days' })} old and has a verified e-mail address. You can link a younger one right away; the bonus then arrives automatically on the day it is old enough.`,
  ruleAddress: 'The bonus is for a Discord account that has a verified e-mail address.',
  ruleAccrue:
    'Your 20% counts once your friend’s account is verified in this way. What they buy before that is saved up and credited with the bonus. If a payment is refunded or reversed, its share is taken back too.',
  ruleOwn:
    'You get no share of coins that are bought for you, nor when you and your friend (or whoever gets the coins) have used the same Discord account, or the same browser on the same network within a day.',
  ruleMonth: (limit: string, granted: string) =>
    `You can earn at most ${limit} in shares per calendar month (UTC). This month: ${granted}.`,
  accrued: (coins: string) => `${coins} saved up`,
  waits: {
    LINK: () => 'They have not linked a Discord account yet.',
    ADDRESS: () =>
      'Their Discord account has no verified e-mail address. They can verify one there, then unlink and link the account again.',
    AGE: (until: string) => `Their Discord account is still new. It will be old enough on ${until}.`,
    SPENT: () => 'Their Discord account cannot earn the bonus: it has already earned one, or was yours.',
  } satisfies Waits,
  ownWaits: {
    LINK: () => 'Link a Discord account to get it.',
    ADDRESS: () =>
      'Your Discord account has no verified e-mail address. Verify one there, then unlink and link the account again.',
    AGE: (until: string) => `Your Discord account is still new. The coins will arrive automatically on ${until}.`,
    SPENT: () => 'Your Discord account has already earned a referral bonus. Link one that has not.',
  } satisfies Waits,
};
