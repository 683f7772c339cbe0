import type { Language } from '@realmkeep/contract';
import type { SandboxAccount } from '../account-store.ts';
import { sandboxPath } from '../sandbox.ts';
import { html, type Html } from './html.ts';
import { words } from './words.ts';

export interface PageParts {
  language: Language;
  heading: string;
  main: Html;
  /** Which page of the menu it is; without one there is no menu. */
  place?: 'messages' | 'community';
  /** Whose page it is. */
  account?: SandboxAccount | null;
}

/** The whole document around a page of the sandbox. */
export function layout({ language, heading, main, place, account }: PageParts): string {
  const say = words[language];
  const query = account ? `?account=${account.id}` : '';
  const link = (name: 'messages' | 'community', path: string) =>
    html`<a href="${sandboxPath}${path}${query}" ${place === name && html`aria-current="page"`}>${say[name]}</a>`;
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${heading} · ${say.title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="stylesheet" href="${sandboxPath}/pages.css" />
        <script src="/theme.js"></script>
        <script type="module" src="${sandboxPath}/pages.js"></script>
      </head>
      <body>
        <header>
          <div class="bar">
            <p class="title">${say.title}</p>
            ${place && html`<nav aria-label="${say.title}">${link('messages', '')}${link('community', '/community')}</nav>`}
            <a class="home" href="/account">← Realmkeep</a>
          </div>
          <p class="banner"><strong>${say.banner}</strong> ${say.bannerMore}</p>
        </header>
        <main>
          <h1>${heading}</h1>
          ${main}
        </main>
      </body>
    </html> `;
  return page.markup;
}
