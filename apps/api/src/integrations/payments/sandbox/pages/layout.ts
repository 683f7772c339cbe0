import type { Language } from '@realmkeep/contract';
import { html, type Html } from '../../../chat/sandbox/pages/html.ts';
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
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${heading} · ${say.title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="stylesheet" href="${sandboxPath}/base.css" />
        <link rel="stylesheet" href="${sandboxPath}/pages.css" />
        <script src="/theme.js"></script>
      </head>
      <body>
        <header>
          <div class="bar">
            <p class="title">${say.title}</p>
            <nav aria-label="${say.title}">
              <a href="${sandboxPath}" ${isList && html`aria-current="page"`}>${say.payments}</a>
            </nav>
            <a class="home" href="/shop">${say.back}</a>
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
