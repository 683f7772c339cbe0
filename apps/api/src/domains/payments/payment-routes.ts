import type { Handlers } from '../../http/register-routes.ts';
import { paymentCheckoutCard, paymentCheckoutRub } from './payment-checkout.ts';
import { paymentSession } from './payment-session.ts';

export const paymentRoutes = { paymentCheckoutCard, paymentCheckoutRub, paymentSession } satisfies Partial<Handlers>;
