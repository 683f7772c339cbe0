import { minorUnits, type MoneyCurrency } from '@realmkeep/contract/currencies';
import type { Language } from '@realmkeep/contract/languages';
import { html, type Html } from '../../pages/html.ts';
import type { PaymentRow } from '../payment-store.ts';
import { pageText } from './page-text.ts';

/** @param amount minor units */
export function money(language: Language, currency: string, amount: number): string {
  const units = minorUnits[currency as MoneyCurrency];
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount / units);
}

/** In universal time: these pages run no script that knows the visitor's clock. */
export function time(language: Language, at: Date): Html {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
  return html`<time datetime="${at.toISOString()}">${format.format(at)} UTC</time>`;
}

/** What became of a payment, in a few pageText. */
export function badges(language: Language, payment: PaymentRow): Html {
  const say = pageText[language];
  const { refunded, amount, dispute_state: dispute } = payment;
  const status = refunded === 0 ? payment.status : refunded < amount ? 'PARTLY' : 'REFUNDED';
  return html`<span class="badges"
    >${badge(status, say.statuses[status])} ${dispute && badge(`dispute-${dispute}`, say.disputes[dispute])}</span
  >`;
}

function badge(kind: string, label: string): Html {
  return html`<span class="badge ${kind.toLowerCase()}">${label}</span>`;
}
