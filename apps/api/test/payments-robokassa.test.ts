import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RoublePayment, RoublePayments } from '../src/integrations/payments/payments.ts';
import { createRobokassa, type RobokassaOptions } from '../src/integrations/payments/robokassa/robokassa.ts';
import { type HashKind, hashKinds, signatureOf } from '../src/integrations/payments/robokassa/signature.ts';
import { listDeliveries } from '../../fake-providers/src/payments/delivery-store.ts';
import { startRobokassa } from '../../fake-providers/src/payments/pages/robokassa-start.ts';
import { paymentAct } from '../../fake-providers/src/payments/payment-act.ts';
import { findPayment } from '../../fake-providers/src/payments/payment-store.ts';
import { successUrl } from '../../fake-providers/src/payments/robokassa-forms.ts';
import type { FakePayments } from '../../fake-providers/src/payments/fake-payments.ts';
import { startTestProviders, type TestProviders } from './fake-providers.ts';
import { type Heard, type Receiver, startReceiver } from './payment-receiver.ts';

const publicUrl = 'http://localhost:3000';

let providers: TestProviders;
let sandbox: FakePayments;
let robokassa: RoublePayments;
let receiver: Receiver;
const servers: Server[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  providers = await startTestProviders(publicUrl);
  providers.tell(receiver.origin);
  sandbox = providers.payments;
  robokassa = anotherShop({});
});

afterAll(async () => {
  await providers.close();
  await receiver[Symbol.asyncDispose]();
});

