import { z } from 'zod';
import type { FakePayments } from './fake-payments.ts';
import { outSumOf } from './money.ts';
import type { PaymentRow } from './payment-store.ts';
import { signatureOf } from './robokassa-signature.ts';

/** With what a payment was begun, as it is kept. */
export const RobokassaRequest = z.object({
  outSum: z.string(),
  culture: z.string(),
  own: z.record(z.string(), z.string()),
});
export type RobokassaRequest = z.infer<typeof RobokassaRequest>;

/** The provider's word that a payment came: it writes sums with six decimals, and signatures in upper case. */
export function resultForm({ robokassa }: FakePayments['keys'], payment: PaymentRow): string {
  const { own } = RobokassaRequest.parse(payment.request);
  const [outSum, invId] = [`${outSumOf(payment.amount)}0000`, payment.invoice ?? 0];
  const signature = signatureOf([outSum, invId, robokassa.password2], own).toUpperCase();
  return new URLSearchParams({
    out_summ: outSum,
    OutSum: outSum,
    inv_id: String(invId),
    InvId: String(invId),
    crc: signature,
    SignatureValue: signature,
    PaymentMethod: 'BankCard',
    IncSum: outSum,
    Fee: '0.0',
    IsTest: '1',
    ...own,
  }).toString();
}

/** Where the buyer returns after paying. */
export function successUrl({ keys, product }: Pick<FakePayments, 'keys' | 'product'>, payment: PaymentRow): string {
  const { own, outSum, culture } = RobokassaRequest.parse(payment.request);
  const [invId, IsTest] = [payment.invoice ?? 0, '1'];
  const SignatureValue = signatureOf([outSum, invId, keys.robokassa.password1], own);
  const params = { OutSum: outSum, InvId: String(invId), SignatureValue, Culture: culture, IsTest, ...own };
  return `${product.publicUrl}/shop/success?${new URLSearchParams(params).toString()}`;
}

/** Where the buyer returns without paying. Nothing in it is signed. */
export function failUrl({ product }: Pick<FakePayments, 'product'>, payment: PaymentRow): string {
  const { own, outSum, culture } = RobokassaRequest.parse(payment.request);
  const params = { OutSum: outSum, InvId: String(payment.invoice), Culture: culture, IsTest: '1', ...own };
  return `${product.publicUrl}/shop/cancelled?${new URLSearchParams(params).toString()}`;
}
