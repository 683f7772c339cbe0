/**
 * What the gateway learns of the realms: GET /internal/routes, newline-delimited GatewayMessage, for the gateway's token
 * only. The first message holds every route; each later one changes one. An empty line every 5 s shows that the api lives.
 */

import type { Language } from './languages.ts';

export interface GatewayRoute {
  realmId: string;
  /** The realm's address in lower case: the label before the base domain. */
  address: string;
  /** The realm's name, for the answers in words. */
  name: string;
  /** The owner's language, for the same. */
  language: Language;
  /** Only READY has an endpoint. FAILED: it crashed again and again, and waits for its next start. */
  state: 'READY' | 'STARTING' | 'STOPPED' | 'SLEEPING' | 'BLOCKED' | 'FAILED';
  endpoint: { host: string; port: number; proxyProtocol: boolean } | null;
}

export type GatewayMessage =
  | { type: 'routes'; routes: GatewayRoute[] }
  | { type: 'route'; route: GatewayRoute }
  | { type: 'gone'; realmId: string };
