import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { FakePayments } from '../fake-payments.ts';
import { hundredthsOf } from '../money.ts';
import { findPayment, insertPayment } from '../payment-store.ts';
import type { RobokassaRequest } from '../robokassa-forms.ts';
import { isSignature, signatureOf } from '../robokassa-signature.ts';

const Query = z.looseObject({
  MerchantLogin: z.string(),
  OutSum: z.string(),
  InvId: z.string().regex(/^[1-9]\d{0,9}$/),
  Description: z.string().min(1).max(100),
  SignatureValue: z.string(),
  Culture: z.enum(['ru', 'en']),
  Encoding: z.literal('utf-8'),
  ExpirationDate: z.iso.datetime({ offset: true }),
  IsTest: z.literal('1'),
});

const maxInvoice = 2_147_483_647;

/**
 * A buyer arrives with the address that the product made for the payment.
 * @returns the id of the payment, or why there is none
 */
export function startRobokassa(
  { db, keys }: Pick<FakePayments, 'db' | 'keys'>,
  said: unknown,
): { id: string } | { problem: 'signature' | 'form' | 'invoice' | 'expired' } {
  const { login, password1 } = keys.robokassa;
  const query = Query.safeParse(said);
  if (!query.success) return { problem: 'form' };
  const { MerchantLogin, OutSum, InvId, Description, SignatureValue, Culture, ExpirationDate } = query.data;
  const own = z
    .record(z.string(), z.string())
    .safeParse(Object.fromEntries(Object.entries(query.data).filter(([name]) => /^shp_/i.test(name))));
  const [amount, invoice] = [hundredthsOf(OutSum), Number(InvId)];
  if (!own.success || !amount || invoice > maxInvoice || MerchantLogin !== login) return { problem: 'form' };
  const signature = signatureOf([login, OutSum, InvId, password1], own.data);
  if (!isSignature(SignatureValue, signature)) return { problem: 'signature' };

  const expiresAt = new Date(ExpirationDate);
  const request: RobokassaRequest = { outSum: OutSum, culture: Culture, own: own.data };
  const id = `robokassa-${invoice}`;
  const known = findPayment(db, { id });
  if (!known && expiresAt < new Date()) return { problem: 'expired' };
  const payment = { id, provider: 'robokassa', currency: 'RUB', description: Description, invoice, amount } as const;
  const begun = known ?? insertPayment(db, { ...payment, request, expiresAt }) ?? findPayment(db, { id });
  // A number stands for one payment: another sum, or another buyer's, is refused.
  const isSame = begun && isDeepStrictEqual(begun.request, request);
  return isSame ? { id } : { problem: 'invoice' };
}
