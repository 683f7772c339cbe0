import type { Realm } from '@realmkeep/contract';

/** The address that a player types: with the port only where it is not the game's own. */
export function joinAddress(domain: string, gamePort: number | null): string {
  return gamePort === null ? domain : `${domain}:${gamePort}`;
}

/** A realm's, whose own DNS records have the port once they are there. */
export function realmAddress({ domain, records }: Realm['domain'], gamePort: number | null): string {
  return joinAddress(domain, records === 'READY' ? null : gamePort);
}
