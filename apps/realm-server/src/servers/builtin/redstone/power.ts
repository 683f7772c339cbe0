import type { Vec3 } from 'vec3';
import { valueOf } from '../../../world-format/nbt-fields.ts';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { directions, opposite, sideNames, sides } from '../land/sides.ts';
import { hold } from '../land/support.ts';
import { filter, lightTraits } from '../light/traits.ts';
import type { Game } from '../rules/game.ts';

/** What carries power where, from 0 to 15. Source: the game's SignalGetter and blocks (1.16.5) */

export const wire = 'redstone_wire';
export const full = 15;
export const trapped = 'trapped_chest';
const button = /_button$/;
const plate = /_pressure_plate$/;
const torch = /^redstone_(wall_)?torch$/;
/** Full cubes that do not conduct power. */
const insulating = /^(redstone_block|observer|(sticky_)?piston|tnt|glowstone|sea_lantern)$/;

/** Whether what powers this block is felt by what touches it. */
export function conducts(game: Game, at: Vec3): boolean {
  const block = blockAt(game, at);
  if (!block || block.kind.boundingBox !== 'block' || insulating.test(block.kind.name)) return false;
  return filter(lightTraits(game.squid.registry)(game.world.blockStateAt(at))) === full;
}

/** Whether it gives power to anything. */
export function emits({ kind: { name } }: PlacedBlock): boolean {
  return (
    name === wire ||
    /^(lever|repeater|comparator|observer|redstone_block|detector_rail|daylight_detector|target|tripwire_hook|trapped_chest)$/.test(
      name,
    ) ||
    [button, plate, torch].some((some) => some.test(name))
  );
}

/** What a comparator gives: its block has no property for it. */
export function comparatorLevel(game: Game, at: Vec3): number {
  return Number(valueOf(game.world.blockEntity(at)?.['OutputSignal']) ?? 0);
}

/** The power of a block itself, whichever way it gives it. */
function levelOf(game: Game, at: Vec3, block: PlacedBlock): number {
  const { kind, properties } = block;
  if (kind.name === 'redstone_block') return full;
  // As many as look into it.
  if (kind.name === trapped) return Math.min(full, game.world.container(at)?.watchers.size ?? 0);
  if (properties['power'] !== undefined) return Number(properties['power']);
  if (kind.name === 'comparator') return comparatorLevel(game, at);
  return properties['powered'] === 'true' || (torch.test(kind.name) && properties['lit'] === 'true') ? full : 0;
}

/**
 * The power that a block gives to its neighbour on one side.
 * @param isStrong only strong power, which is passed on by the block that receives it
 * @param noDust ignores power from dust, as other dust does
 */
function given(game: Game, at: Vec3, to: string, isStrong: boolean, noDust: boolean): number {
  const block = blockAt(game, at);
  if (!block || !emits(block)) return 0;
  const { kind, properties } = block;
  const isGiven = ((): boolean => {
    if (kind.name === wire) return !noDust && to !== 'up' && (to === 'down' || properties[to] !== 'none');
    if (/^(repeater|comparator|observer)$/.test(kind.name)) return opposite(properties['facing'] ?? '') === to;
    if (kind.name === trapped) return !isStrong || to === 'down';
    if (torch.test(kind.name)) return isStrong ? to === 'up' : to !== hold(block);
    return !isStrong || (kind.name !== 'redstone_block' && to === hold(block));
  })();
  return isGiven ? levelOf(game, at, block) : 0;
}

/** The power into a block from one side: given, or conducted, by the block there. */
export function powerFrom(game: Game, at: Vec3, side: string, noDust = false): number {
  const direction = directions[side];
  const from = direction && at.plus(direction);
  if (!from || !game.world.isSeen(from)) return 0;
  const own = given(game, from, opposite(side), false, noDust);
  if (own === full || !conducts(game, from)) return own;
  return Math.max(
    own,
    ...sides.map((beside, n) => given(game, from.plus(beside), sideNames[n ^ 1] ?? '', true, noDust)),
  );
}

/** The highest power into a block. @param except a side to ignore */
export function powerAt(game: Game, at: Vec3, { except = '', noDust = false } = {}): number {
  let most = 0;
  for (const side of sideNames) {
    if (side !== except) most = Math.max(most, powerFrom(game, at, side, noDust));
    if (most === full) break;
  }
  return most;
}
