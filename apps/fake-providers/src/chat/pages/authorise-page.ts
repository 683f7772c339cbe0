import { OAuth2Scopes } from 'discord-api-types/v10';
import { z } from 'zod';
import type { FakeAccount } from '../account-store.ts';
import { type FakeChat, chatPath } from '../fake-chat.ts';
import { type AccountProblem, nameField } from './account-fields.ts';
import type { Visitor } from '../../pages/visitor.ts';
import { html } from '../../pages/html.ts';
import { layout } from './layout.ts';
import { pageText } from './page-text.ts';

const known = [OAuth2Scopes.Identify, OAuth2Scopes.Email, OAuth2Scopes.GuildsJoin] as const;

/** What a visitor is sent here with (RFC 6749, section 4.1.1), and what the form sends on. */
const Request = z.object({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.string(),
  scope: z.string().transform((text, context) => {
    const scopes = known.filter((scope) => text.split(' ').includes(scope));
    if (scopes.length === 0 || scopes.length < text.split(' ').length) context.addIssue('Unknown scopes');
    return scopes;
  }),
  state: z.string().max(512).default(''),
});
export type AuthoriseRequest = z.output<typeof Request>;

/** @returns null if it is not for us: visitors are not redirected to an address that somebody else chose */
export function readAuthoriseRequest(chat: FakeChat, said: unknown): AuthoriseRequest | null {
  const { data: request } = Request.safeParse(said);
  const isOurs = request?.client_id === chat.keys.clientId && request.redirect_uri === chat.redirectUri;
  return isOurs ? request : null;
}

/** The address to which the visitor returns, with the outcome. */
export function answerUrl({ redirect_uri: uri, state }: AuthoriseRequest, answer: Record<string, string>): string {
  return `${uri}?${new URLSearchParams({ ...answer, ...(state ? { state } : {}) })}`;
}

export interface AuthoriseView {
  request: AuthoriseRequest;
  /** Those that this browser has used. */
  own: readonly FakeAccount[];
  others: readonly FakeAccount[];
  /** What the form said before, and what was wrong with it. */
  said?: { account: string; name: string };
  problem?: AccountProblem;
}

export function authorisePage(visitor: Visitor, view: AuthoriseView): string {
  const { language } = visitor;
  const { request, own, others, said, problem = null } = view;
  const say = pageText[language];
  const chosen = said?.account || own[0]?.id || 'new';
  const radio = (value: string, label: string) =>
    html`<label class="choice"
      ><input type="radio" name="account" value="${value}" ${value === chosen && html`checked`} />
      <span>${label}</span></label
    >`;
  const hidden = Object.entries({ ...request, scope: request.scope.join(' ') }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const isOther = others.some(({ id }) => id === chosen);
  const main = html`<form class="card" method="post" action="${chatPath}/authorize">
    ${hidden}
    <p>${say.willBeAble}</p>
    <ul class="asked">
      ${request.scope.map((scope) => html`<li>${say.scopes[scope]}</li>`)}
    </ul>
    <fieldset>
      <legend>${say.whichAccount}</legend>
      ${problem === 'accountMissing' && html`<p class="problem" role="alert">${say.accountMissing}</p>`}
      ${own.map(({ id, name }) => radio(id, name))} ${radio('new', say.newAccount)}
      <div class="new-account">
        ${nameField(language, said?.name ?? '', problem === 'accountMissing' ? null : problem)}
      </div>
      ${
        others.length > 0 &&
        html`<details ${isOther && html`open`}>
          <summary>${say.others}</summary>
          <div class="many">${others.map(({ id, name }) => radio(id, name))}</div>
        </details>`
      }
    </fieldset>
    <div class="actions">
      <button class="primary" name="decision" value="authorise">${say.authorise}</button>
      <button name="decision" value="cancel">${say.cancel}</button>
    </div>
    <p class="hint">${say.goesTo} <span class="address">${new URL(request.redirect_uri).host}</span></p>
  </form>`;
  return layout({ ...visitor, heading: say.asks, main });
}

/** For a visitor who was sent here by something else. */
export function badLinkPage(visitor: Visitor): string {
  const { language } = visitor;
  const say = pageText[language];
  return layout({ ...visitor, heading: say.badLink, main: html`<p class="card">${say.badLinkWhy}</p>` });
}
