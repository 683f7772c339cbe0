export { accessLimits, nicknamePattern } from '@realmkeep/realm-protocol/rules';

/** What a rule about a player says. */
export const accessKinds = ['WHITELIST', 'OPERATOR', 'BAN', 'ADDRESS_BAN'] as const;
export type AccessKind = (typeof accessKinds)[number];

/** For so long it is known who was on a realm. */
export const visitorDays = 90;
