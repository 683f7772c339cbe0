import { describe, expect, test } from 'vitest';
import { runSql } from '@realmkeep/testkit/sql';
import { paymentsCheck } from '../src/domains/payments/payment-session.ts';
import { makeUser } from './people.ts';
import { beginByCard, packOf, startShop } from './shopper.ts';
import { startTestApi } from './start-test-api.ts';

/** Nothing listens there. */
const silentProvider = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_API_BASE: 'http://127.0.0.1:9',
};

describe('where it cannot be paid', () => {
  test('without keys on a public address the currency is unavailable', async () => {
    await using shut = await startTestApi();
    const user = await makeUser(shut);
    const productId = await packOf(shut, 300);
    const refused = { code: 'payment_unavailable', status: 503 };
    await expect(user.client.paymentCheckoutCard({ body: { currency: 'USD', productId } })).rejects.toMatchObject(
      refused,
    );
    await expect(user.client.paymentCheckoutRub({ body: { productId } })).rejects.toMatchObject(refused);
    const webhook = await fetch(`${shut.url}/api/payment/stripe/webhook`, { method: 'POST' });
    expect(webhook.status).toBe(404);
  });

  test('with a provider that does not answer neither, and the order is closed', async () => {
    await using down = await startShop(silentProvider);
    const user = await makeUser(down);
    await expect(beginByCard(down, user)).rejects.toMatchObject({ code: 'payment_unavailable' });
    expect(await runSql(down.config.databaseUrl, 'select status from orders')).toEqual([{ status: 'CLOSED' }]);
  });

  test('an order of which nothing can be learnt is given up in the end', async () => {
    await using down = await startShop(silentProvider);
    const { databaseUrl } = down.config;
    await beginByCard(down, await makeUser(down)).catch(() => undefined);
    const aged = "status = 'PENDING', session_id = 'cs_gone', check_at = now(), created_at = now() - interval '8 days'";
    await runSql(databaseUrl, `update orders set ${aged}`);
    await paymentsCheck(down.app.ctx);
    expect(await runSql(databaseUrl, 'select status, check_at from orders')).toEqual([
      { status: 'CLOSED', check_at: null },
    ]);
  });
});
