import type { Language } from '@realmkeep/contract/languages';
import type { FakeAccount } from '../account-store.ts';
import { chatPath } from '../fake-chat.ts';
import { type AccountProblem, nameField } from './account-fields.ts';
import { html, type Html } from '../../pages/html.ts';
import { pageText } from './page-text.ts';

export interface Choice {
  /** Those that can be opened, the visitor's own first. */
  accounts: readonly FakeAccount[];
  /** The name that was tried, and what was wrong with it. */
  said?: string;
  problem?: AccountProblem;
}

/**
 * A form that makes an account, and links that open one.
 * @param path of the page that shows it, below the chat's
 */
export function accountChooser(language: Language, path: string, { accounts, said = '', problem }: Choice): Html {
  const links = accounts.map(({ id, name }) => html`<li><a href="${chatPath}${path}?account=${id}">${name}</a></li>`);
  return html`<form method="post" action="${chatPath}/accounts">
      <input type="hidden" name="back" value="${path}" />
      ${nameField(language, said, problem ?? null)}
      <div class="actions"><button class="primary">${pageText[language].make}</button></div>
    </form>
    ${
      links.length > 0 &&
      html`<ul class="accounts many">
        ${links}
      </ul>`
    }`;
}
