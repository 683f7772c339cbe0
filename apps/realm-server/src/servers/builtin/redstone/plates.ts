import { Vec3 } from 'vec3';
import type { Being } from '../creatures/creature.ts';
import { blockAt, type PlacedBlock } from '../land/block-state.ts';
import { change } from '../land/building.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { touchWire } from './tripwires.ts';

/** Ticks after which a plate that is pressed looks whether it still is. */
const checkTicks = { plain: 20, weighted: 10 };
/** Half the width of a player. */
const halfWidth = 0.3;

const pressing = ({ squid, creatures }: Game): Being[] => [
  ...squid.players.filter(({ gameMode }) => gameMode !== gameModeNumber.SPECTATOR),
  ...creatures.living(),
];

/** Presses the plates and tripwires under those who stand on them: looked up around each entity, of which there are few. */
export function pressPlates(game: Game): void {
  for (const { position } of pressing(game)) {
    const low = position.offset(-halfWidth, 0.1, -halfWidth).floored();
    const high = position.offset(halfWidth, 0.1, halfWidth).floored();
    for (let { x } = low; x <= high.x; x += 1) {
      for (let { z } = low; z <= high.z; z += 1) {
        const at = new Vec3(x, low.y, z);
        const block = game.world.isSeen(at) ? blockAt(game, at) : null;
        if (block?.kind.name === 'tripwire') touchWire(game, at, block, true);
        if (!block?.kind.name.endsWith('_pressure_plate')) continue;
        const { powered, power } = block.properties;
        if (powered === 'false' || power === '0') checkPlate(game, at, block);
      }
    }
  }
}

/** A plate gives power while something is on it; a weighted one by how many entities are. */
export function checkPlate(game: Game, at: Vec3, block: PlacedBlock): void {
  const { name } = block.kind;
  const count = pressing(game).filter(({ position }) => isOn(position, at)).length;
  const power = Math.min(15, name.startsWith('heavy') ? Math.ceil(count / 10) : count);
  change(game, at, block, { powered: String(count > 0), power: String(power) });
  if (count > 0) game.blockTicks.wait(at, 'power' in block.properties ? checkTicks.weighted : checkTicks.plain);
}

/** Checks whether something still touches a tripwire. */
export function checkWire(game: Game, at: Vec3, block: PlacedBlock): void {
  const isTouched = pressing(game).some(({ position }) => isOn(position, at));
  touchWire(game, at, block, isTouched);
}

function isOn({ x, y, z }: Vec3, at: Vec3): boolean {
  const isAcross = Math.abs(x - at.x - 0.5) < 0.5 + halfWidth && Math.abs(z - at.z - 0.5) < 0.5 + halfWidth;
  return isAcross && y >= at.y - 0.1 && y < at.y + 0.3;
}
