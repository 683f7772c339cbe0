import type { Language } from '@realmkeep/contract/languages';
import { html, type Html } from './html.ts';

interface DocumentParts {
  language: Language;
  /** Where the stand-in's pages are. */
  path: string;
  /** What the stand-in is called. */
  title: string;
  heading: string;
  /** That nothing here is real. */
  banner: Html;
  nav: Html | null;
  /** The product, and its page to return to. */
  product: string;
  home: string;
  /** A module of the stand-in's own. */
  script?: string;
  main: Html;
}

/** The whole document around a page of a stand-in. */
export function pageDocument(parts: DocumentParts): string {
  const { language, path, title, heading, banner, nav, product, home, script, main } = parts;
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${heading} · ${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <link rel="icon" type="image/svg+xml" href="${product}/favicon.svg" />
        <link rel="stylesheet" href="${path}/base.css" />
        <link rel="stylesheet" href="${path}/pages.css" />
        ${script && html`<script type="module" src="${path}/${script}"></script>`}
      </head>
      <body>
        <header>
          <div class="bar">
            <p class="title">${title}</p>
            ${nav && html`<nav aria-label="${title}">${nav}</nav>`}
            <a class="home" href="${product}${home}">← Realmkeep</a>
          </div>
          <p class="banner">${banner}</p>
        </header>
        <main>
          <h1>${heading}</h1>
          ${main}
        </main>
      </body>
    </html> `;
  return page.markup;
}
