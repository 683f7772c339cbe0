import type { Block, ColumnPosition, Registry } from '../../../world-format/chunk.ts';
import type { Vec3 } from 'vec3';
import type { Game } from '../rules/game.ts';
import { propertyText } from '../../../world-format/column-storage.ts';

/** A block in the world: its kind, and its properties' values by name. */
export interface PlacedBlock {
  kind: Block;
  properties: Readonly<Record<string, string>>;
}

/** Those that have been asked for, by their states' numbers: the same few are asked for again and again. */
const asked = new WeakMap<Registry, Map<number, PlacedBlock | null>>();

/** Null for a number that no block has. */
export function placedBlock(registry: Registry, state: number): PlacedBlock | null {
  const known = asked.get(registry) ?? new Map<number, PlacedBlock | null>();
  asked.set(registry, known);
  let block = known.get(state);
  if (block === undefined) known.set(state, (block = readState(registry, state)));
  return block;
}

function readState(registry: Registry, state: number): PlacedBlock | null {
  const kind = registry.blocksByStateId[state];
  if (!kind) return null;
  const properties: Record<string, string> = {};
  let rest = state - kind.minStateId;
  for (const property of kind.states.toReversed()) {
    const number = rest % property.num_values;
    properties[property.name] = propertyText(property, number);
    rest = Math.floor(rest / property.num_values);
  }
  return { kind, properties };
}

/** The number of the block's state that differs in these properties alone. */
export function stateWith({ kind, properties }: PlacedBlock, changes: Readonly<Record<string, string>>): number {
  let state = 0;
  for (const property of kind.states) {
    const text = changes[property.name] ?? properties[property.name];
    const numbers = Array.from({ length: property.num_values }, (_, number) => number);
    const number = numbers.find((candidate) => propertyText(property, candidate) === text);
    state = state * property.num_values + (number ?? 0);
  }
  return kind.minStateId + state;
}

/** The block at a place; above and below the world it is air. */
export function blockAt(
  game: { world: { blockStateAt(at: ColumnPosition): number }; squid: { registry: Registry } },
  at: ColumnPosition,
): PlacedBlock | null {
  const y = Math.floor(at.y);
  return placedBlock(game.squid.registry, y < 0 || y > 255 ? 0 : game.world.blockStateAt(at));
}

/** The id of the biome at a place; there is one for each 4 × 4 × 4 blocks. */
export function biomeAt({ world }: Pick<Game, 'world'>, at: Vec3): number {
  const { biomes } = world.column(Math.floor(at.x / 16), Math.floor(at.z / 16));
  return biomes[((at.y & 252) << 2) | (at.z & 12) | ((at.x & 12) >> 2)] ?? biomes[0] ?? 0;
}
