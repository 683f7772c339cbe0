import type { Language } from '@realmkeep/contract/languages';
import { languages } from '@realmkeep/contract/languages';
import { head as en } from '../src/i18n/en/head.ts';
import { head as pl } from '../src/i18n/pl/head.ts';
import { head as ru } from '../src/i18n/ru/head.ts';

type Described = keyof typeof en.descriptions;

export const heads = { en, ru, pl };

const regions: Record<Language, string> = { en: 'en_GB', ru: 'ru_RU', pl: 'pl_PL' };

/** Those pages that search engines show have a description of their own. */
export function isDescribed(path: string): path is Described {
  return path in en.descriptions;
}

/**
 * What the head says of a page for search engines and for previews of links. `%ORIGIN%` and `%QUERY%` are filled in by the
 * api: where the product is found, and `?lang=pl` when the address says so.
 * @param picture whether there is one for previews
 */
export function headTags(path: Described, language: Language, title: string, picture: boolean): string[] {
  const description = heads[language].descriptions[path];
  const address = `%ORIGIN%${path}`;
  const image = `%ORIGIN%/og/home-${language}.png`;
  const properties: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', 'Realmkeep'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', `${address}%QUERY%`],
    ['og:locale', regions[language]],
    ...languages
      .filter((other) => other !== language)
      .map((other): [string, string] => ['og:locale:alternate', regions[other]]),
    ...(picture
      ? ([
          ['og:image', image],
          ['og:image:width', '1200'],
          ['og:image:height', '630'],
        ] satisfies [string, string][])
      : []),
  ];
  return [
    descriptionTag(path, language),
    `<link rel="canonical" href="${address}%QUERY%" />`,
    ...languages.map((other) => `<link rel="alternate" hreflang="${other}" href="${address}?lang=${other}" />`),
    `<link rel="alternate" hreflang="x-default" href="${address}" />`,
    ...properties.map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />`,
    ...(path === '/' ? [structuredData(language, description)] : []),
  ];
}

export function descriptionTag(path: Described, language: Language): string {
  return `<meta name="description" content="${escapeHtml(heads[language].descriptions[path])}" />`;
}

/** Data, which no browser runs: the content security policy has nothing against it. */
function structuredData(language: Language, description: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: 'Realmkeep',
    url: '%ORIGIN%/',
    description,
    inLanguage: language,
    publisher: { '@type': 'Organization', name: 'Realmkeep', url: '%ORIGIN%/', logo: '%ORIGIN%/favicon.svg' },
  };
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