afterEach(() => {
  receiver.heard.length = 0;
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

function order(more: Partial<RoublePayment> = {}): RoublePayment {
  return {
    invoice: randomInt(1, 2 ** 31),
    amount: 27_900,
    description: '300 монет',
    language: 'ru',
    username: 'Steve_2',
    productId: randomUUID(),
    expiresAt: new Date(Date.now() + 3_600_000),
    ...more,
  };
}

function paramsOf(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

/** Begins a payment up to the provider's page. */
async function begun(more: Partial<RoublePayment> = {}) {
  const wanted = order(more);
  const started = startRobokassa(sandbox, paramsOf(robokassa.checkoutUrl(wanted)));
  if ('problem' in started) throw new Error(started.problem);
  return { ...wanted, id: started.id };
}

function anotherShop(changed: Partial<RobokassaOptions>): RoublePayments {
  const paymentPage = `${publicUrl}/Merchant/Index.aspx`;
  const known = { ...sandbox.keys.robokassa, hash: 'sha256', test: true, base: providers.url, paymentPage } as const;
  return createRobokassa({ ...known, ...changed });
}

/** Starts a server in place of Robokassa's. @returns its origin */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function read({ body }: Heard) {
  return robokassa.readResult(new URLSearchParams(body.toString()));
}

test('the address to pay at has what was ordered, signed', () => {
  const shop = anotherShop({ login: 'demo', password1: 'pw1', hash: 'md5', test: false });
  const expiresAt = new Date('2026-11-21T10:00:00.123Z');
  const url = new URL(
    shop.checkoutUrl(order({ invoice: 42, amount: 10_000, productId: '7', username: 'Steve', expiresAt })),
  );
  expect(url.origin + url.pathname).toBe(`${publicUrl}/Merchant/Index.aspx`);
  expect(paramsOf(url.href)).toEqual({
    MerchantLogin: 'demo',
    OutSum: '100.00',
    InvId: '42',
    Description: '300 монет',
    SignatureValue: 'a7618f412ae095ebc846690df04e6680',
    Culture: 'ru',
    Encoding: 'utf-8',
    ExpirationDate: '2026-11-21T10:00:00.1230000+00:00',
    Shp_productId: '7',
    Shp_username: 'Steve',
  });
  expect(paramsOf(robokassa.checkoutUrl(order({ language: 'pl' })))).toMatchObject({ Culture: 'en', IsTest: '1' });
  const long = paramsOf(robokassa.checkoutUrl(order({ description: '🪙'.repeat(101) })));
  expect(Array.from(long.Description ?? '')).toHaveLength(100);
});

test.each(['POST', 'GET'] as const)('a paid invoice is told by %s, with six decimals', async (method) => {
  const { id, invoice, productId } = await begun();
  paymentAct(sandbox, id, { act: 'pay' }, { method });
  const [heard] = await receiver.until(1);
  expect(heard).toMatchObject({ method, path: '/api/payment/robokassa/result' });
  expect(new URLSearchParams(heard?.body.toString()).get('OutSum')).toBe('279.000000');
  expect(heard && read(heard)).toEqual({ invoice, amount: 27_900, username: 'Steve_2', productId });
  await sandbox.deliveries.look();
  expect(listDeliveries(sandbox.db, id)).toMatchObject([{ answer: `200 OK${invoice}`, due_at: null }]);
});

test('only the right answer ends it: anything else is told again', async () => {
  const { id, invoice } = await begun();
  const wrong = ['OK', `OK${invoice + 1}`, `ok${invoice}`, `OK${invoice} `, '<p>OK</p>'];
  receiver.answers.push(...wrong.map((text) => ({ status: 200, text })), { status: 500, text: `OK${invoice}` });
  paymentAct(sandbox, id, { act: 'pay' });
  for (let count = 1; count <= 7; count++) {
    await receiver.until(count);
    await sandbox.deliveries.look();
    const [delivery] = listDeliveries(sandbox.db, id);
    expect(delivery?.delivered_at === null).toBe(count < 7);
    sandbox.db
      .prepare('update deliveries set due_at = ? where id = ? and delivered_at is null')
      .run(Date.now(), delivery?.id ?? 0);
    void sandbox.deliveries.look();
  }
});

/** A callback as the provider signs it. */
function result(hash: HashKind, changed: Record<string, string> = {}, signedAs: Record<string, string> = {}) {
  const params = { OutSum: '100.000000', InvId: '42', Shp_username: 'Steve', Shp_productId: '7', ...changed };
  const { OutSum, InvId, Shp_username, Shp_productId } = { ...params, ...signedAs };
  const own = { Shp_username, Shp_productId };
  const SignatureValue = signatureOf(hash, [OutSum, InvId, sandbox.keys.robokassa.password2], own);
  return { ...params, SignatureValue };
}

test.each(hashKinds)('a callback is read with %s, in upper and lower case and any order', (hash) => {
  const shop = anotherShop({ hash });
  const said = { invoice: 42, amount: 10_000, username: 'Steve', productId: '7' };
  const right = result(hash);
  expect(shop.readResult(new URLSearchParams(right))).toEqual(said);
  const upper = { ...right, SignatureValue: right.SignatureValue.toUpperCase() };
  expect(shop.readResult(new URLSearchParams(Object.entries(upper).toReversed()))).toEqual(said);
  expect(shop.readResult(new URLSearchParams({ ...right, Fee: '0.0', EMail: '' }))).toEqual(said);
});

test('a callback with anything changed is none', () => {
  const right = result('sha256');
  const changed: Record<string, string>[] = [
    { OutSum: '100.00' },
    { OutSum: '200.000000' },
    { InvId: '43' },
    { InvId: '042' },
    { Shp_username: 'Alex' },
    { Shp_username: 'steve' },
    { Shp_productId: '8' },
    { SHP_more: '1' },
    { SignatureValue: '' },
    { SignatureValue: right.SignatureValue.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
  ];
  for (const change of changed) {
    expect(robokassa.readResult(new URLSearchParams({ ...right, ...change }))).toBeNull();
  }
  for (const name of Object.keys(right)) {
    const params = new URLSearchParams(right);
    params.delete(name);
    expect(robokassa.readResult(params)).toBeNull();
  }
  const twice = new URLSearchParams(right);
  twice.append('OutSum', '1.00');
  expect(robokassa.readResult(twice)).toBeNull();
  expect(anotherShop({ password2: 'another password' }).readResult(new URLSearchParams(right))).toBeNull();
  expect(anotherShop({ hash: 'md5' }).readResult(new URLSearchParams(right))).toBeNull();
});

test.each([
  { OutSum: '100.001' },
  { OutSum: '1e2' },
  { OutSum: '-100' },
  { InvId: '0' },
  { InvId: '2147483648' },
  { InvId: '4.2' },
])('a callback that is signed but makes no sense is none: %j', (changed) => {
  expect(robokassa.readResult(new URLSearchParams(result('sha256', changed)))).toBeNull();
});

test("the buyer's return is signed with the other password, and is no callback", async () => {
  const { id, invoice, productId } = await begun();
  const payment = paymentAct(sandbox, id, { act: 'pay' }, { arrival: 'never' });
  const { pathname, searchParams } = new URL(payment ? successUrl(sandbox, payment) : '');
  expect(pathname).toBe('/shop/success');
  expect(robokassa.readSuccess(searchParams)).toEqual({ invoice, amount: 27_900, username: 'Steve_2', productId });
  expect(robokassa.readResult(searchParams)).toBeNull();
  searchParams.set('OutSum', '1.00');
  expect(robokassa.readSuccess(searchParams)).toBeNull();
});

test('what became of an invoice can be asked, also of one whose callback never came', async () => {
  const wanted = order();
  expect(await robokassa.state(wanted.invoice)).toEqual({ kind: 'unknown' });
  const { id, invoice } = await begun(wanted);
  expect(await robokassa.state(invoice)).toEqual({ kind: 'pending' });
  paymentAct(sandbox, id, { act: 'pay' }, { arrival: 'never' });
  expect(await robokassa.state(invoice)).toEqual({ kind: 'paid', amount: 27_900 });
  expect(receiver.heard).toEqual([]);
});

test('money that comes later, does not come, is declined or out of time', async () => {
  const later = await begun();
  paymentAct(sandbox, later.id, { act: 'pay-later' });
  expect(await robokassa.state(later.invoice)).toEqual({ kind: 'pending' });
  expect(listDeliveries(sandbox.db, later.id)).toEqual([]);
  paymentAct(sandbox, later.id, { act: 'money-comes' });
  expect(await robokassa.state(later.invoice)).toEqual({ kind: 'paid', amount: 27_900 });
  const [heard] = await receiver.until(1);
  expect(heard && read(heard)).toMatchObject({ invoice: later.invoice });

  const failing = await begun();
  paymentAct(sandbox, failing.id, { act: 'pay-later' });
  paymentAct(sandbox, failing.id, { act: 'money-fails' });
  const declined = await begun();
  paymentAct(sandbox, declined.id, { act: 'decline' });
  const overdue = await begun();
  sandbox.db.prepare('update payments set expires_at = ? where id = ?').run(Date.now(), overdue.id);
  for (const { invoice } of [failing, declined, overdue]) {
    expect(await robokassa.state(invoice)).toEqual({ kind: 'refused' });
  }
  expect(paymentAct(sandbox, later.id, { act: 'refund', amount: 100 })).toBeNull();
});

test('only what is signed can be begun, and a number stands for one payment', async () => {
  const wanted = order();
  const right = paramsOf(robokassa.checkoutUrl(wanted));
  const begin = (changed: Record<string, string>) => startRobokassa(sandbox, { ...right, ...changed });
  expect(begin({ OutSum: '1.00' })).toEqual({ problem: 'signature' });
  expect(begin({ Shp_username: 'Alex' })).toEqual({ problem: 'signature' });
  expect(begin({ MerchantLogin: 'another' })).toEqual({ problem: 'form' });
  expect(begin({ InvId: '0' })).toEqual({ problem: 'form' });
  expect(begin({ IsTest: '0' })).toEqual({ problem: 'form' });
  expect(begin({ ExpirationDate: '2020-01-01T00:00:00Z' })).toEqual({ problem: 'expired' });
  const all = Array.from({ length: 10 }, () => begin({}));
  const id = `robokassa-${wanted.invoice}`;
  expect(all).toEqual(Array.from({ length: 10 }, () => ({ id })));
  const other = paramsOf(robokassa.checkoutUrl({ ...wanted, amount: 100 }));
  expect(startRobokassa(sandbox, other)).toEqual({ problem: 'invoice' });
  expect(findPayment(sandbox.db, { id })).toMatchObject({ amount: 27_900, currency: 'RUB', status: 'OPEN' });
});

test('a wrong password, a server that fails, hangs up, leads elsewhere, speaks nonsense or too much is unavailable', async () => {
  const bases = [
    await serve((_request, response) => response.writeHead(502).end('bad gateway')),
    await serve((request) => request.socket.destroy()),
    await serve((_request, response) => response.writeHead(302, { location: providers.url }).end()),
    await serve((_request, response) => response.end('<html>hello</html>')),
    await serve((_request, response) => response.end(`<a>${'1'.repeat(40_000)}</a>`)),
    await serve((_request, response) => response.end(Buffer.from([0xff, 0xfe]))),
    'http://127.0.0.1:1',
  ];
  for (const base of bases) {
    await expect(anotherShop({ base }).state(1)).rejects.toMatchObject({ name: 'PaymentError', code: 'unavailable' });
  }
  const wrong = anotherShop({ password2: 'another password' });
  const fault = await wrong.state(1).catch((error: unknown) => error);
  expect(fault).toMatchObject({ code: 'unavailable', message: expect.stringContaining('the result 1') });
  expect(inspect(fault, { depth: null })).not.toMatch(/another password|Signature=/);
});

test('a silent server is given up', async () => {
  const silent = anotherShop({ base: await serve(() => {}) });
  await expect(silent.state(1)).rejects.toMatchObject({ code: 'unavailable' });
});
