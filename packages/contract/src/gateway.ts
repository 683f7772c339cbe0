/**
 * What the gateway learns of the api, for the gateway's token only.
 *
 * GET /internal/routes with `Upgrade: routes`: lines in both directions. The gateway writes an address, in lower case, and is told its
 * route, or that it is absent; from then on it is told of each change of that realm, or that a realm has taken the address. `routes` comes first,
 * and again whenever changes may have been missed: from then on the api follows nothing, and whatever the gateway still wants to know it asks anew.
 * An empty line every 5 s shows that the api lives.
 *
 * GET /internal/routes without it, for gateways of the release before: newline-delimited GatewayMessage. The first message holds the route of each
 * realm that runs, starts or waits for its start; each later one changes one, of whatever realm. A message with many may come again: changes of
 * other realms may have been missed before it.
 *
 * GET /internal/routes/{address}: RouteAnswer, for the same: asked when somebody comes for an address that the gateway does not know.
 *
 * GET /internal/nicknames/{nickname}: NicknameAnswer, asked at each log-in to the game.
 *
 * POST /internal/realms/{id}/account, JoinBody: AccountAnswer, asked when somebody joins a realm under an account's nickname without a code.
 *
 * POST /internal/realms/{id}/wake, JoinBody: WakeAnswer, asked when somebody wants to join a SLEEPING realm, and never for a look at
 * the list.
 */

import type { Language } from './languages.ts';
import type { Wakers } from './realm-phases.ts';

export const routesProtocol = 'routes';

export interface GatewayRoute {
  realmId: string;
  /** The realm's address in lower case: the label before the base domain. */
  address: string;
  /** The realm's name, for the answers in words. */
  name: string;
  /** What its owner says of it, for the server list; absent where that is nothing, or the realm is blocked. */
  description?: string;
  /** The owner's language, for the same. */
  language: Language;
  /** Only READY has an endpoint. WAITING: it is to start as soon as there is memory for it. FAILED: it crashed again and again, and waits for its next start. */
  state: 'READY' | 'STARTING' | 'WAITING' | 'STOPPED' | 'SLEEPING' | 'BLOCKED' | 'FAILED';
  endpoint: GatewayEndpoint | null;
  /** Why a BLOCKED one is, in the operator's words; null where he gave none. */
  reason: string | null;
  /** Of one that is WAITING, its place among them, from 1. */
  place?: number;
  /** Who wakes it by joining. */
  wakers: Wakers;
  /** How many players may be on it at once; null: any number. */
  slots: number | null;
}

/** Where the gateway connects to: a port, or the path of a unix socket. */
export type GatewayEndpoint = ({ host: string; port: number; proof?: GatewayProof } | { path: string }) & {
  /** Whether a PROXY v2 header is wanted before the client's bytes. */
  proxyProtocol: boolean;
};

/** What the gateway proves itself by in that header, to a machine that hosts many realms: `RealmProof` of the runtime. */
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

/** The account that the player is taken for without a code, and the epoch up to which that counts; null: they are a guest. */
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
 * `awake`: it sleeps no more, if it did, and the route will say how far it is. `refused`: not for this player. `banned`, `unlisted`: they may not come in
 * at all. `limited`: it has been woken too often within the hour.
 */
export interface WakeAnswer {
  answer: 'awake' | 'refused' | 'limited' | 'banned' | 'unlisted';
}

export type GatewayMessage =
  | { type: 'routes'; routes: GatewayRoute[] }
  | { type: 'route'; route: GatewayRoute }
  | { type: 'gone'; realmId: string }
  | { type: 'absent'; address: string };
