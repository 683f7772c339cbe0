import { type CardCurrency, type PaymentSession, type ProductBody, type Tier, tierOfNumber } from '@realmkeep/contract';
import { Stripe } from 'stripe';
import type { z } from 'zod';
import { listDeliveries } from '../../fake-providers/src/payments/delivery-store.ts';
import type { FakePayments } from '../../fake-providers/src/payments/fake-payments.ts';
import { type Arrival, paymentAct } from '../../fake-providers/src/payments/payment-act.ts';
import type { PaymentAction } from '../../fake-providers/src/payments/payment-policy.ts';
import type { TestUser } from './people.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

/** A pack of coins of this name, as an operator describes it. */
export const newProduct = (
  name: string,
  more: Partial<z.input<typeof ProductBody>> = {},
): z.input<typeof ProductBody> => ({
  category: 'COINS',
  icon: 'coins-1',
  type: 'COINPACK',
  logicValue: 5000,
  prices: [
    { currency: 'USD', price: 49.99, discount: 15 },
    { currency: 'RUB', price: 4599 },
  ],
  translations: [
    { language: 'ENGLISH', name, description: 'Many' },
    { language: 'RUSSIAN', name: `${name} по-русски`, description: 'Много' },
    { language: 'POLISH', name: `${name} po polsku`, description: 'Dużo' },
  ],
  ...more,
});

/** An api with stand-ins for the payment providers, over HTTP. */
export function startShop(more: Record<string, string> = {}): Promise<TestApi> {
  return startTestApi({ environment: { PUBLIC_URL: 'http://localhost:3000', ...more } });
}

export function paymentsOf({ providers }: TestApi): FakePayments {
  if (!providers) throw new Error('No provider is played');
  return providers.payments;
}

/** The id of the pack with this many coins. */
export async function packOf(api: TestApi, coins: number): Promise<string> {
  const { items } = await api.anonymous.productList({ query: { currency: 'USD', category: 'COINS' } });
  const pack = items.find(({ logicValue }) => logicValue === coins);
  if (!pack) throw new Error(`No pack has ${coins} coins`);
  return pack.id;
}

export async function subscriptionProduct(api: TestApi, tier: Tier): Promise<string> {
  const plan = (await api.anonymous.subscriptionPlans()).find((candidate) => candidate.tier === tier);
  if (!plan?.id) throw new Error(`${tier} is not sold`);
  return plan.id;
}

/** The product of each tier. */
export async function tierProducts(api: TestApi): Promise<Map<Tier, string>> {
  const { items } = await api.anonymous.productList({ query: { currency: 'COINS', category: 'PRIVILEGES' } });
  return new Map(items.map(({ id, logicValue }) => [tierOfNumber(logicValue), id]));
}

export interface Buying {
  coins?: number;
  currency?: CardCurrency;
  username?: string;
}

export async function beginByCard(api: TestApi, user: TestUser, buying: Buying = {}): Promise<PaymentSession> {
  const { coins = 300, currency = 'USD', username } = buying;
  const productId = await packOf(api, coins);
  return user.client.paymentCheckoutCard({ body: { currency, productId, ...(username ? { username } : {}) } });
}

export async function beginInRoubles(api: TestApi, user: TestUser, { coins = 300, username }: Buying = {}) {
  const productId = await packOf(api, coins);
  const session = await user.client.paymentCheckoutRub({ body: { productId, ...(username ? { username } : {}) } });
  return { ...session, params: new URL(session.checkoutUrl).searchParams };
}

/** Changes a payment at the provider. Returns when the product has received the notification, unless that is late or never. */
export async function act(api: TestApi, sessionId: string, action: PaymentAction, arrival: Arrival = 'once') {
  const payments = paymentsOf(api);
  const payment = paymentAct(payments, sessionId, action, { arrival });
  if (!payment) throw new Error(`The payment ${sessionId} does not allow ${action.act}`);
  await payments.deliveries.look();
  return payment;
}

/** Posts an event to the webhook as the provider does, with a current signature unless given otherwise. */
export function postEvent(api: TestApi, event: object, more: { secret?: string; timestamp?: number } = {}) {
  const payload = JSON.stringify(event);
  const { secret = paymentsOf(api).keys.stripe.webhookSecret, ...signing } = more;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, ...signing });
  return fetch(`${api.url}/api/payment/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
}

/** The events about a payment, as the provider posted them. */
export function eventsOf(api: TestApi, sessionId: string): object[] {
  return listDeliveries(paymentsOf(api).db, sessionId).map(({ body }) => JSON.parse(body) as object);
}

export async function coinsOf(user: TestUser): Promise<number> {
  return (await user.client.userMe()).coins;
}
