import type { Language } from '@realmkeep/contract/languages';
import type { FastifyRequest } from 'fastify';
import { type Product, productFor } from '../product.ts';
import { languageOf } from './visitor-language.ts';

/** For whom a page is made. */
export interface Visitor {
  language: Language;
  /** The origin of the product, as this visitor reaches it. */
  product: string;
}

export function visitorOf(request: FastifyRequest, product: Product): Visitor {
  return { language: languageOf(request), product: productFor(request, product) };
}
