import type { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock } from '../../land/block-state.ts';
import { setBlock } from '../../land/building.ts';
import { horizontal } from '../../land/sides.ts';
import type { Game } from '../../rules/game.ts';
import { kindsOf } from '../kinds.ts';

export function isGolemHead({ kind }: PlacedBlock): boolean {
  return kind.name === 'carved_pumpkin' || kind.name === 'jack_o_lantern';
}

/** A head placed on a body of snow or iron brings it to life; only upright bodies. Source: the game's CarvedPumpkinBlock (1.16.5) */
export function raiseGolem(game: Game, head: Vec3): void {
  const is = (at: Vec3, name: string): boolean => blockAt(game, at)?.kind.name === name;
  const [chest, feet] = [head.offset(0, -1, 0), head.offset(0, -2, 0)];
  const arms = horizontal
    .filter(({ x, z }) => x + z > 0)
    .map((side) => [chest.plus(side), chest.minus(side)])
    .find((both) => both.every((at) => is(at, 'iron_block')));
  const body = [chest, feet];
  if (body.every((at) => is(at, 'snow_block'))) come('snow_golem', body, {});
  else if (arms && body.every((at) => is(at, 'iron_block')))
    come('iron_golem', [...body, ...arms], { PlayerCreated: { type: 'byte', value: 1 } });

  function come(name: string, blocks: Vec3[], fields: object): void {
    const kind = kindsOf(game.squid.registry).get(name);
    if (!kind || !game.creatures.add(kind, feet.offset(0.5, 0.05, 0.5), { fields: { ...fields } })) return;
    for (const at of [head, ...blocks]) setBlock(game, at, 0);
  }
}
