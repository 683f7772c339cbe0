import type { Language } from '@realmkeep/contract';
import type { SandboxAccount } from '../account-store.ts';
import { sandboxPath } from '../sandbox.ts';
import { type AccountProblem, nameField } from './account-fields.ts';
import { html, type Html } from '../../../sandbox-pages/html.ts';
import { words } from './words.ts';

export interface Choice {
  /** Those that can be opened, the visitor's own first. */
  accounts: readonly SandboxAccount[];
  /** The name that was tried, and what was wrong with it. */
  said?: string;
  problem?: AccountProblem;
}

/**
 * A form that makes an account, and links that open one.
 * @param path of the page that shows it, below the sandbox's
 */
export function accountChooser(language: Language, path: string, { accounts, said = '', problem }: Choice): Html {
  const links = accounts.map(
    ({ id, name }) => html`<li><a href="${sandboxPath}${path}?account=${id}">${name}</a></li>`,
  );
  return html`<form method="post" action="${sandboxPath}/accounts">
      <input type="hidden" name="back" value="${path}" />
      ${nameField(language, said, problem ?? null)}
      <div class="actions"><button class="primary">${words[language].make}</button></div>
    </form>
    ${
      links.length > 0 &&
      html`<ul class="accounts many">
        ${links}
      </ul>`
    }`;
}
