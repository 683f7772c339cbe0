import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database.ts';
import type { PaymentKeys } from '../keys.ts';
import type { Product } from '../product.ts';
import { Deliveries } from './deliveries.ts';
import { closeOverdue } from './payment-act.ts';

/** Where its pages are, below the origin. */
export const payPath = '/sandbox/pay';

/** Stands in for both payment providers: nothing here is money. */
export interface FakePayments {
  db: Database;
  keys: PaymentKeys;
  product: Product;
  deliveries: Deliveries;
}

export function createFakePayments(
  parts: Pick<FakePayments, 'db' | 'keys' | 'product'> & { log: Pick<FastifyBaseLogger, 'warn'> },
): FakePayments {
  const { db, keys, product } = parts;
  const payments: FakePayments = {
    db,
    keys,
    product,
    deliveries: new Deliveries({ ...parts, before: () => closeOverdue(payments) }),
  };
  return payments;
}
