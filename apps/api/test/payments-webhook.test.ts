import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import type { CardPayments } from '../src/integrations/payments/payments.ts';
import { createStripe } from '../src/integrations/payments/stripe/stripe.ts';

const webhookSecret = 'whsec_of_these_tests';
const stripe = stripeWith('sk_test_0123456789');

function stripeWith(secretKey: string): CardPayments {
  return createStripe({ secretKey, webhookSecret, apiBase: 'http://127.0.0.1:1', publicUrl: 'http://localhost:3000' });
}

function signed(body: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

const unknown = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  type: 'invoice.paid',
  livemode: false,
  data: { object: {} },
});

test('a webhook with a wrong signature, secret, body or time is not from Stripe', async () => {
  const body = Buffer.from(unknown);
  const now = Math.floor(Date.now() / 1000);
  const right = signed(unknown, webhookSecret);
  expect(await stripe.readWebhook(body, right)).toEqual({ kind: 'other' });
  expect(await stripe.readWebhook(body, `${right},v1=${'0'.repeat(64)}`)).toEqual({ kind: 'other' });
  expect(await stripe.readWebhook(body, signed(unknown, webhookSecret, now - 290))).toEqual({ kind: 'other' });
  for (const wrong of [
    '',
    'nonsense',
    't=,v1=',
    `${right},v1=`,
    right.replace('v1=', 'v0='),
    right.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    signed(unknown, 'whsec_of_somebody_else'),
    signed(unknown, webhookSecret, now - 310),
    signed(`${unknown} `, webhookSecret),
  ]) {
    expect(await stripe.readWebhook(body, wrong)).toBeNull();
  }
  expect(await stripe.readWebhook(Buffer.alloc(0), right)).toBeNull();
});

test('the vector of the protocol, by these tests and by what signs in the sandbox', () => {
  const [payload, secret, timestamp] = ['{"id":"evt_1"}', 'whsec_test', 1_700_000_000];
  const vector = 't=1700000000,v1=c89214b5b5da833daed6f0b8c5bb6bd58cea9022bd80ccc78230f3942d632925';
  expect(signed(payload, secret, timestamp)).toBe(vector);
  expect(Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })).toBe(vector);
});

test('events for tests are refused by keys of real money, and the reverse', async () => {
  const live = stripeWith('sk_live_0123456789');
  expect(live.live).toBe(true);
  expect(await live.readWebhook(Buffer.from(unknown), signed(unknown, webhookSecret))).toBeNull();
  const real = unknown.replace('"livemode":false', '"livemode":true');
  expect(await live.readWebhook(Buffer.from(real), signed(real, webhookSecret))).toEqual({ kind: 'other' });
  expect(await stripe.readWebhook(Buffer.from(real), signed(real, webhookSecret))).toBeNull();
});
