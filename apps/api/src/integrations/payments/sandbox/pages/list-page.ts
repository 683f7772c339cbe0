import type { Language } from '@realmkeep/contract';
import { html } from '../../../sandbox-pages/html.ts';
import type { PaymentRow } from '../payment-store.ts';
import { sandboxPath } from '../sandbox.ts';
import { layout } from './layout.ts';
import { badges, money, time } from './shown.ts';
import { words } from './words.ts';

/** The latest payments. */
export function listPage(language: Language, payments: readonly PaymentRow[]): string {
  const say = words[language];
  const main =
    payments.length === 0
      ? html`<div class="empty">
          <p>${say.empty}</p>
          <p><a class="button" href="/shop">${say.toShop}</a></p>
        </div>`
      : html`<p class="hint">${say.latest}</p>
          <ul class="payments">
            ${payments.map(
              (payment) =>
                html`<li>
                  <a href="${sandboxPath}/payment/${payment.id}">${payment.description}</a>
                  <span class="amount">${money(language, payment.currency, payment.amount)}</span>
                  ${badges(language, payment)}
                  <span class="hint">${time(language, payment.created_at)}</span>
                </li>`,
            )}
          </ul>`;
  return layout({ language, heading: say.payments, main, isList: true });
}

/** For a visitor who was sent here by something that is wrong. */
export function badPage(language: Language, why: keyof (typeof words)['en']['badWhy']): string {
  const say = words[language];
  const main = html`<div class="card">
    <p>${say.badWhy[why]}</p>
    <div class="actions"><a class="button" href="/shop">${say.back}</a></div>
  </div>`;
  return layout({ language, heading: say.bad, main });
}
