import { biomeAt, blockAt } from '../../land/block-state.ts';
import { setBlock } from '../../land/building.ts';
import { solidHeight } from '../../land/solid-height.ts';
import { fluidOf } from '../../land/fluid.ts';
import type { Game } from '../../rules/game.ts';
import { isOpenGround } from '../../rules/place.ts';
import { isRainedOn } from '../../rules/weather.ts';
import type { Creature } from '../creature.ts';
import { hurtCreature } from '../hurting.ts';

/** Temperatures of biomes: below the one snow stays, above the other it melts with the golem. */
const cold = 0.8;
const hot = 1;
const melting = 1;

/** Snow golems melt where it is warm or wet, and leave snow where it is cold. Source: the game's SnowGolem (1.16.5) */
export function melt(game: Game, creature: Creature): boolean {
  const { position, name } = creature;
  if (name !== 'snow_golem') return false;
  const temperature = game.squid.registry.biomes[biomeAt(game, position)]?.temperature ?? 0;
  const isWet = fluidOf(blockAt(game, position))?.kind === 'water' || isRainedOn(game, position);
  if (temperature > hot || isWet) hurtCreature(game, creature, melting);
  const at = position.floored();
  const mayChange = game.settings.mobGriefing && game.rules.isOn('mobGriefing') && isOpenGround(game, at);
  const isBare = game.world.blockStateAt(at) === 0 && solidHeight(blockAt(game, at.offset(0, -1, 0))) === 1;
  const snow = game.squid.registry.blocksByName['snow'];
  if (mayChange && isBare && temperature < cold && snow) setBlock(game, at, snow.defaultState);
  return false;
}
