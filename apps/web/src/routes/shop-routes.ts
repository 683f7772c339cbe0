import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { categoryParam } from './search-params.ts';
import { whenOnline } from './when-online.ts';
import { page, QueriesLayout, rootRoute, texts } from './base.ts';

/** The shop, and what became of what was bought there. */
const shopAreaRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shop',
  loader: ({ context: { language } }) => texts(language, 'shop', 'subscription', 'realm', 'errors'),
  component: QueriesLayout,
});

const shopRoute = createRoute({
  getParentRoute: () => shopAreaRoute,
  path: '/',
  staticData: page({ title: 'shop' }),
  validateSearch: categoryParam,
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/shop/ShopPage.tsx')),
    'ShopPage',
  ),
});

const shopSuccessRoute = createRoute({
  getParentRoute: () => shopAreaRoute,
  path: '/success',
  staticData: page({ title: 'shopSuccess' }),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/payment-result/SuccessPage.tsx')),
    'SuccessPage',
  ),
});

const shopCancelledRoute = createRoute({
  getParentRoute: () => shopAreaRoute,
  path: '/cancelled',
  staticData: page({ title: 'shopCancelled' }),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/payment-result/CancelledPage.tsx')),
    'CancelledPage',
  ),
});

const paymentErrorRoute = createRoute({
  getParentRoute: () => shopAreaRoute,
  path: '/payment/error',
  staticData: page({ title: 'paymentError' }),
  component: lazyRouteComponent(
    whenOnline(() => import('../pages/payment-result/PaymentErrorPage.tsx')),
    'PaymentErrorPage',
  ),
});

export const shopRoutes = shopAreaRoute.addChildren([
  shopRoute,
  shopSuccessRoute,
  shopCancelledRoute,
  paymentErrorRoute,
]);
