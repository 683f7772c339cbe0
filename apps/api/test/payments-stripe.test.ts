import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { CardCheckout, CardEvent, CardPayments } from '../src/integrations/payments/payments.ts';
import { type DeliveryRow, findDelivery, listDeliveries } from '../../fake-providers/src/payments/delivery-store.ts';
import { paymentAct } from '../../fake-providers/src/payments/payment-act.ts';
import { findPayment } from '../../fake-providers/src/payments/payment-store.ts';
import type { FakePayments } from '../../fake-providers/src/payments/fake-payments.ts';
import { createStripe, type StripeOptions } from '../src/integrations/payments/stripe/stripe.ts';
import { startTestProviders, type TestProviders } from './fake-providers.ts';
import { type Heard, type Receiver, startReceiver } from './payment-receiver.ts';

const publicUrl = 'http://localhost:3000';

let folder: string;
let providers: TestProviders;
let sandbox: FakePayments;
let stripe: CardPayments;
let receiver: Receiver;
const servers: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-stripe-'));
  receiver = await startReceiver();
  providers = await startTestProviders(publicUrl, join(folder, 'sandbox.db'));
  providers.tell(receiver.origin);
  sandbox = providers.payments;
  stripe = anotherStripe({});
});

afterAll(async () => {
  await providers.close();
  await receiver[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

afterEach(() => {
  receiver.heard.length = 0;
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

function checkout(more: Partial<CardCheckout> = {}): CardCheckout {
  return {
    orderId: randomUUID(),
    attempt: 1,
    currency: 'PLN',
    amount: 1079,
    productName: '300 monet',
    language: 'pl',
    expiresAt: new Date(Date.now() + 3_600_000),
    ...more,
  };
}

/** A paid session, of which the product has not been notified. */
async function paid(more: Partial<CardCheckout> = {}) {
  const wanted = checkout(more);
  const { sessionId } = await stripe.createCheckout(wanted);
  const payment = paymentAct(sandbox, sessionId, { act: 'pay' }, { arrival: 'never' });
  return { ...wanted, sessionId, paymentIntent: payment?.payment_intent, charge: payment?.charge };
}

/** The adapter with other keys, or for another server. */
function anotherStripe(changed: Partial<StripeOptions>): CardPayments {
  return createStripe({ ...sandbox.keys.stripe, apiBase: providers.url, publicUrl, ...changed });
}

/** Makes the delivery due now. */
function makeDue(delivery: DeliveryRow | undefined): void {
  sandbox.db.prepare('update deliveries set due_at = ? where id = ?').run(Date.now(), delivery?.id ?? 0);
}

/** Starts a server in place of Stripe's. @returns its origin */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function read({ body, signature }: Heard): Promise<CardEvent | null> {
  return stripe.readWebhook(body, signature);
}

const refused = (code: string) => expect.objectContaining({ name: 'PaymentError', code });

test('a checkout has what was ordered, and comes back to the shop', async () => {
  const wanted = checkout();
  const { sessionId, checkoutUrl } = await stripe.createCheckout(wanted);
  expect(sessionId).toMatch(/^cs_test_\w{58}$/);
  expect(checkoutUrl).toBe(`${providers.url}/sandbox/pay/checkout/${sessionId}`);
  expect(findPayment(sandbox.db, { id: sessionId })).toMatchObject({
    currency: 'PLN',
    amount: 1079,
    description: '300 monet',
    request: {
      clientReferenceId: wanted.orderId,
      metadata: { orderId: wanted.orderId },
      paymentMetadata: { orderId: wanted.orderId },
      successUrl: `${publicUrl}/shop/success?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${publicUrl}/shop/cancelled`,
      locale: 'pl',
    },
  });
  expect(await stripe.retrieve(sessionId)).toEqual({
    id: sessionId,
    orderId: wanted.orderId,
    status: 'open',
    paid: false,
    amount: 1079,
    currency: 'PLN',
    paymentIntent: null,
    live: false,
  });
});

test('the same order begins one checkout, also 20 times at once; another attempt another', async () => {
  const wanted = checkout({ currency: 'USD', amount: 99 });
  const all = await Promise.all(Array.from({ length: 20 }, () => stripe.createCheckout(wanted)));
  expect(new Set(all.map(({ sessionId }) => sessionId)).size).toBe(1);
  const second = await stripe.createCheckout({ ...wanted, attempt: 2 });
  expect(second.sessionId).not.toBe(all[0]?.sessionId);
});

test('the same attempt with another price is refused', async () => {
  const wanted = checkout();
  await stripe.createCheckout(wanted);
  await expect(stripe.createCheckout({ ...wanted, amount: 1 + wanted.amount })).rejects.toEqual(refused('refused'));
});

test('what Stripe does not take is refused: too little, too soon over, too late', async () => {
  await expect(stripe.createCheckout(checkout({ amount: 199 }))).rejects.toEqual(refused('refused'));
  for (const minutes of [10, 25 * 60]) {
    const expiresAt = new Date(Date.now() + minutes * 60_000);
    await expect(stripe.createCheckout(checkout({ expiresAt }))).rejects.toEqual(refused('refused'));
  }
});

test('a paid session is told by a signed event, and says so itself', async () => {
  const { orderId, sessionId } = await paid();
  expect(receiver.heard).toEqual([]);
  const [delivery] = listDeliveries(sandbox.db, sessionId);
  expect(delivery).toMatchObject({ event: 'checkout.session.completed', due_at: null, attempts: 0 });
  const held = findDelivery(sandbox.db, delivery?.id ?? 0, sessionId);
  expect(held && (await sandbox.deliveries.deliver(held))).toBe(true);
  const [heard] = await receiver.until(1);
  expect(heard).toMatchObject({ method: 'POST', path: '/api/payment/stripe/webhook' });
  expect(heard && (await read(heard))).toEqual({ kind: 'session', sessionId });
  expect(await stripe.retrieve(sessionId)).toMatchObject({
    orderId,
    status: 'complete',
    paid: true,
    paymentIntent: expect.stringMatching(/^pi_/),
  });
});

test('an event comes twice with one id, or later', async () => {
  const { sessionId } = await stripe.createCheckout(checkout());
  paymentAct(sandbox, sessionId, { act: 'pay' }, { arrival: 'twice' });
  const [first, second] = await receiver.until(2);
  expect(second?.body).toEqual(first?.body);
  const late = await stripe.createCheckout(checkout());
  paymentAct(sandbox, late.sessionId, { act: 'pay' }, { arrival: 'late' });
  const [waiting] = listDeliveries(sandbox.db, late.sessionId);
  expect(waiting?.due_at?.getTime()).toBeGreaterThan(Date.now() + 50_000);
  makeDue(waiting);
  await sandbox.deliveries.look();
  const [, , heard] = await receiver.until(3);
  expect(heard && (await read(heard))).toEqual({ kind: 'session', sessionId: late.sessionId });
});

test('an event that is not taken comes again, later each time', async () => {
  receiver.answers.push({ status: 500, text: 'not now' }, { status: 503, text: 'nor now' });
  const { sessionId } = await stripe.createCheckout(checkout());
  paymentAct(sandbox, sessionId, { act: 'pay' });
  await receiver.until(1);
  await sandbox.deliveries.look();
  const pauses: number[] = [];
  for (const count of [2, 3]) {
    const [delivery] = listDeliveries(sandbox.db, sessionId);
    expect(delivery).toMatchObject({ delivered_at: null, attempts: count - 1 });
    pauses.push(Number(delivery?.due_at) - Date.now());
    makeDue(delivery);
    await sandbox.deliveries.look();
    await receiver.until(count);
  }
  expect(pauses[1]).toBeGreaterThan(pauses[0] ?? Infinity);
  const [taken] = listDeliveries(sandbox.db, sessionId);
  expect(taken).toMatchObject({ attempts: 3, due_at: null, delivered_at: expect.any(Date), answer: '200 {}' });
});

test('money that comes later is told when it comes; money that does not, that it did not', async () => {
  const { sessionId } = await stripe.createCheckout(checkout());
  paymentAct(sandbox, sessionId, { act: 'pay-later' });
  const [completed] = await receiver.until(1);
  expect(completed && (await read(completed))).toEqual({ kind: 'session', sessionId });
  expect(await stripe.retrieve(sessionId)).toMatchObject({ status: 'complete', paid: false });
  paymentAct(sandbox, sessionId, { act: 'money-comes' });
  const [, succeeded] = await receiver.until(2);
  expect(succeeded && (await read(succeeded))).toEqual({ kind: 'session', sessionId });
  expect(await stripe.retrieve(sessionId)).toMatchObject({ status: 'complete', paid: true });

  const other = await stripe.createCheckout(checkout());
  paymentAct(sandbox, other.sessionId, { act: 'pay-later' }, { arrival: 'never' });
  paymentAct(sandbox, other.sessionId, { act: 'money-fails' });
  const [, , failed] = await receiver.until(3);
  expect(failed && (await read(failed))).toEqual({ kind: 'session-failed', sessionId: other.sessionId });
  expect(await stripe.retrieve(other.sessionId)).toMatchObject({ status: 'complete', paid: false });
});

test('a declined card leaves the session open, and nobody is told', async () => {
  const { sessionId } = await stripe.createCheckout(checkout());
  paymentAct(sandbox, sessionId, { act: 'decline' });
  expect(await stripe.retrieve(sessionId)).toMatchObject({ status: 'open', paid: false });
  expect(listDeliveries(sandbox.db, sessionId)).toEqual([]);
});

test('a session whose time is over expires, and that is told', async () => {
  const { sessionId } = await stripe.createCheckout(checkout());
  sandbox.db.prepare('update payments set expires_at = ? where id = ?').run(Date.now(), sessionId);
  expect(await stripe.retrieve(sessionId)).toMatchObject({ status: 'expired', paid: false });
  const [heard] = await receiver.until(1);
  expect(heard && (await read(heard))).toEqual({ kind: 'session', sessionId });
  expect(paymentAct(sandbox, sessionId, { act: 'pay' })).toBeNull();
});

test('of 20 who pay one session at once one does', async () => {
  const { sessionId } = await stripe.createCheckout(checkout());
  const body = new URLSearchParams({ act: 'pay', arrival: 'never' });
  const checkoutPage = `${providers.url}/sandbox/pay/checkout/${sessionId}`;
  const pay = () => fetch(checkoutPage, { method: 'POST', body, redirect: 'manual' });
  const all = await Promise.all(Array.from({ length: 20 }, pay));
  const paid = all.filter(({ headers }) => headers.get('location')?.includes('/shop/success'));
  expect(paid).toHaveLength(1);
  expect(listDeliveries(sandbox.db, sessionId)).toHaveLength(1);
});

test('refunds are told as a sum that grows, with the order', async () => {
  const { orderId, sessionId, paymentIntent, charge } = await paid({ amount: 1000 });
  expect(paymentAct(sandbox, sessionId, { act: 'refund', amount: 1001 })).toBeNull();
  paymentAct(sandbox, sessionId, { act: 'refund', amount: 300 });
  const [first] = await receiver.until(1);
  expect(first && (await read(first))).toEqual({ kind: 'refund', charge, paymentIntent, orderId, refunded: 300 });
  paymentAct(sandbox, sessionId, { act: 'refund', amount: 700 });
  const [, second] = await receiver.until(2);
  expect(second && (await read(second))).toMatchObject({ refunded: 1000 });
  expect(paymentAct(sandbox, sessionId, { act: 'refund', amount: 1 })).toBeNull();
});

/** The states of the dispute that the product is notified of, step by step. */
async function disputed(sessionId: string, acts: readonly ('dispute' | 'withdraw' | 'win' | 'lose')[]) {
  const states: (string | undefined)[][] = [];
  for (const act of acts) {
    const before = receiver.heard.length;
    paymentAct(sandbox, sessionId, { act });
    // All but the first, which is held back, are delivered at once.
    await receiver.until(listDeliveries(sandbox.db, sessionId).length - 1);
    const events = await Promise.all(receiver.heard.slice(before).map(read));
    states.push(events.map((event) => (event?.kind === 'dispute' ? event.state : event?.kind)));
  }
  return states;
}

test.each([
  { acts: ['dispute', 'withdraw', 'win'] as const, states: [['OPEN'], ['WITHDRAWN'], ['RETURNED', 'RETURNED']] },
  { acts: ['dispute', 'withdraw', 'lose'] as const, states: [['OPEN'], ['WITHDRAWN'], ['WITHDRAWN']] },
  { acts: ['dispute', 'win'] as const, states: [['OPEN'], ['RETURNED']] },
  { acts: ['dispute', 'lose'] as const, states: [['OPEN'], ['WITHDRAWN', 'WITHDRAWN']] },
])('a dispute: $acts', async ({ acts, states }) => {
  const { sessionId } = await paid();
  expect(await disputed(sessionId, acts)).toEqual(states);
});

test('a dispute names its order and what is disputed, without what was refunded before', async () => {
  const { orderId, sessionId, paymentIntent } = await paid({ amount: 1000 });
  paymentAct(sandbox, sessionId, { act: 'refund', amount: 400 });
  paymentAct(sandbox, sessionId, { act: 'dispute' });
  const heard = await receiver.until(2);
  const event = heard[1] && (await read(heard[1]));
  expect(event).toMatchObject({ kind: 'dispute', state: 'OPEN', disputed: 600, paymentIntent, orderId });
  expect(paymentAct(sandbox, sessionId, { act: 'refund', amount: 1 })).toBeNull();
});

test('a refund of a payment by another program, whose orders are named otherwise, is of no order', async () => {
  const { sessionId, paymentIntent } = await paid({ amount: 1000 });
  sandbox.db
    .prepare("update payments set request = json_set(request, '$.paymentMetadata.orderId', 'WC-1042') where id = ?")
    .run(sessionId);
  paymentAct(sandbox, sessionId, { act: 'refund', amount: 300 });
  const [heard] = await receiver.until(1);
  expect(heard && (await read(heard))).toMatchObject({ kind: 'refund', paymentIntent, orderId: null });
});

test('a session that is not there is null; one with another order inside is nobody’s', async () => {
  expect(await stripe.retrieve('cs_test_made_up')).toBeNull();
  const { sessionId } = await stripe.createCheckout(checkout());
  sandbox.db
    .prepare("update payments set request = json_set(request, '$.metadata.orderId', 'another') where id = ?")
    .run(sessionId);
  expect(await stripe.retrieve(sessionId)).toMatchObject({ orderId: null });
});

test('a wrong key, a server that fails, hangs up, speaks nonsense or is not there is unavailable', async () => {
  const failing = await serve((_request, response) => response.writeHead(502).end('bad gateway'));
  const hangingUp = await serve((request) => request.socket.destroy());
  const nonsense = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello": 1}'),
  );
  for (const apiBase of [failing, hangingUp, nonsense, 'http://127.0.0.1:1']) {
    const broken = anotherStripe({ apiBase });
    await expect(broken.createCheckout(checkout())).rejects.toEqual(refused('unavailable'));
    await expect(broken.retrieve('cs_test_1')).rejects.toEqual(refused('unavailable'));
  }
  const wrong = anotherStripe({ secretKey: 'sk_test_of_somebody_else' });
  const fault = await wrong.createCheckout(checkout()).catch((error: unknown) => error);
  expect(fault).toEqual(refused('unavailable'));
  expect(inspect(fault, { depth: null })).not.toContain('somebody_else');
});

test('a failure that passes is tried once more, under the same key', async () => {
  let lost = 0;
  // Forwards everything, but loses the first answer.
  const losing = await serve((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const passed = await fetch(`${providers.url}${request.url}`, {
        method: request.method ?? '',
        headers: Object.fromEntries(
          ['authorization', 'content-type', 'idempotency-key'].map((name) => [name, String(request.headers[name])]),
        ),
        body: Buffer.concat(chunks),
      });
      const body = await passed.text();
      const isLost = lost++ === 0;
      response.writeHead(isLost ? 504 : passed.status, { 'content-type': 'application/json' }).end(body);
    })();
  });
  const { sessionId } = await anotherStripe({ apiBase: losing }).createCheckout(checkout({ productName: 'lost once' }));
  expect(lost).toBe(2);
  const rows = sandbox.db.prepare("select id from payments where description = 'lost once'").all();
  expect(rows).toEqual([{ id: sessionId }]);
});

test('a silent server is given up', async () => {
  const silent = anotherStripe({ apiBase: await serve(() => {}) });
  await expect(silent.retrieve('cs_test_1')).rejects.toEqual(refused('unavailable'));
});

test('the sandbox is the same after a restart, and what is old goes', async () => {
  const { sessionId } = await stripe.createCheckout(checkout());
  const again = await startTestProviders(publicUrl, join(folder, 'sandbox.db'));
  expect(await anotherStripe({ apiBase: again.url }).retrieve(sessionId)).toMatchObject({ status: 'open' });
  const hourMs = 3_600_000;
  sandbox.db.prepare('update payments set created_at = ?').run(Date.now() - 31 * 24 * hourMs);
  sandbox.db.prepare('update requests set created_at = ?').run(Date.now() - 25 * hourMs);
  again.sweep();
  expect(await stripe.retrieve(sessionId)).toBeNull();
  const left = sandbox.db.prepare('select count(*) as count from requests').get();
  expect(left).toEqual({ count: 0 });
  await again.close();
});
