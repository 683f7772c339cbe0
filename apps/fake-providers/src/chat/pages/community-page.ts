import type { FakeAccount } from '../account-store.ts';
import { accountChooser, type Choice } from './account-chooser.ts';
import type { Visitor } from '../../pages/visitor.ts';
import { html } from '../../pages/html.ts';
import { layout } from './layout.ts';
import { setting } from './messages-page.ts';
import { pageText } from './page-text.ts';

interface CommunityView {
  account: FakeAccount | null;
  /** The ids of those that the account has. */
  roles: readonly string[];
  choice: Choice;
}

/** Where the invitation leads. */
export function communityPage(visitor: Visitor, { account, roles, choice }: CommunityView): string {
  const { language } = visitor;
  const say = pageText[language];
  const main = html`<div class="card">
      <p>${say.communityWhat}</p>
      ${
        account &&
        html`<p class="who"><strong>${account.name}</strong></p>
          ${roles.length > 0 && html`<p>${say.roles}: ${roles.join(', ')}</p>`}
          ${setting(account, 'member', account.isMember, [say.isMember, say.leave], [say.isNoMember, say.join])}`
      }
    </div>
    <details class="card" ${(!account || choice.problem) && html`open`}>
      <summary>${say.anotherAccount}</summary>
      ${accountChooser(language, '/community', choice)}
    </details>`;
  return layout({ ...visitor, heading: say.community, main, place: 'community', account });
}
