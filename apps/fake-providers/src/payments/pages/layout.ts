import type { Visitor } from '../../pages/visitor.ts';
import { pageDocument } from '../../pages/document.ts';
import { html, type Html } from '../../pages/html.ts';
import { payPath } from '../fake-payments.ts';
import { pageText } from './page-text.ts';

interface PageParts extends Visitor {
  heading: string;
  main: Html;
  isList?: boolean;
}

/** The whole document around a page. */
export function layout({ language, product, heading, main, isList = false }: PageParts): string {
  const say = pageText[language];
  return pageDocument({
    language,
    product,
    path: payPath,
    title: say.title,
    heading,
    banner: html`<strong>${say.banner}</strong> ${say.bannerMore}`,
    nav: html`<a href="${payPath}" ${isList && html`aria-current="page"`}>${say.payments}</a>`,
    home: '/shop',
    main,
  });
}
