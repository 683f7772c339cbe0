import type { FastifyRequest } from 'fastify';

/** The product that the stand-ins serve. */
export interface Product {
  /** Where browsers find it: an origin. */
  publicUrl: string;
  /** The origin for callbacks, from this machine; null: not known yet. */
  origin: string | null;
}

/**
 * The product by whichever name of the machine the visitor is here, as a phone is by its address: there it has its session.
 * @returns an origin
 */
export function productFor({ hostname }: FastifyRequest, { publicUrl }: Product): string {
  const url = new URL(publicUrl);
  url.hostname = hostname;
  return url.origin;
}

/** Where a visitor goes back to, of what the product has named. @param url an address of the product */
export function backToProduct(request: FastifyRequest, product: Product, url: string): string {
  const { pathname, search } = new URL(url);
  return productFor(request, product) + pathname + search;
}
