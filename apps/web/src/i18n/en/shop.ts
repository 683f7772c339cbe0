import type { ProductCategory } from '@realmkeep/contract/products';

export const shop = {
  title: 'Shop',
  lead: 'Coins pay for subscriptions, and a subscription gives your servers more room. Coins are a one-off purchase: your card is not charged again.',
  balance: 'Your balance:',
  categories: {
    label: 'Categories',
    COINS: 'Coins',
    CASES: 'Cases',
    PRIVILEGES: 'Privileges',
    ACCESSORIES: 'Accessories',
  } satisfies Record<ProductCategory | 'label', string>,
  currency: { label: 'Currency', USD: 'US dollar', RUB: 'Russian rouble', PLN: 'Polish zloty' },
  recipient: {
    label: 'Who gets the coins?',
    self: 'For myself',
    other: 'For another player',
    name: 'Player’s name',
    hint: 'Checked before you pay.',
    empty: 'Enter the player’s name',
    unknown: 'The user with this name does not exist',
  },
  buy: 'Buy',
  buyLabel: (name: string, price: string) => `Buy ${name} for ${price}`,
  opening: 'Opening the payment…',
  oldPrice: 'Old price:',
  price: 'Price:',
  discount: (share: string) => `${share} off`,
  mustLogIn: 'You must be logged in',
  empty: {
    COINS: { title: 'No coins for this currency', text: 'Choose another currency above.' },
    CASES: { title: 'No cases yet', text: 'When there are some, they will appear here.' },
    PRIVILEGES: { title: 'No privileges yet', text: 'When there are some, they will appear here.' },
    ACCESSORIES: { title: 'No accessories yet', text: 'When there are some, they will appear here.' },
  } satisfies Record<ProductCategory, { title: string; text: string }>,
  unavailable: {
    title: (currency: string) => `Payments in ${currency} are temporarily unavailable`,
    text: 'Choose another currency, or top up through a support ticket.',
    support: 'Write to support',
  },
  privileges: 'Paid by the month. You can cancel whenever you like.',
  result: {
    pending: {
      title: 'Waiting for your payment',
      text: 'The payment service has not confirmed it yet. This usually takes a few seconds, and the page updates automatically.',
    },
    late: {
      title: 'This is taking longer than usual',
      text: 'You do not have to wait here: the coins will arrive as soon as the payment is confirmed.',
      again: 'Check again',
    },
    paid: { title: 'The coins have arrived', text: 'Thank you! The payment is confirmed.' },
    closed: {
      title: 'Nothing was paid',
      text: 'The payment was declined, or it timed out. You have not been charged.',
    },
    refunded: {
      title: 'The payment was refunded',
      text: 'Your money is on its way back, and the coins have been removed.',
    },
    disputed: {
      title: 'The payment is disputed',
      text: 'Your bank has asked for the money back, or has taken it. The coins are on hold or have been removed; your statement says which.',
    },
    cancelled: {
      title: 'Purchase failed. Please try again',
      text: 'You left before paying, or the payment was declined. You have not been charged.',
    },
    refused: {
      title: 'The payment could not be made',
      text: 'The payment service declined it, or its response could not be verified. No coins were credited. Please try again, or contact support.',
    },
    unknown: {
      title: 'There is no such payment',
      text: 'It does not belong to this account, or it was never started.',
    },
    signedOut: { title: 'Log in to see your payment', text: 'Only the player who paid can see it.' },
    logIn: 'Log in',
    forWhom: 'For',
    self: (nickname: string) => `${nickname} (you)`,
    coins: 'Coins',
    paidSum: 'Price',
    balance: 'Your balance',
    toShop: 'Back to the shop',
    toPlans: 'See the plans',
    toStatement: 'Your statement',
  },
};
