import type { Game } from '../rules/game.ts';
import type { Player, Squid } from '../squid/squid.ts';

/** Sends the newcomer the list of players, themselves included, and announces them to the others. */
export function introduce(player: Player, others: Player[]): void {
  player._client.write('player_info', { action: 'add_player', data: [...others, player].map(listEntry) });
  for (const other of others) other._client.write('player_info', { action: 'add_player', data: [listEntry(player)] });
}

/**
 * Shows everybody the player's changed name. To the others one player leaves and another joins; their own client cannot
 * change identity, and is sent the new name.
 * @param before the uuid by which the others knew the player
 */
export function putOn({ server }: Game, player: Player, before: string): void {
  delete server.uuidToPlayer[before];
  server.uuidToPlayer[player.uuid] = player;
  const displayName = JSON.stringify({ text: player.username });
  player._client.write('player_info', {
    action: 'update_display_name',
    data: [{ uuid: uuidFor(player, player), displayName }],
  });
  for (const other of server.players) {
    if (other === player) continue;
    takeOff(other, player, before);
    other._client.write('player_info', { action: 'add_player', data: [listEntry(player)] });
    if (other.nearbyEntities.includes(player)) other.spawnEntity(player);
  }
}

/** Takes the player out of the other's sight and list. */
export function takeOff(other: Player, player: Player, uuid = player.uuid): void {
  other._client.write('entity_destroy', { entityIds: [player.id] });
  other._client.write('player_info', { action: 'remove_player', data: [{ uuid }] });
}

/** Under which uuid a viewer's client knows the player: itself by the one of its login. */
export function uuidFor(viewer: Player, of: Player): string {
  return viewer === of ? of._client.uuid : of.uuid;
}

/** Shows everybody how fast everybody's connection is. */
export function showLatencies({ players }: Squid): void {
  for (const viewer of players) {
    const data = players.map((of) => ({ uuid: uuidFor(viewer, of), ping: of._client.latency }));
    viewer._client.write('player_info', { action: 'update_latency', data });
  }
}

function listEntry(of: Player): Record<string, unknown> {
  return { uuid: of.uuid, name: of.username, properties: [], gamemode: of.gameMode, ping: of._client.latency };
}
