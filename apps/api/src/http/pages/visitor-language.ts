import { type Language, languageCookies, languageOfTag, languages } from '@realmkeep/contract';
import type { FastifyRequest } from 'fastify';

/**
 * A visitor's language: the one in the link, else the one in their cookies, else the first that their browser
 * asks for and we have.
 */
export function languageOf(request: FastifyRequest): Language {
  const { headers } = request;
  const kept = Object.values(languageCookies).map((name) => cookie(headers.cookie, name));
  const wanted = (headers['accept-language'] ?? '').split(',', 20);
  for (const tag of [linkedLanguage(request), ...kept, ...wanted]) {
    const language = languageOfTag(tag);
    if (language) return language;
  }
  return languages[0];
}

/** The language that the address names, such as `?lang=pl`. */
export function linkedLanguage({ query }: FastifyRequest): Language | undefined {
  const { lang } = query as { lang?: unknown };
  return languages.find((known) => known === lang);
}

/** A cookie's value, or an empty one. @param header of the request */
function cookie(header = '', name: string): string {
  const pair = header.split(';', 100).find((part) => part.trim().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim() ?? '';
}
