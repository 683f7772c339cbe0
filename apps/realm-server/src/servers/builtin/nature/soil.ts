import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { setBlock } from '../land/building.ts';
import type { Game } from '../rules/game.ts';
import { gameModeOf } from '../rules/game.ts';
import { buildRefusal } from '../rules/place.ts';
import { isRainedOn } from '../rules/weather.ts';
import type { Player } from '../squid/squid.ts';
import { fluidOf } from '../land/fluid.ts';
import { brightness } from './growth.ts';
import { isCrop } from './plants.ts';
import type { ByChance } from './random-ticks.ts';

const spreadsAt = 9;
const wettest = 7;
/** How far water is from the farmland that it wets. */
const waters = 4;
const tries = 4;

/** Source: the game's own (1.16.5), SpreadingSnowyDirtBlock and FarmBlock */
export const living: readonly ByChance[] = [
  [/^(grass_block|mycelium)$/, spread],
  [/^farmland$/, moisten],
];

/** Grass dies where it is dark, and grows over the dirt around it where it is light. */
function spread(game: Game, at: Vec3, { kind }: PlacedBlock): void {
  if (isCovered(game, at)) return becomeDirt(game, at);
  const dirt = game.squid.registry.blocksByName['dirt']?.defaultState;
  if (brightness(game, at.offset(0, 1, 0)) < spreadsAt) return;
  for (let n = 0; n < tries; n += 1) {
    const to = at.offset(below(3) - 1, below(5) - 3, below(3) - 1);
    if (to.y < 0 || to.y > 255 || game.world.blockStateAt(to) !== dirt || isCovered(game, to)) continue;
    if (fluidOf(blockAt(game, to.offset(0, 1, 0)))) continue;
    setBlock(game, to, stateWith({ kind, properties: { snowy: 'false' } }, {}));
  }
}

/** Whether the block above lets no light through. */
function isCovered(game: Game, at: Vec3): boolean {
  const above = blockAt(game, at.offset(0, 1, 0));
  if (above?.kind.name === 'snow') return above.properties['layers'] !== '1';
  if (fluidOf(above)?.isSource === true) return true;
  return above?.kind.boundingBox === 'block' && !above.kind.transparent && above.kind.filterLight >= 15;
}

function below(count: number): number {
  return Math.floor(Math.random() * count);
}

/** Farmland is wet near water and in the rain, and dries out otherwise; dry and with nothing on it, it is dirt again. */
function moisten(game: Game, at: Vec3, block: PlacedBlock): void {
  const above = blockAt(game, at.offset(0, 1, 0));
  const moisture = Number(block.properties['moisture']);
  if (above?.kind.boundingBox === 'block' && !above.kind.transparent) return becomeDirt(game, at);
  if (isNearWater(game, at) || isRainedOn(game, at.offset(0, 1, 0))) {
    if (moisture < wettest) setBlock(game, at, stateWith(block, { moisture: String(wettest) }));
  } else if (moisture > 0) setBlock(game, at, stateWith(block, { moisture: String(moisture - 1) }));
  else if (!isCrop(above?.kind.name ?? '')) becomeDirt(game, at);
}

function isNearWater(game: Game, at: Vec3): boolean {
  for (let x = -waters; x <= waters; x += 1) {
    for (let z = -waters; z <= waters; z += 1) {
      for (const y of [0, 1]) if (fluidOf(blockAt(game, at.offset(x, y, z)))?.kind === 'water') return true;
    }
  }
  return false;
}

/** Who falls on farmland may trample it, where they may build. @param fallen blocks */
export function trample(game: Game, player: Player, feet: Vec3, fallen: number): void {
  const at = feet.offset(0, -0.2, 0).floored();
  if (Math.random() >= fallen - 0.5 || blockAt(game, at)?.kind.name !== 'farmland') return;
  const builder = { gameMode: gameModeOf(player), hasPowers: game.access.hasPowers(player.account) };
  if (buildRefusal(game, at, builder) === null) becomeDirt(game, at);
}

function becomeDirt(game: Game, at: Vec3): void {
  setBlock(game, at, game.squid.registry.blocksByName['dirt']?.defaultState ?? 0);
}
