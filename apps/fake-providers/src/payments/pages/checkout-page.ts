import type { Language } from '@realmkeep/contract/languages';
import type { Visitor } from '../../pages/visitor.ts';
import { html, type Html } from '../../pages/html.ts';
import { type Arrival, arrivals } from '../payment-act.ts';
import type { PaymentRow } from '../payment-store.ts';
import { payPath } from '../fake-payments.ts';
import { layout } from './layout.ts';
import { badges, money } from './shown.ts';
import { pageText } from './page-text.ts';

/** Where the buyer pays, or does not. @param isDeclined whether an attempt was just declined */
export function checkoutPage(visitor: Visitor, payment: PaymentRow, { isDeclined }: { isDeclined: boolean }): string {
  const { language } = visitor;
  const say = pageText[language];
  const provider = payment.provider;
  const sum = money(language, payment.currency, payment.amount);
  const receipt = html`<div class="receipt">
    <p class="sum">${sum}</p>
    <p class="hint">${say.playing[provider]}</p>
  </div>`;
  if (payment.status !== 'OPEN') {
    const over = html`<div class="card">
      ${receipt}
      <p>${say.over} ${badges(language, payment)}</p>
      <div class="actions">
        <a class="button" href="${visitor.product}/shop">${say.back}</a>
        <a class="button" href="${payPath}/payment/${payment.id}">${say.details}</a>
      </div>
    </div>`;
    return layout({ ...visitor, heading: payment.description, main: over });
  }
  const main = html`<form class="card" method="post" action="${payPath}/checkout/${payment.id}">
    ${isDeclined && html`<p class="notice" role="alert">${say.declined}</p>`} ${receipt}
    <div class="actions paying">
      <button class="primary" name="act" value="pay">${say.pay} ${sum}</button>
      <button name="act" value="pay-later">${say.payLater}</button>
      <button class="refusing" name="act" value="decline">${say.decline}</button>
    </div>
    <p class="hint">${say.paying[provider]}</p>
    <fieldset>
      <legend>${say.arrival}</legend>
      <div class="tiles">${arrivals.map((arrival) => tile(language, arrival))}</div>
    </fieldset>
    ${
      provider === 'robokassa' &&
      html`<fieldset>
        <legend>${say.method}</legend>
        <div class="tiles">
          ${['POST', 'GET'].map(
            (method) =>
              html`<label class="tile"
                ><input type="radio" name="method" value="${method}" ${method === 'POST' && html`checked`} />
                <span><strong>${method}</strong></span></label
              >`,
          )}
        </div>
      </fieldset>`
    }
    <button class="leaving" name="act" value="cancel">${say.cancel}</button>
  </form>`;
  return layout({ ...visitor, heading: payment.description, main });
}

function tile(language: Language, arrival: Arrival): Html {
  const say = pageText[language];
  return html`<label class="tile"
    ><input type="radio" name="arrival" value="${arrival}" ${arrival === 'once' && html`checked`} />
    <span><strong>${say.arrivals[arrival]}</strong> <small>${say.arrivalsWhy[arrival]}</small></span></label
  >`;
}
