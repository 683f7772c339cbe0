export { accessLimits, nicknamePattern } from '@realmkeep/realm-protocol/rules';

/** What a rule does about a player. */
export const accessKinds = ['WHITELIST', 'OPERATOR', 'BAN', 'ADDRESS_BAN'] as const;
export type AccessKind = (typeof accessKinds)[number];

/** For how long a realm's visitors are remembered. */
export const visitorDays = 90;

/** For how long a login code can be used. */
export const loginCodeLifetimeMs = 5 * 60_000;
