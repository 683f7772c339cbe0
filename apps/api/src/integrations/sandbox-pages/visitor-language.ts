import { type Language, languages } from '@realmkeep/contract';
import type { FastifyRequest } from 'fastify';

/** Languages whose readers mostly read Russian as well. */
const russianReaders = new Set(['be', 'kk', 'uk']);

/** The chosen language (the cookie), else the first that the browser asks for and we have. */
export function languageOf({ headers }: FastifyRequest): Language {
  const chosen = cookie(headers.cookie, 'locale');
  const wanted = (headers['accept-language'] ?? '').split(',', 20);
  for (const tag of [chosen, ...wanted]) {
    const primary = /^\s*([a-z]{2,3})/i.exec(tag)?.[1]?.toLowerCase() ?? '';
    const language = languages.find((known) => known === (russianReaders.has(primary) ? 'ru' : primary));
    if (language) return language;
  }
  return languages[0];
}

/** A cookie's value, or an empty one. @param header of the request */
export function cookie(header = '', name: string): string {
  const pair = header.split(';', 100).find((part) => part.trim().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim() ?? '';
}
