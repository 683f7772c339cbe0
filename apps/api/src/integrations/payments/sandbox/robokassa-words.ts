import { z } from 'zod';
import { outSumOf } from '../robokassa/out-sum.ts';
import { signatureOf } from '../robokassa/signature.ts';
import type { PaymentRow } from './payment-store.ts';
import type { PaymentSandbox } from './sandbox.ts';

/** With what a payment was begun, as it is kept. */
export const RobokassaRequest = z.object({
  outSum: z.string(),
  culture: z.string(),
  own: z.record(z.string(), z.string()),
});
export type RobokassaRequest = z.infer<typeof RobokassaRequest>;

/** The provider's word that a payment came: it writes sums with six decimals, and signatures in upper case. */
export function resultForm({ keys }: Pick<PaymentSandbox, 'keys'>, payment: PaymentRow): string {
  const { password2, hash } = keys.robokassa;
  const { own } = RobokassaRequest.parse(payment.request);
  const [outSum, invId] = [`${outSumOf(payment.amount)}0000`, payment.invoice ?? 0];
  const signature = signatureOf(hash, [outSum, invId, password2], own).toUpperCase();
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

/** Where the buyer goes back to after he has paid. */
export function successUrl(
  { keys, publicUrl }: Pick<PaymentSandbox, 'keys' | 'publicUrl'>,
  payment: PaymentRow,
): string {
  const { password1, hash } = keys.robokassa;
  const { own, outSum, culture } = RobokassaRequest.parse(payment.request);
  const [invId, IsTest] = [payment.invoice ?? 0, '1'];
  const SignatureValue = signatureOf(hash, [outSum, invId, password1], own);
  const params = { OutSum: outSum, InvId: String(invId), SignatureValue, Culture: culture, IsTest, ...own };
  return `${publicUrl}/shop/success?${new URLSearchParams(params).toString()}`;
}

/** Where he goes back to when he has not. Nothing of it is signed. */
export function failUrl({ publicUrl }: Pick<PaymentSandbox, 'publicUrl'>, payment: PaymentRow): string {
  const { own, outSum, culture } = RobokassaRequest.parse(payment.request);
  const params = { OutSum: outSum, InvId: String(payment.invoice), Culture: culture, IsTest: '1', ...own };
  return `${publicUrl}/shop/cancelled?${new URLSearchParams(params).toString()}`;
}
