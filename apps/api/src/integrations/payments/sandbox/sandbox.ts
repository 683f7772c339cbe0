import type { Db } from '../../../db/pool.ts';
import type { Payments } from '../payments.ts';
import type { Deliveries } from './deliveries.ts';
import type { PaymentSandboxKeys } from './sandbox-keys.ts';

/** Where its pages are, below the origin. */
export const sandboxPath = '/sandbox/pay';

/** Plays both payment providers, for a product that has no keys of theirs: nothing here is money. */
export interface PaymentSandbox {
  db: Db;
  keys: PaymentSandboxKeys;
  publicUrl: string;
  /** Where it speaks as the providers' own programs do: `http://127.0.0.1:<port>`. */
  apiBase: string;
  deliveries: Deliveries;
  /** What the api uses: the adapters to both providers, whose base is this sandbox. */
  payments: Pick<Payments, 'card' | 'roubles'>;
  close(): Promise<void>;
}

/** Where a card is paid with. */
export function checkoutUrl({ publicUrl }: Pick<PaymentSandbox, 'publicUrl'>, id: string): string {
  return `${publicUrl}${sandboxPath}/checkout/${id}`;
}
