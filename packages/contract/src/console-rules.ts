export { consoleCommandRule } from '@realmkeep/realm-protocol/rules';
/** How many commands a player may send to one realm in a minute. */
export const consoleCommandsPerMinute = 60;
