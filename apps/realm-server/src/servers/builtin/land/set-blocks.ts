import type { Vec3 } from 'vec3';
import type { Game } from '../rules/game.ts';

/** Sets many blocks, and shows those who see them what has changed in each cube of 16 blocks with one packet. */
export function setBlocks(
  game: Pick<Game, 'world' | 'squid' | 'views'>,
  changes: readonly (readonly [at: Vec3, state: number])[],
): void {
  const sections = new Map<string, { at: Vec3; records: number[] }>();
  for (const [at, state] of changes) {
    game.world.setBlockState(at, state);
    const section = at.scaled(1 / 16).floored();
    const key = section.toString();
    const changed = sections.get(key) ?? { at: section, records: [] };
    sections.set(key, changed);
    changed.records.push(state * 4096 + ((at.x & 15) << 8) + ((at.z & 15) << 4) + (at.y & 15));
  }
  for (const { at, records } of sections.values()) {
    // multi_block_change of protocol 754
    const fields = { chunkCoordinates: { x: at.x, y: at.y, z: at.z }, notTrustEdges: false, records };
    for (const player of game.squid.players) {
      if (game.views.get(player)?.sees(at.x, at.z)) player._client.write('multi_block_change', fields);
    }
  }
}
