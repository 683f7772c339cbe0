export { consoleCommandRule } from '@realmkeep/realm-protocol/rules';
/** Commands that a player sends to one realm in a minute. */
export const consoleCommandsPerMinute = 60;
