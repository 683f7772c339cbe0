/**
 * What the gateway learns from the api, with the gateway's token only.
 *
 * GET /internal/routes with `Upgrade: routes`: lines in both directions. The gateway writes an address, in lower case; the api answers with its
 * route, or that it is absent, and from then on sends each change of that realm, or that a realm has taken the address. `routes` comes first,
 * and again whenever changes may have been missed: the api then follows nothing, and the gateway asks again for what it still needs.
 * An empty line every 5 s shows that the api is alive.
 *
 * GET /internal/routes without it, for gateways of the previous release: newline-delimited GatewayMessage. The first message holds the route of each
 * realm that runs, starts or waits to start; each later one changes one route of any realm. A message with many may come again: changes of
 * other realms may have been missed before it.
 *
 * GET /internal/routes/{address}: RouteAnswer, for the same gateways: asked when somebody uses an address that the gateway does not know.
 *
 * GET /internal/nicknames/{nickname}: NicknameAnswer, asked whenever a player joins.
 *
 * POST /internal/realms/{id}/account, JoinBody: AccountAnswer, asked when somebody joins a realm under an account's nickname without a code.
 *
 * POST /internal/realms/{id}/wake, JoinBody: WakeAnswer, asked when somebody joins a SLEEPING realm, and never for a server-list
 * ping.
 */

import type { Language } from './languages.ts';
import type { Wakers } from './realm-phases.ts';

export const routesProtocol = 'routes';

export interface GatewayRoute {
  realmId: string;
  /** The realm's address in lower case: the label before the base domain. */
  address: string;
  /** The realm's name, for messages to players. */
  name: string;
  /** The owner's description, for the server list; absent if there is none, or the realm is blocked. */
  description?: string;
  /** The owner's language, for the messages. */
  language: Language;
  /** Only READY has an endpoint. WAITING: it starts as soon as there is memory for it. FAILED: it keeps crashing, and waits for its next start. */
  state: 'READY' | 'STARTING' | 'WAITING' | 'STOPPED' | 'SLEEPING' | 'BLOCKED' | 'FAILED';
  endpoint: GatewayEndpoint | null;
  /** Why it is BLOCKED, in the operator's words; null if they gave no reason. */
  reason: string | null;
  /** If WAITING, its place in the queue, from 1. */
  place?: number;
  /** Who wakes it by joining. */
  wakers: Wakers;
  /** How many players may be on it at once; null: any number. */
  slots: number | null;
}

/** Where the gateway connects to: a port, or the path of a unix socket. */
export type GatewayEndpoint = ({ host: string; port: number; proof?: GatewayProof } | { path: string }) & {
  /** Whether a PROXY v2 header has to precede the client's bytes. */
  proxyProtocol: boolean;
};

/** How the gateway proves itself in that header to a machine that hosts many realms: the runtime's `RealmProof`. */
export interface GatewayProof {
  realmId: string;
  run: number;
  /** 32 bytes in hexadecimal: secret. */
  key: string;
}

/** null: no realm has the address. */
export interface RouteAnswer {
  route: GatewayRoute | null;
}

/** Whether an account has the nickname, whatever its case. */
export interface NicknameAnswer {
  registered: boolean;
}

/** The account that the player counts as without a code, and the epoch up to which that holds; null: they are a guest. */
export interface AccountAnswer {
  account: { nickname: string; epoch: number } | null;
}

/** Who wants to join, and from where. */
export interface JoinBody {
  nickname: string;
  /** An IP address. */
  address: string;
}

/**
 * `awake`: it no longer sleeps, if it did, and the route will show its progress. `refused`: not for this player. `banned`, `unlisted`: they may not
 * join at all. `limited`: it has been woken too often within the hour.
 */
export interface WakeAnswer {
  answer: 'awake' | 'refused' | 'limited' | 'banned' | 'unlisted';
}

export type GatewayMessage =
  | { type: 'routes'; routes: GatewayRoute[] }
  | { type: 'route'; route: GatewayRoute }
  | { type: 'gone'; realmId: string }
  | { type: 'absent'; address: string };
