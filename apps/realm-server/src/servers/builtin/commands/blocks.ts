import type { Vec3 } from 'vec3';
import { setBlock } from '../land/building.ts';
import type { Container } from '../land/container.ts';
import { setBlocks } from '../land/set-blocks.ts';
import type { Item } from '../squid/squid.ts';
import { fail, t } from '../messages/text.ts';
import { choice } from './language/argument.ts';
import { type Command, report } from './language/command.ts';
import { blockPos, isInWorld } from './language/coordinates.ts';
import type { Game } from '../rules/game.ts';
import type { Source } from './language/source.ts';
import { block, type BlockChoice, isSuch } from './things.ts';
import { form } from './language/tree.ts';

/** So far around the spawn, along an axis, land is loaded when somebody asks for it, as the game always has it; elsewhere only where players see it. */
const nearSpawn = 160;
/** As many blocks as the game changes with one command. */
const mostBlocks = 32_768;

export const setblockCommand: Command = {
  who: 'operators',
  forms: [
    form([blockPos('pos'), block('block')], (source, at, what) => place(source, at, what, false)),
    form([blockPos('pos'), block('block'), choice('destroy', 'keep', 'replace')], (source, at, what, how) =>
      place(source, at, what, how === 'keep'),
    ),
  ],
};

const filled = [blockPos('from'), blockPos('to'), block('block')] as const;

export const fillCommand: Command = {
  who: 'operators',
  forms: [
    form(filled, fillWhole),
    form([...filled, choice('destroy', 'replace')], fillWhole),
    form([...filled, 'keep'], (source, from, to, what) =>
      fill(source, from, to, (_, before) => (before === 0 ? what.state : before)),
    ),
    form([...filled, choice('outline', 'hollow')], (source, from, to, what, how) => {
      const [low, high] = [from.min(to), from.max(to)];
      const isShell = (at: Vec3): boolean =>
        [at.x, at.y, at.z].some((value, axis) => value === low.toArray()[axis] || value === high.toArray()[axis]);
      return fill(source, from, to, (at, before) => (isShell(at) ? what.state : how === 'hollow' ? 0 : before));
    }),
    form([...filled, 'replace', block('filter', 'block_predicate')], (source, from, to, what, filter) =>
      fill(source, from, to, (_, before) => (isSuch(filter, source.game.squid.registry, before) ? what.state : before)),
    ),
  ],
};

const cloned = [blockPos('begin'), blockPos('end'), blockPos('destination')] as const;
const masks = choice('replace', 'masked');

export const cloneCommand: Command = {
  who: 'operators',
  forms: [
    form(cloned, cloneMasked),
    form([...cloned, masks], cloneMasked),
    form([...cloned, masks, choice('force', 'move', 'normal')], cloneMasked),
    form([...cloned, 'filtered', block('filter', 'block_predicate')], (source, from, to, at, filter) =>
      clone(source, from, to, at, (state) => isSuch(filter, source.game.squid.registry, state)),
    ),
  ],
};

function place(source: Source, at: Vec3, { state }: BlockChoice, onlyAir: boolean): void {
  assertLoaded(source.game, at, at);
  const before = source.game.world.blockStateAt(at);
  if (before === state || (onlyAir && before !== 0)) fail('commands.setblock.failed');
  setBlock(source.game, at, state);
  report(source, t('commands.setblock.success', at.x, at.y, at.z));
}

function fillWhole(source: Source, from: Vec3, to: Vec3, { state }: BlockChoice): number {
  return fill(source, from, to, () => state);
}

/** @param next the state that replaces the given one */
function fill(source: Source, from: Vec3, to: Vec3, next: (at: Vec3, before: number) => number): number {
  const places = inBox(from, to, 'commands.fill.toobig');
  assertLoaded(source.game, from.min(to), from.max(to));
  const { world } = source.game;
  const changes = places.flatMap((at): [Vec3, number][] => {
    const before = world.blockStateAt(at);
    const state = next(at, before);
    return state === before ? [] : [[at, state]];
  });
  if (changes.length === 0) fail('commands.fill.failed');
  setBlocks(source.game, changes);
  report(source, t('commands.fill.success', changes.length));
  return changes.length;
}

function cloneMasked(
  source: Source,
  from: Vec3,
  to: Vec3,
  destination: Vec3,
  mask: 'replace' | 'masked' = 'replace',
  how?: 'force' | 'move' | 'normal',
): number {
  return clone(source, from, to, destination, (state) => mask === 'replace' || state !== 0, how);
}

function clone(
  source: Source,
  from: Vec3,
  to: Vec3,
  destination: Vec3,
  isWanted: (state: number) => boolean,
  how: 'force' | 'move' | 'normal' = 'normal',
): number {
  const places = inBox(from, to, 'commands.clone.toobig');
  const [low, high] = [from.min(to), from.max(to)];
  const shift = destination.minus(low);
  const end = high.plus(shift);
  const isApart = (['x', 'y', 'z'] as const).some((axis) => destination[axis] > high[axis] || end[axis] < low[axis]);
  if (how === 'normal' && !isApart) fail('commands.clone.overlap');
  const { world } = source.game;
  if (!isInWorld(source.game, end)) fail('argument.pos.outofworld');
  assertLoaded(source.game, low, high);
  assertLoaded(source.game, destination, end);
  // All are read before the first is written.
  const copied = places.map((at) => ({ at, state: world.blockStateAt(at) })).filter(({ state }) => isWanted(state));
  // What blocks hold goes with them once; a copy is empty, or an item would be two.
  const held = how === 'move' ? copied.map(({ at }) => contentsOf(world.container(at))) : [];
  if (how === 'move')
    setBlocks(
      source.game,
      copied.map(({ at }) => [at, 0]),
    );
  const changes = copied.map(({ at, state }): [Vec3, number] => [at.plus(shift), state]);
  const changed = changes.filter(([at, state]) => world.blockStateAt(at) !== state);
  if (changed.length === 0 && held.length === 0) fail('commands.clone.failed');
  setBlocks(source.game, changed);
  held.forEach((items, n) => {
    const container = items && world.container(changes[n]?.[0] ?? destination);
    items?.forEach((item, slot) => container?.set(slot, item));
  });
  const count = how === 'move' ? changes.length : changed.length;
  report(source, t('commands.clone.success', count));
  return count;
}

function contentsOf(container: Container | null): (Item | null)[] | null {
  return container && Array.from({ length: container.size }, (_, slot) => container.get(slot));
}

/** Land that is not loaded would have to be generated in one turn, with everybody waiting for it. */
function assertLoaded({ world, spawn }: Game, low: Vec3, high: Vec3): void {
  for (let x = low.x & ~15; x <= high.x; x += 16) {
    for (let z = low.z & ~15; z <= high.z; z += 16) {
      const isNear = Math.max(Math.abs(x - spawn.x), Math.abs(z - spawn.z)) <= nearSpawn;
      if (!isNear && !world.isSeen({ x, y: 0, z })) fail('argument.pos.unloaded');
    }
  }
}

/** @throws CommandError for more blocks than are changed at once */
function inBox(from: Vec3, to: Vec3, tooBig: string): Vec3[] {
  const [low, high] = [from.min(to), from.max(to)];
  const size = high.minus(low).offset(1, 1, 1);
  const count = size.x * size.y * size.z;
  if (count > mostBlocks) fail(tooBig, mostBlocks, count);
  return Array.from({ length: count }, (_, n) =>
    low.offset(n % size.x, Math.floor(n / (size.x * size.z)), Math.floor(n / size.x) % size.z),
  );
}
