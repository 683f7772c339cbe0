/** The address that a player types: with the port only where it is not the game's own. */
export function joinAddress(domain: string, gamePort: number | null): string {
  return gamePort === null ? domain : `${domain}:${gamePort}`;
}
