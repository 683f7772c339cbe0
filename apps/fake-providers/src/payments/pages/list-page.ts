import type { Visitor } from '../../pages/visitor.ts';
import { html } from '../../pages/html.ts';
import type { PaymentRow } from '../payment-store.ts';
import { payPath } from '../fake-payments.ts';
import { layout } from './layout.ts';
import { badges, money, time } from './shown.ts';
import { pageText } from './page-text.ts';

/** The latest payments. */
export function listPage(visitor: Visitor, payments: readonly PaymentRow[]): string {
  const { language } = visitor;
  const say = pageText[language];
  const main =
    payments.length === 0
      ? html`<div class="empty">
          <p>${say.empty}</p>
          <p><a class="button" href="${visitor.product}/shop">${say.toShop}</a></p>
        </div>`
      : html`<p class="hint">${say.latest}</p>
          <ul class="payments">
            ${payments.map(
              (payment) =>
                html`<li>
                  <a href="${payPath}/payment/${payment.id}">${payment.description}</a>
                  <span class="amount">${money(language, payment.currency, payment.amount)}</span>
                  ${badges(language, payment)}
                  <span class="hint">${time(language, payment.created_at)}</span>
                </li>`,
            )}
          </ul>`;
  return layout({ ...visitor, heading: say.payments, main, isList: true });
}

/** For a visitor who was sent here by something that is wrong. */
export function badPage(visitor: Visitor, why: keyof (typeof pageText)['en']['badWhy']): string {
  const { language } = visitor;
  const say = pageText[language];
  const main = html`<div class="card">
    <p>${say.badWhy[why]}</p>
    <div class="actions"><a class="button" href="${visitor.product}/shop">${say.back}</a></div>
  </div>`;
  return layout({ ...visitor, heading: say.bad, main });
}
