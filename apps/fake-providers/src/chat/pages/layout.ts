import type { Visitor } from '../../pages/visitor.ts';
import { pageDocument } from '../../pages/document.ts';
import { html, type Html } from '../../pages/html.ts';
import type { FakeAccount } from '../account-store.ts';
import { chatPath } from '../fake-chat.ts';
import { pageText } from './page-text.ts';

export interface PageParts extends Visitor {
  heading: string;
  main: Html;
  /** Which page of the menu it is; without one there is no menu. */
  place?: 'messages' | 'community';
  /** Whose page it is. */
  account?: FakeAccount | null;
}

/** The whole document around a page of the chat. */
export function layout({ language, product, heading, main, place, account }: PageParts): string {
  const say = pageText[language];
  const query = account ? `?account=${account.id}` : '';
  const link = (name: 'messages' | 'community', path: string) =>
    html`<a href="${chatPath}${path}${query}" ${place === name && html`aria-current="page"`}>${say[name]}</a>`;
  return pageDocument({
    language,
    product,
    path: chatPath,
    title: say.title,
    heading,
    banner: html`<strong>${say.banner}</strong> ${say.bannerMore}`,
    nav: place ? html`${link('messages', '')}${link('community', '/community')}` : null,
    home: '/account',
    script: 'pages.js',
    main,
  });
}
