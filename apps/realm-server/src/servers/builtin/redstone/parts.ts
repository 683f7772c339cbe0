import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { change } from '../land/building.ts';
import { partsAt } from '../land/chests.ts';
import { clockwise, directions, opposite, sides } from '../land/sides.ts';
import { hold } from '../land/support.ts';
import type { Game } from '../rules/game.ts';
import { act } from './dispensers.ts';
import { checkHead, isFed, lookAtPiston, movePiston } from './pistons.ts';
import { checkPlate, checkWire } from './plates.ts';
import { checkDetector, lookAtRail } from './rails.ts';
import { senseDaylight } from './sensors.ts';
import { lookAtHook, lookAtWire } from './tripwires.ts';
import { comparatorLevel, conducts, full, powerAt, powerFrom, wire } from './power.ts';

type Step = (game: Game, at: Vec3, block: PlacedBlock) => void;

/** What one kind of block does of redstone. */
export interface Part {
  /** Something beside it has changed. */
  look?: Step;
  /** Its scheduled turn has come. */
  turn?: Step;
  /** It reacts to changes of the block it looks at. */
  observes?: true;
}

/** Ticks until each answers. */
const delays = { torch: 2, comparator: 2, lamp: 4, dispenser: 4, observer: 2, ofRepeater: 2 };
/** A torch that goes out so often in so many ticks is burnt out for longer. */
const burnOut = { times: 8, within: 60, rest: 160 };
const mostRemembered = 10_000;

const isOn = ({ properties }: PlacedBlock, name = 'powered'): boolean => properties[name] === 'true';
const isPowered = (game: Game, at: Vec3): boolean => powerAt(game, at) > 0;
const wait = (game: Game, at: Vec3, ticks: number): void => game.blockTicks.wait(at, ticks);

/** When each torch has gone out: it burns out by that. */
const outages = new Map<string, number[]>();

const torch: Part = {
  look(game, at, block) {
    if (isOn(block, 'lit') === powerFrom(game, at, hold(block) ?? '') > 0) wait(game, at, delays.torch);
  },
  turn(game, at, block) {
    const isFed = powerFrom(game, at, hold(block) ?? '') > 0;
    if (isOn(block, 'lit') !== isFed) return;
    const { tickCount } = game.squid;
    const recent = (outages.get(at.toString()) ?? []).filter((tick) => tick > tickCount - burnOut.within);
    if (isFed) recent.push(tickCount);
    if (outages.size >= mostRemembered) outages.clear();
    outages.set(at.toString(), recent);
    const isBurnt = recent.length >= burnOut.times;
    if (isFed || !isBurnt) change(game, at, block, { lit: String(!isFed) });
    if (isBurnt) wait(game, at, burnOut.rest);
  },
};

/** The power into a repeater or comparator from behind. */
function behind(game: Game, at: Vec3, facing: string): number {
  const direction = directions[facing];
  const source = direction && blockAt(game, at.plus(direction));
  const dust = source?.kind.name === wire ? Number(source.properties['power']) : 0;
  return Math.max(dust, powerFrom(game, at, facing));
}

/** The power into its sides. @param onlyGates only from other repeaters and comparators */
function beside(game: Game, at: Vec3, facing: string, onlyGates: boolean): number {
  const right = clockwise[facing] ?? '';
  return Math.max(
    ...[right, opposite(right)].map((side) => {
      const direction = directions[side];
      const source = direction && blockAt(game, at.plus(direction));
      const name = source?.kind.name ?? '';
      const counts = /^(repeater|comparator)$/.test(name) || (!onlyGates && /^redstone_(wire|block)$/.test(name));
      if (!counts) return 0;
      return name === wire ? Number(source?.properties['power']) : powerFrom(game, at, side);
    }),
  );
}

const repeater: Part = {
  look(game, at, block) {
    const { facing = '', delay } = block.properties;
    const isLocked = beside(game, at, facing, true) > 0;
    change(game, at, block, { locked: String(isLocked) });
    const isFed = behind(game, at, facing) > 0;
    if (!isLocked && isFed !== isOn(block)) wait(game, at, Number(delay) * delays.ofRepeater);
  },
  turn(game, at, block) {
    const { facing = '', delay } = block.properties;
    if (isOn(block, 'locked')) return;
    const isFed = behind(game, at, facing) > 0;
    if (isOn(block) && isFed) return;
    change(game, at, block, { powered: String(!isOn(block)) });
    // A pulse shorter than the delay comes out as long as the delay.
    if (!isOn(block) && !isFed) wait(game, at, Number(delay) * delays.ofRepeater);
  },
};

/** How full the container there is, from 0 to 15. Null if there is none. Source: the game's AbstractContainerMenu (1.16.5) */
function fullness(game: Game, at: Vec3): number | null {
  const { honey_level: honey, bites } = blockAt(game, at)?.properties ?? {};
  if (honey !== undefined) return Number(honey);
  if (bites !== undefined) return 14 - Number(bites) * 2;
  const stores = partsAt(game, at).map(({ container }) => container);
  const size = stores.reduce((sum, store) => sum + store.size, 0);
  if (size === 0) return null;
  const items = stores.flatMap((store) =>
    Array.from({ length: store.size }, (_, slot) => store.get(slot) ?? []).flat(),
  );
  const share = items.reduce((sum, { count, stackSize }) => sum + count / stackSize, 0) / size;
  return items.length > 0 ? 1 + Math.floor(share * 14) : 0;
}

