import { PaymentError, type RoubleState } from '../payments.ts';
import { kopecksOf } from './out-sum.ts';
import { readXml } from './xml.ts';

/** What OpStateExt answers with: https://docs.robokassa.ru/xml-interfaces/ */
const resultCodes = { found: '0', noSuchInvoice: '3' };

/** Started, held, received but not yet credited to the shop, suspended for a check: none of them is final. */
const pending = new Set(['5', '20', '50', '80']);
/** Cancelled; refused, or given back to the buyer. */
const refused = new Set(['10', '60']);
const done = '100';

/** @throws PaymentError unavailable, for anything not understood */
export function readOperationState(answer: string): RoubleState {
  const values = readXml(answer);
  const result = values?.get('OperationStateResponse/Result/Code');
  if (result === resultCodes.noSuchInvoice) return { kind: 'unknown' };
  if (result !== resultCodes.found) throw notUnderstood(`the result ${result ?? 'none'}`);
  const state = values?.get('OperationStateResponse/State/Code') ?? 'none';
  if (pending.has(state)) return { kind: 'pending' };
  if (refused.has(state)) return { kind: 'refused' };
  const amount = kopecksOf(values?.get('OperationStateResponse/Info/OutSum') ?? '');
  if (state !== done || amount === null) throw notUnderstood(`the state ${state}, or its sum`);
  return { kind: 'paid', amount };
}

function notUnderstood(what: string): PaymentError {
  return new PaymentError('unavailable', `Robokassa: OpStateExt answered with ${what.slice(0, 60)}`);
}
