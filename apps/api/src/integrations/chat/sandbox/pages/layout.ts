import type { Language } from '@realmkeep/contract';
import { sandboxDocument } from '../../../sandbox-pages/document.ts';
import { html, type Html } from '../../../sandbox-pages/html.ts';
import type { SandboxAccount } from '../account-store.ts';
import { sandboxPath } from '../sandbox.ts';
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
  return sandboxDocument({
    language,
    path: sandboxPath,
    title: say.title,
    heading,
    banner: html`<strong>${say.banner}</strong> ${say.bannerMore}`,
    nav: place ? html`${link('messages', '')}${link('community', '/community')}` : null,
    home: '/account',
    script: 'pages.js',
    main,
  });
}
