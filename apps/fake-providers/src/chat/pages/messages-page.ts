import { ButtonStyle } from 'discord-api-types/v10';
import type { FakeAccount } from '../account-store.ts';
import type { Button } from '../message-shapes.ts';
import type { FakeMessage } from '../message-store.ts';
import { chatPath } from '../fake-chat.ts';
import { accountChooser, type Choice } from './account-chooser.ts';
import type { Visitor } from '../../pages/visitor.ts';
import { html, type Html } from '../../pages/html.ts';
import { layout } from './layout.ts';
import { pageText } from './page-text.ts';

const styles: Record<Button['style'], string> = {
  [ButtonStyle.Primary]: 'blue',
  [ButtonStyle.Secondary]: 'grey',
  [ButtonStyle.Success]: 'green',
  [ButtonStyle.Danger]: 'red',
  [ButtonStyle.Link]: 'grey',
};

interface MessagesView {
  account: FakeAccount;
  /** The latest first. */
  messages: readonly FakeMessage[];
  /** The id of one whose button has just been pressed in vain. */
  failed: string | undefined;
  choice: Choice;
}

export function messagesPage(visitor: Visitor, { account, messages, failed, choice }: MessagesView): string {
  const { language } = visitor;
  const say = pageText[language];
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const main = html`<p class="who">${avatar(account.name)} <strong>${account.name}</strong></p>
    <p id="heard" class="hidden" role="status" data-changed="${say.changed}"></p>
    <div id="messages" data-events="${chatPath}/events?account=${account.id}">
      ${messages.length === 0 && html`<p class="empty">${say.noMessages}</p>`}
      ${messages.map(
        (message) =>
          html`<article class="card message" id="m${message.id}">
            <p class="head">
              <img src="${visitor.product}/favicon.svg" alt="" width="20" height="21" /><strong>Realmkeep</strong>
              <time datetime="${message.createdAt.toISOString()}">${time.format(message.createdAt)} UTC</time>
              ${message.editedAt && html`<span>(${say.edited})</span>`}
            </p>
            <p class="content">${unescaped(message.content)}</p>
            ${message.components.length > 0 && buttons(message)}
            ${message.id === failed && message.components.length > 0 && html`<p class="problem" role="alert">${say.failed}</p>`}
          </article>`,
      )}
    </div>
    <p class="hint">${say.kept} <a href="${chatPath}?account=${account.id}">${say.reload}</a></p>
    <section class="card" id="settings">
      <h2>${say.settings}</h2>
      <p class="hint">${say.settingsWhy}</p>
      ${setting(account, 'messages', account.allowsMessages, [say.allows, say.refuse], [say.refuses, say.allow])}
      ${setting(account, 'member', account.isMember, [say.isMember, say.leave], [say.isNoMember, say.join])}
    </section>
    <details class="card" ${choice.problem && html`open`}>
      <summary>${say.anotherAccount}</summary>
      ${accountChooser(language, '', choice)}
    </details>`;
  return layout({ ...visitor, heading: say.directMessages, main, place: 'messages', account });
}

/** For a browser that has no account yet. */
export function noAccountPage(visitor: Visitor, choice: Choice): string {
  const { language } = visitor;
  const say = pageText[language];
  const main = html`<div class="card">
    <p>${say.noAccount}</p>
    ${accountChooser(language, '', choice)}
  </div>`;
  return layout({ ...visitor, heading: say.whose, main, place: 'messages' });
}

/** A switch, as its state and the button that changes it. */
export function setting(
  account: FakeAccount,
  name: 'messages' | 'member',
  isOn: boolean,
  [on, turnOff]: [string, string],
  [off, turnOn]: [string, string],
): Html {
  return html`<form class="setting" method="post" action="${chatPath}/settings">
    <input type="hidden" name="account" value="${account.id}" />
    <span class="${isOn ? 'on' : 'off'}">${isOn ? on : off}</span>
    <button name="${name}" value="${isOn ? 'off' : 'on'}">${isOn ? turnOff : turnOn}</button>
  </form>`;
}

function buttons({ id, accountId, components }: FakeMessage): Html {
  const one = (button: Button) =>
    'url' in button
      ? html`<a class="button ${styles[button.style]}" href="${button.url}" target="_blank" rel="noreferrer"
          >${button.label}</a
        >`
      : html`<button
          class="${styles[button.style]}"
          name="button"
          value="${button.custom_id}"
          id="b${id}-${button.custom_id}"
        >
          ${button.label}
        </button>`;
  return html`<form class="buttons" method="post" action="${chatPath}/press">
    <input type="hidden" name="account" value="${accountId}" /><input type="hidden" name="message" value="${id}" />
    ${components.map((row) => html`<div>${row.components.map(one)}</div>`)}
  </form>`;
}

function avatar(name: string): Html {
  return html`<span class="avatar" aria-hidden="true">${/^./u.exec(name)?.[0]}</span>`;
}

/** The only part of the platform's Markdown that is supported: a character after a backslash is literal. */
function unescaped(content: string): string {
  return content.replaceAll(/\\([\p{P}\p{S}])/gu, '$1');
}
