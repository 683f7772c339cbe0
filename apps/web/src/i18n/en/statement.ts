import type { TransactionKind } from '@realmkeep/contract';

/** `about` is the other player's nickname, the tier in words, or the operator's reason. */
type Words = (about: string | null) => string;

const withAbout =
  (words: string): Words =>
  (about) =>
    about === null ? words : `${words}: ${about}`;

export const statement = {
  title: 'Coins',
  lead: 'All coins that have come into your wallet or left it.',
  topUp: 'Top up',
  heading: 'Coin history',
  csv: 'Download CSV',
  csvFailed: (problem: string) => `The coin history could not be downloaded: ${problem}`,
  /** Of the downloaded file, without its ending. */
  file: 'realmkeep-coins',
  date: 'Date',
  what: 'What',
  amount: 'Amount',
  balance: 'Balance',
  heldTitle: (coins: string) => `Held: ${coins}`,
  heldText: 'A payment is being disputed. Its coins cannot be spent until the bank decides.',
  debtTitle: (coins: string) => `Owed: ${coins}`,
  debtText:
    'A payment was reversed after its coins were spent. The next coins you receive repay this first, and you cannot buy anything until then. For a present, whoever paid for it owes what was used.',
  balanceNote: 'The balance includes expiring coins, minus any debt.',
  empty: { title: 'No coins have moved yet', text: 'Every coin that comes or goes will be listed here.' },
  kinds: {
    TOP_UP: (about) => (about === null ? 'Coins bought' : `Coins bought for you by ${about}`),
    REFERRAL_SHARE: withAbout('Share of a friend’s top-up'),
    REFERRAL_SHARE_REVERSAL: withAbout('Share corrected after a refund'),
    REFERRAL_BONUS: withAbout('Referral bonus'),
    SUBSCRIPTION: withAbout('Subscription, one month'),
    EXPIRY: () => 'Coins expired',
    REFUND: (about) => (about === null ? 'Refund of a payment' : `Refund of a present between you and ${about}`),
    DISPUTE_HOLD: () => 'Held: a payment is disputed',
    DISPUTE_RELEASE: () => 'Released: the dispute is over',
    CHARGEBACK: (about) =>
      about === null ? 'Payment reversed by the bank' : `Present between you and ${about} reversed by the bank`,
    REINSTATEMENT: () => 'Payment returned by the bank',
    GRANT: withAbout('Gift'),
    REVERSAL: withAbout('Correction'),
  } satisfies Record<TransactionKind, Words>,
};
