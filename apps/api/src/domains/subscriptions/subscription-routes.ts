import type { Handlers } from '../../http/register-routes.ts';
import { subscriptionActivate } from './subscription-activate.ts';
import { subscriptionCancel, subscriptionResume } from './subscription-cancel.ts';
import { subscriptionPlans } from './subscription-of.ts';
import { subscriptionPreview } from './subscription-preview.ts';

export const subscriptionRoutes = {
  subscriptionPlans,
  subscriptionPreview,
  subscriptionActivate,
  subscriptionCancel,
  subscriptionResume,
} satisfies Partial<Handlers>;
