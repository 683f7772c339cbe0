import { minorUnits, type MoneyCurrency } from '@realmkeep/contract/currencies';
import type { Language } from '@realmkeep/contract/languages';
import type { Visitor } from '../../pages/visitor.ts';
import { html, type Html } from '../../pages/html.ts';
import type { DeliveryRow } from '../delivery-store.ts';
import type { PaymentAction } from '../payment-policy.ts';
import type { PaymentRow } from '../payment-store.ts';
import { payPath } from '../fake-payments.ts';
import { layout } from './layout.ts';
import { badges, money, time } from './shown.ts';
import { pageText } from './page-text.ts';

interface PaymentView {
  payment: PaymentRow;
  deliveries: readonly DeliveryRow[];
  /** What can happen next, but for what a buyer does at the checkout. */
  possible: readonly PaymentAction['act'][];
  /** What was tried could not be done, or this is no amount that can be given back. */
  problem?: 'notPossible' | { amount: string };
}

/** What became of one payment, what may happen to it, and what the product was told. */
export function paymentPage(visitor: Visitor, view: PaymentView): string {
  const { language } = visitor;
  const { payment, deliveries, possible, problem } = view;
  const say = pageText[language];
  const isRefundable = possible.includes('refund');
  const buttons = possible.flatMap((act) => (act === 'refund' ? [] : button(language, act as keyof typeof say.acts)));
  const main = html`<section class="card">
      <p class="sum">${money(language, payment.currency, payment.amount)}</p>
      <p>${badges(language, payment)}</p>
      <dl>
        ${payment.refunded > 0 && fact(say.refunded, money(language, payment.currency, payment.refunded))}
        ${fact(say.begun, time(language, payment.created_at))}
        ${payment.status === 'OPEN' && fact(say.expires, time(language, payment.expires_at))}
        ${fact(say.number, html`<code>${payment.invoice ?? payment.id}</code>`)}
      </dl>
      <p class="hint">${say.playing[payment.provider]}</p>
    </section>
    <section class="card">
      <h2>${say.next}</h2>
      ${problem === 'notPossible' && html`<p class="notice" role="alert">${say.notPossible}</p>`}
      ${
        payment.status === 'OPEN' &&
        html`<p><a class="button primary" href="${payPath}/checkout/${payment.id}">${say.open}</a></p>`
      }
      ${isRefundable && refundForm(language, payment, typeof problem === 'object' ? problem.amount : null)}
      ${
        buttons.length > 0 &&
        html`<form method="post" action="${payPath}/payment/${payment.id}">
          <div class="actions">${buttons}</div>
        </form>`
      }
      ${!isRefundable && buttons.length === 0 && html`<p class="hint">${say.nothingNext}</p>`}
    </section>
    <section class="card">
      <h2>${say.told}</h2>
      ${
        deliveries.length === 0
          ? html`<p class="hint">${say.toldNothing}</p>`
          : html`<ol class="told">
              ${deliveries.map((delivery) => told(language, delivery))}
            </ol>`
      }
    </section>`;
  return layout({ ...visitor, heading: payment.description, main });
}

function fact(name: string, value: Html | string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function button(language: Language, act: keyof (typeof pageText)['en']['acts']): Html {
  const isBad = act === 'money-fails' || act === 'dispute' || act === 'withdraw' || act === 'lose' || act === 'expire';
  return html`<button ${isBad && html`class="refusing"`} name="act" value="${act}">
    ${pageText[language].acts[act]}
  </button>`;
}

function refundForm(language: Language, payment: PaymentRow, wrong: string | null): Html {
  const say = pageText[language];
  const { currency } = payment;
  const left = payment.amount - payment.refunded;
  const units = minorUnits[currency as MoneyCurrency];
  const rule = say.refundRule
    .replace('{least}', money(language, currency, 1))
    .replace('{most}', money(language, currency, left));
  return html`<form class="refund" method="post" action="${payPath}/payment/${payment.id}">
    <label class="field"
      ><span>${say.refundAmount}, ${currency}</span>
      <input
        name="amount"
        value="${wrong ?? (left / units).toFixed(2)}"
        maxlength="20"
        inputmode="decimal"
        autocomplete="off"
        aria-describedby="refund-rule"
        ${wrong !== null && html`aria-invalid="true"`}
    /></label>
    <button name="act" value="refund">${say.refund}</button>
    <p id="refund-rule" class="${wrong === null ? 'hint' : 'problem'}" ${wrong !== null && html`role="alert"`}>
      ${rule}
    </p>
  </form>`;
}

function told(language: Language, delivery: DeliveryRow): Html {
  const say = pageText[language];
  const { due_at: dueAt, delivered_at: deliveredAt, answer, attempts } = delivery;
  const state = deliveredAt ? 'taken' : dueAt ? 'waiting' : attempts > 0 ? 'refused' : 'held';
  const at = deliveredAt ?? dueAt;
  return html`<li>
    <p class="head">
      <code>${delivery.event === 'result' ? `ResultURL ${delivery.method}` : delivery.event}</code>
      <span class="badge ${state}">${say.states[state]}</span>
    </p>
    <p class="hint said">
      ${at && html`<span>${state === 'waiting' && `${say.nextAt}: `}${time(language, at)}</span>`}
      ${attempts > 0 && html`<span>${say.attempts}: ${attempts}</span>`}
      ${answer !== null && html`<span>${say.answered}: <code>${answer}</code></span>`}
    </p>
    <form method="post" action="${payPath}/payment/${delivery.payment_id}/deliver">
      <button name="delivery" value="${delivery.id}">${deliveredAt ? say.deliverAgain : say.deliver}</button>
    </form>
  </li>`;
}
