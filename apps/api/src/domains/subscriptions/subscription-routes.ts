import type { Handlers } from '../../http/register-routes.ts';
import { subscriptionActivate, subscriptionCancel, subscriptionResume, subscriptionPreview } from './subscriptions.ts';
import { subscriptionPlans } from './subscription-of.ts';

export const subscriptionRoutes = {
  subscriptionPlans,
  subscriptionPreview,
  subscriptionActivate,
  subscriptionCancel,
  subscriptionResume,
} satisfies Partial<Handlers>;
