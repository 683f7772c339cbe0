import type { FastifyBaseLogger } from 'fastify';
import { openDb, openPool } from '../../../db/pool.ts';
import { createRobokassa } from '../robokassa/robokassa.ts';
import { createStripe } from '../stripe/stripe.ts';
import { Deliveries } from './deliveries.ts';
import { closeOverdue } from './payment-act.ts';
import { deleteOldPayments } from './payment-store.ts';
import { deleteOldRequests } from './request-store.ts';
import { createRestServer } from './rest-server.ts';
import { type PaymentSandbox, sandboxPath } from './sandbox.ts';
import { paymentSandboxKeys } from './sandbox-keys.ts';

/** Of its own: whoever waits for a provider may hold a connection meanwhile. */
const maxConnections = 4;

interface SandboxSettings {
  databaseUrl: string;
  publicUrl: string;
  /** What its keys are derived from. */
  tokenKey: string;
  log: FastifyBaseLogger;
}

/** Serves both providers' HTTP on a loopback port of its own, until it is closed. It tells nobody before `deliverTo`. */
export async function startPaymentSandbox(settings: SandboxSettings): Promise<PaymentSandbox> {
  const { publicUrl, log } = settings;
  const keys = paymentSandboxKeys(settings.tokenKey);
  const db = openDb(openPool(settings.databaseUrl, maxConnections));
  const deliveries: Deliveries = new Deliveries({ db, keys, log, before: () => closeOverdue(parts) });
  const parts = { db, keys, publicUrl, deliveries };
  const rest = createRestServer(parts);
  const apiBase = await rest.listen({ host: '127.0.0.1', port: 0 });
  const paymentPage = `${publicUrl}${sandboxPath}/Merchant/Index.aspx`;
  return {
    ...parts,
    apiBase,
    payments: {
      card: createStripe({ ...keys.stripe, apiBase, publicUrl }),
      roubles: createRobokassa({ ...keys.robokassa, base: apiBase, paymentPage }),
    },
    async close() {
      await deliveries.close();
      await rest.close();
      await db.destroy();
    },
  };
}

/** Removes what is of no use any more. */
export async function paymentSandboxSweep({ db }: PaymentSandbox): Promise<void> {
  await deleteOldPayments(db);
  await deleteOldRequests(db);
}
