import { type Language, languageCookies, languageOfTag, languages } from '@realmkeep/contract/languages';
import type { FastifyRequest } from 'fastify';

/** The language of the product's pages for the visitor, by its cookies, or else the browser's first language that we have. */
export function languageOf({ headers }: FastifyRequest): Language {
  const kept = Object.values(languageCookies).map((name) => cookie(headers.cookie, name));
  const wanted = (headers['accept-language'] ?? '').split(',', 20);
  for (const tag of [...kept, ...wanted]) {
    const language = languageOfTag(tag);
    if (language) return language;
  }
  return languages[0];
}

/** A cookie's value, or an empty one. @param header of the request */
export function cookie(header = '', name: string): string {
  const pair = header.split(';', 100).find((part) => part.trim().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim() ?? '';
}
