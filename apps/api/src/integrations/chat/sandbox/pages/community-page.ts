import type { Language } from '@realmkeep/contract';
import type { SandboxAccount } from '../account-store.ts';
import { accountChooser, type Choice } from './account-chooser.ts';
import { html } from '../../../sandbox-pages/html.ts';
import { layout } from './layout.ts';
import { setting } from './messages-page.ts';
import { words } from './words.ts';

interface CommunityView {
  account: SandboxAccount | null;
  choice: Choice;
}

/** Where the invitation leads. */
export function communityPage(language: Language, { account, choice }: CommunityView): string {
  const say = words[language];
  const main = html`<div class="card">
      <p>${say.communityWhat}</p>
      ${
        account &&
        html`<p class="who"><strong>${account.name}</strong></p>
          ${setting(account, 'member', account.isMember, [say.isMember, say.leave], [say.isNoMember, say.join])}`
      }
    </div>
    <details class="card" ${(!account || choice.problem) && html`open`}>
      <summary>${say.anotherAccount}</summary>
      ${accountChooser(language, '/community', choice)}
    </details>`;
  return layout({ language, heading: say.community, main, place: 'community', account });
}
