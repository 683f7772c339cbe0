import type { TransactionKind } from '@realmkeep/contract';

/** `about` is the other player's nickname, the tier in words, or the operator's reason. */
type Words = (about: string | null) => string;

const withAbout =
  (words: string): Words =>
  (about) =>
    about === null ? words : `${words}: ${about}`;

export const statement = {
  title: 'Coins',
  lead: 'What came into your wallet, and what went out.',
  topUp: 'Top up',
  heading: 'Statement',
  csv: 'Download CSV',
  csvFailed: (problem: string) => `The statement could not be downloaded: ${problem}`,
  /** Of the downloaded file, without its ending. */
  file: 'realmkeep-coins',
  date: 'Date',
  what: 'What',
  amount: 'Amount',
  balance: 'Balance',
  heldTitle: (coins: string) => `Held: ${coins}`,
  heldText: 'A payment is being disputed. Its coins cannot be spent until the bank has decided.',
  debtTitle: (coins: string) => `Owed: ${coins}`,
  debtText:
    'A payment was taken back after its coins were spent. The next coins you receive repay this first; until then nothing can be bought. Of a present, whoever paid for it owes what was used.',
  balanceNote: 'The balance counts fleeting coins, and debt counts against it.',
  empty: { title: 'No coins have moved yet', text: 'Every coin that comes or goes will stand here.' },
  kinds: {
    TOP_UP: (about) => (about === null ? 'Coins bought' : `Coins bought for you by ${about}`),
    REFERRAL_SHARE: withAbout('Share of a friend’s top-up'),
    REFERRAL_SHARE_REVERSAL: withAbout('Share corrected after a refund'),
    REFERRAL_BONUS: withAbout('Referral bonus'),
    SUBSCRIPTION: withAbout('Subscription, one month'),
    EXPIRY: () => 'Fleeting coins expired',
    REFUND: (about) => (about === null ? 'Refund of a payment' : `Refund of a present between you and ${about}`),
    DISPUTE_HOLD: () => 'Held: a payment is disputed',
    DISPUTE_RELEASE: () => 'Released: the dispute is over',
    CHARGEBACK: (about) =>
      about === null ? 'Payment taken back by the bank' : `Present between you and ${about} taken back by the bank`,
    REINSTATEMENT: () => 'Payment returned by the bank',
    GRANT: withAbout('Gift'),
    REVERSAL: withAbout('Correction'),
  } satisfies Record<TransactionKind, Words>,
};
