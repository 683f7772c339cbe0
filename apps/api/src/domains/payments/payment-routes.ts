import type { Handlers } from '../../http/implement.ts';
import { paymentCheckoutCard, paymentCheckoutRub } from './payment-checkout.ts';
import { paymentSession } from './payment-session.ts';

export const paymentRoutes = { paymentCheckoutCard, paymentCheckoutRub, paymentSession } satisfies Partial<Handlers>;
