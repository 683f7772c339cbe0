import type { Language } from '@realmkeep/contract';
import { sandboxDocument } from '../../../sandbox-pages/document.ts';
import { html, type Html } from '../../../sandbox-pages/html.ts';
import { sandboxPath } from '../sandbox.ts';
import { words } from './words.ts';

interface PageParts {
  language: Language;
  heading: string;
  main: Html;
  isList?: boolean;
}

/** The whole document around a page of the sandbox. */
export function layout({ language, heading, main, isList = false }: PageParts): string {
  const say = words[language];
  return sandboxDocument({
    language,
    path: sandboxPath,
    title: say.title,
    heading,
    banner: html`<strong>${say.banner}</strong> ${say.bannerMore}`,
    nav: html`<a href="${sandboxPath}" ${isList && html`aria-current="page"`}>${say.payments}</a>`,
    home: '/shop',
    main,
  });
}
