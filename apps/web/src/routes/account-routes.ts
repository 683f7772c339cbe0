import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { pageText } from '../i18n/catalogue.ts';
import { paths } from '../shared/paths.ts';
import { chatReturn, readChatReturn } from '../features/auth/chat-return.ts';
import { whenOnline } from './when-online.ts';
import { page, prefetch, signedInRoute } from './base.ts';

/** The pages of the account itself. */
const accountAreaRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'account-area',
  loader: ({ context: { language } }) => pageText('account', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../layouts/AccountLayout.tsx')),
    'AccountLayout',
  ),
});

const accountRoute = createRoute({
  getParentRoute: () => accountAreaRoute,
  path: '/account',
  staticData: page({ title: 'account', signIn: true }),
  loader: async ({ context: { language } }) => {
    prefetch('account').catch(() => {});
    await pageText('referral', language);
  },
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/account/AccountPage.tsx')),
    'AccountPage',
  ),
});

const referralsRoute = createRoute({
  getParentRoute: () => accountAreaRoute,
  path: '/account/referals',
  staticData: page({ title: 'referrals', signIn: true }),
  loader: async ({ context: { language } }) => {
    prefetch('referrals').catch(() => {});
    await pageText('referral', language);
  },
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/referrals/ReferralsPage.tsx')),
    'ReferralsPage',
  ),
});

const coinsRoute = createRoute({
  getParentRoute: () => accountAreaRoute,
  path: '/account/coins',
  staticData: page({ title: 'coins', signIn: true }),
  loader: async ({ context: { language } }) => {
    prefetch('coins').catch(() => {});
    await Promise.all([pageText('statement', language), pageText('referral', language)]);
  },
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/coins/CoinsPage.tsx')),
    'CoinsPage',
  ),
});

const verificationRoute = createRoute({
  getParentRoute: () => accountAreaRoute,
  path: '/account/verification',
  staticData: page({ title: 'verification', signIn: true }),
  // What the chat platform has put into the address leaves it at once.
  beforeLoad: ({ search }) => {
    const brought = readChatReturn(search);
    if (!brought) return;
    chatReturn.set(brought);
    throw redirect(paths.verification);
  },
  onLeave: () => chatReturn.set(null),
  loader: ({ context: { language } }) => pageText('verification', language),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/verification/VerificationPage.tsx')),
    'VerificationPage',
  ),
});

export const accountRoutes = accountAreaRoute.addChildren([
  accountRoute,
  coinsRoute,
  verificationRoute,
  referralsRoute,
]);