function comparison(game: Game, at: Vec3, { properties: { facing = '', mode } }: PlacedBlock): number {
  const direction = directions[facing];
  if (!direction) return 0;
  let input = behind(game, at, facing);
  const source = at.plus(direction);
  const far = source.plus(direction);
  if (game.world.isSeen(far)) {
    const isThrough = input < full && conducts(game, source);
    input = fullness(game, source) ?? (isThrough ? fullness(game, far) : null) ?? input;
  }
  const other = beside(game, at, facing, false);
  return mode === 'subtract' ? Math.max(0, input - other) : input >= other ? input : 0;
}

const comparator: Part = {
  look(game, at, block) {
    if (comparison(game, at, block) !== comparatorLevel(game, at)) wait(game, at, delays.comparator);
  },
  turn(game, at, block) {
    const level = comparison(game, at, block);
    const id = { type: 'string', value: 'minecraft:comparator' };
    game.world.keepBlockEntity(at, { id, OutputSignal: { type: 'int', value: level } });
    change(game, at, block, { powered: String(level > 0) });
    game.redstone.changedAt(at);
  },
};

const observer: Part = {
  observes: true,
  turn(game, at, block) {
    change(game, at, block, { powered: String(!isOn(block)) });
    if (!isOn(block)) wait(game, at, delays.observer);
  },
};

/** Both halves of a door open together. */
const door: Part = {
  look(game, at, block) {
    const otherAt = at.offset(0, block.properties['half'] === 'upper' ? -1 : 1, 0);
    const other = blockAt(game, otherAt);
    const isPair = other?.kind === block.kind;
    const isFed = isPowered(game, at) || (isPair && isPowered(game, otherAt));
    if (isFed === isOn(block)) return;
    const next = { powered: String(isFed), open: String(isFed) };
    change(game, at, block, next);
    if (isPair) change(game, otherAt, other, next);
  },
};

const gate: Part = {
  look(game, at, block) {
    const isFed = isPowered(game, at);
    if (isFed !== isOn(block)) change(game, at, block, { powered: String(isFed), open: String(isFed) });
  },
};

/** Those near hear the note: their clients know the instrument. */
export function play(game: Game, at: Vec3, { kind }: PlacedBlock): void {
  for (const player of game.squid.players) {
    if (player.position.distanceTo(at) > 48) continue;
    player._client.write('block_action', { location: at, byte1: 0, byte2: 0, blockId: kind.id });
  }
}

const burns = (game: Game, at: Vec3): boolean =>
  sides.some((side) => blockAt(game, at.plus(side))?.kind.name.endsWith('fire'));

const parts: readonly (readonly [RegExp, Part])[] = [
  [/^(redstone_(wire|block)|lever|rail)$/, {}],
  [/_button$/, { turn: (game, at, block) => change(game, at, block, { powered: 'false' }) }],
  [/_pressure_plate$/, { turn: checkPlate }],
  [/^redstone_(wall_)?torch$/, torch],
  [/^repeater$/, repeater],
  [/^comparator$/, comparator],
  [/^observer$/, observer],
  [/_door$/, door],
  [/_(trapdoor|fence_gate)$/, gate],
  [/^hopper$/, { look: (game, at, block) => change(game, at, block, { enabled: String(!isPowered(game, at)) }) }],
  [
    /^redstone_lamp$/,
    {
      look(game, at, block) {
        const isFed = isPowered(game, at);
        if (isFed) change(game, at, block, { lit: 'true' });
        else if (isOn(block, 'lit')) wait(game, at, delays.lamp);
      },
      turn: (game, at, block) => change(game, at, block, { lit: String(isPowered(game, at)) }),
    },
  ],
  [/^tripwire_hook$/, { look: lookAtHook }],
  [/^tripwire$/, { look: lookAtWire, turn: checkWire }],
  [/^daylight_detector$/, { look: senseDaylight, turn: senseDaylight }],
  [/^target$/, { turn: (game, at, block) => change(game, at, block, { power: '0' }) }],
  [/^(powered|activator)_rail$/, { look: lookAtRail }],
  [/^detector_rail$/, { turn: checkDetector }],
  [/^tnt$/, { look: (game, at) => void ((isPowered(game, at) || burns(game, at)) && game.tnt.prime(at, null)) }],
  [
    /^note_block$/,
    {
      look(game, at, block) {
        const isFed = isPowered(game, at);
        if (isFed && !isOn(block)) play(game, at, block);
        change(game, at, block, { powered: String(isFed) });
      },
    },
  ],
  [
    /^(dispenser|dropper)$/,
    {
      look(game, at, block) {
        const isSetOff = isFed(game, at);
        if (isSetOff && !isOn(block, 'triggered')) wait(game, at, delays.dispenser);
        change(game, at, block, { triggered: String(isSetOff) });
      },
      turn: act,
    },
  ],
  [
    /command_block$/,
    {
      look: (game, at, block) => game.commandBlocks.look(at, block),
      turn: (game, at, block) => game.commandBlocks.turn(at, block),
    },
  ],
  [/^(sticky_)?piston$/, { look: lookAtPiston, turn: movePiston }],
  [/^piston_head$/, { look: checkHead }],
];

/** What only falls off the block that it is fastened to. */
export const fastened: Part = {};

/** Null if the block has nothing to do with redstone, and does not fall off another. */
export function partOf(block: PlacedBlock): Part | null {
  const part = parts.find(([kind]) => kind.test(block.kind.name))?.[1];
  return part ?? (hold(block) === null ? null : fastened);
}
