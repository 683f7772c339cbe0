import { Vec3 } from 'vec3';
import { propertyText } from '../../../world-format/column-storage.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import type { Player } from '../squid/squid.ts';
import { placedBlock, stateWith } from './block-state.ts';
import { clockwise } from './sides.ts';

/** Blocks that a player has copied. */
export interface Clipboard {
  size: Vec3;
  /** From where the player stood to the low corner. */
  offset: Vec3;
  /** At x + z × width + y × width × length. */
  states: Uint16Array;
}

type Axis = 'x' | 'y' | 'z';

/** How the words in a block's properties change, and the sixteen rotations of signs and the like. */
interface Turn {
  words: Record<string, string | undefined>;
  rotation?: (way: number) => number;
}

const mirrored = { left: 'right', right: 'left' };
const quarter: Turn = {
  words: { ...clockwise, x: 'z', z: 'x' },
  rotation: (way) => way + 4,
};
const flips: Record<Axis, Turn> = {
  x: { words: { east: 'west', west: 'east', ...mirrored }, rotation: (way) => 16 - way },
  y: {
    words: Object.fromEntries(
      ['up down', 'top bottom', 'upper lower', 'floor ceiling'].flatMap((pair) => {
        const [one = '', other = ''] = pair.split(' ');
        return [
          [one, other],
          [other, one],
        ];
      }),
    ),
  },
  z: { words: { north: 'south', south: 'north', ...mirrored }, rotation: (way) => 24 - way },
};

/** What each has copied, wherever they go. */
export const clipboards = new WeakMap<Player, Clipboard>();

/** Turned by 90° clockwise, as seen from above, around where the player stood. */
export function rotated(registry: Registry, { size, offset, states }: Clipboard): Clipboard {
  return {
    size: new Vec3(size.z, size.y, size.x),
    offset: new Vec3(1 - offset.z - size.z, offset.y, offset.x),
    states: moved(registry, states, size, quarter, ({ x, y, z }) => size.z - 1 - z + x * size.z + y * size.x * size.z),
  };
}

/** Mirrored along an axis, around where the player stood. */
export function flipped(registry: Registry, { size, offset, states }: Clipboard, axis: Axis): Clipboard {
  const to = (from: Vec3): number => {
    const at = from.clone();
    at[axis] = size[axis] - 1 - at[axis];
    return at.x + at.z * size.x + at.y * size.x * size.z;
  };
  const there = offset.clone();
  there[axis] = 1 - offset[axis] - size[axis];
  return { size, offset: there, states: moved(registry, states, size, flips[axis], to) };
}

function moved(
  registry: Registry,
  states: Uint16Array,
  size: Vec3,
  turn: Turn,
  to: (from: Vec3) => number,
): Uint16Array {
  const turned = new Map<number, number>();
  const result = new Uint16Array(states.length);
  states.forEach((state, cell) => {
    let next = turned.get(state);
    if (next === undefined) turned.set(state, (next = turnedState(registry, state, turn)));
    const y = Math.floor(cell / (size.x * size.z));
    result[to(new Vec3(cell % size.x, y, Math.floor(cell / size.x) % size.z))] = next;
  });
  return result;
}

/** Turns the properties' names where they are directions, as `north` of a fence, and their values where the result is possible. */
function turnedState(registry: Registry, state: number, { words, rotation }: Turn): number {
  const block = placedBlock(registry, state);
  if (!block) return state;
  const { states } = block.kind;
  const changes: Record<string, string> = {};
  for (const [name, value] of Object.entries(block.properties)) {
    const turnedName = words[name] ?? name;
    const property = states.find((one) => one.name === turnedName) ?? states.find((one) => one.name === name);
    if (!property) continue;
    const parts = value.split('_').map((word) => words[word] ?? word);
    const turnedWay = name === 'rotation' && rotation ? String(rotation(Number(value)) & 15) : null;
    const wanted = [turnedWay, parts.join('_'), parts.toReversed().join('_'), value];
    const possible = new Set(
      Array.from({ length: property.num_values }, (_, number) => propertyText(property, number)),
    );
    changes[property.name] = wanted.find((text) => text !== null && possible.has(text)) ?? value;
  }
  return stateWith(block, changes);
}
