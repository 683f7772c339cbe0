import { z } from 'zod';
import { addresses, type EndpointName } from './addresses.ts';
import type { Endpoint } from './endpoint.ts';
import { Realm, RealmCreateBody, RealmHistory, RealmIdQuery, RealmLists, RealmLoginCode, RealmMap, RealmMapsQuery, RealmPlayers, RealmPossibility, RealmPowerBody, RealmPowerInfo, RealmRenameBody, RealmTps } from './realms.ts';

/** The calls of realms. */
export const realmEndpoints = {
  realmPossibility: {
    address: addresses.realmPossibility,
    summary: 'Whether the account may create a realm now, and if not why',
    response: RealmPossibility,
    errors: [],
  },
  realmMaps: {
    address: addresses.realmMaps,
    summary: 'The worlds that a realm can be made from',
    query: RealmMapsQuery,
    response: z.array(RealmMap),
    errors: [],
  },
  realmCreate: {
    address: addresses.realmCreate,
    summary: 'Create a realm',
    body: RealmCreateBody,
    response: Realm,
    status: 201,
    errors: [
      'chat_link_required',
      'realm_limit_reached',
      'realm_name_taken',
      'realm_address_taken',
      'realm_address_reserved',
      'realm_map_unknown',
      'realm_create_forbidden',
    ],
  },
  realmList: {
    address: addresses.realmList,
    summary: 'The realms that the account owns, and those that it is a partner of',
    response: RealmLists,
    errors: [],
  },
  realmTps: {
    address: addresses.realmTps,
    summary: 'Ticks a second of a realm',
    query: RealmIdQuery,
    response: RealmTps,
    errors: ['realm_unknown'],
  },
  realmPower: {
    address: addresses.realmPower,
    summary: 'Whether a realm runs, since when, and what it uses',
    query: RealmIdQuery,
    response: RealmPowerInfo,
    errors: ['realm_unknown'],
  },
  realmPlayers: {
    address: addresses.realmPlayers,
    summary: 'Who is on a realm, and in which of its worlds',
    query: RealmIdQuery,
    response: RealmPlayers,
    errors: ['realm_unknown'],
  },
  realmHistory: {
    address: addresses.realmHistory,
    summary: 'The last hour of a realm, measured every ten seconds while it ran',
    query: RealmIdQuery,
    response: RealmHistory,
    errors: ['realm_unknown'],
  },
  realmGet: {
    address: addresses.realmGet,
    summary: 'One realm',
    response: Realm,
    errors: ['realm_unknown'],
  },
  realmPowerSet: {
    address: addresses.realmPowerSet,
    summary: 'Turn a realm on or off',
    body: RealmPowerBody,
    response: RealmPowerInfo,
    errors: ['realm_unknown', 'realm_blocked', 'realm_overlimit'],
  },
  realmRename: {
    address: addresses.realmRename,
    summary: 'Give a realm another name and address',
    body: RealmRenameBody,
    response: Realm,
    errors: ['realm_unknown', 'realm_name_taken', 'realm_address_taken', 'realm_address_reserved'],
  },
  realmLoginCode: {
    address: addresses.realmLoginCode,
    summary: 'A code that proves in the game, once, who one is',
    response: RealmLoginCode,
    status: 201,
    errors: ['realm_unknown', 'realm_not_running'],
  },
  realmDelete: {
    address: addresses.realmDelete,
    summary: 'Delete a realm with its world',
    response: z.null(),
    errors: ['realm_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
