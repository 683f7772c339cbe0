import { heldItem, useUp } from '../players/items.ts';
import { positionNear } from '../players/near.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { blockAt, placedBlock, stateWith } from './block-state.ts';
import { isSomebodyIn, mayBuild, refuse, setBlock } from './building.ts';
import { sides } from './sides.ts';

const axes = ['y', 'y', 'z', 'z', 'x', 'x'];
/** Sixteenths of a turn that signs and banners know. */
const sixteenth = Math.PI / 8;

/** Packet block_place with any other block in the hand. The block is placed and the item taken in one turn, so it cannot be placed twice, or dropped meanwhile. */
export function placeBlock(game: Game, player: Player, packet: Record<string, unknown>): void {
  const { registry } = game.squid;
  const clicked = positionNear(player, packet['location']);
  const side = Number(packet['direction']);
  const beside = sides[side];
  if (!clicked || !beside || !Number.isFinite(packet['cursorY'])) return;
  const isEmpty = (at: typeof clicked): boolean => blockAt(game, at)?.kind.boundingBox === 'empty';
  const at = isEmpty(clicked) ? clicked : clicked.plus(beside);
  const name = heldItem(player)?.name ?? '';
  const plain = placedBlock(registry, registry.blocksByName[name]?.defaultState ?? -1);
  const isAllowed = packet['hand'] === 0 && mayBuild(game, player, clicked) && mayBuild(game, player, at);
  const isInTheWay = plain?.kind.boundingBox === 'block' && isSomebodyIn(game, at);
  if (!plain || !isAllowed || !isEmpty(at) || isInTheWay) {
    return refuse(game, player, clicked, at);
  }
  const [x, z] = [at.x + 0.5 - player.position.x, at.z + 0.5 - player.position.z];
  const isUpper = side === 0 || (side !== 1 && Number(packet['cursorY']) > 0.5);
  const looks: Record<string, string> = {
    axis: axes[side] ?? 'y',
    facing: Math.abs(x) > Math.abs(z) ? (x > 0 ? 'east' : 'west') : z > 0 ? 'south' : 'north',
    half: isUpper ? 'top' : 'bottom',
    rotation: String(Math.round(Math.atan2(x, -z) / sixteenth) & 15),
    waterlogged: String(blockAt(game, at)?.kind.name === 'water'),
  };
  const known = plain.kind.states.filter(
    ({ name: property, values }) => values?.includes(looks[property] ?? '') ?? true,
  );
  const changes = known.flatMap(({ name: property }) => {
    const look = looks[property];
    return look === undefined ? [] : [[property, look]];
  });
  setBlock(game, at, stateWith(plain, Object.fromEntries(changes) as Record<string, string>));
  useUp(player);
}
