/** What search engines and previews of links show of a page. Read by the build alone. */
export const head = {
  descriptions: {
    '/': 'Host a block-building world of your own: pick a map, name it, share its address and play. Free to start, with nothing to install.',
    '/shop': 'Coins and subscriptions for servers on Realmkeep: what every plan includes, and what it costs.',
    '/terms-of-service':
      'The terms of service of Realmkeep: what you can expect from us, what we ask of you, payments and refunds.',
    '/privacy-policy': 'What Realmkeep knows about you, why, how long we keep it, and how to have it removed.',
  },
  noscript: 'This page needs JavaScript.',
  /** Until the script has come. */
  loading:
    'One moment, your page is on its way. On a slow connection, the first visit takes a few seconds; after that, pages open at once.',
  /** Where it has not come. */
  lost: 'This page could not be loaded. Check your connection.',
  again: 'Try again',
};
