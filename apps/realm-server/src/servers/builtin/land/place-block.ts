import type { Vec3 } from 'vec3';
import { yields } from '../nature/falling.ts';
import { isWaterSource } from './fluid.ts';
import type { Click } from '../players/click.ts';
import { useUp } from '../players/items.ts';
import { worldHeight } from '../rules/place.ts';
import { blockAt, placedBlock, stateWith } from './block-state.ts';
import { isSomebodyIn, mayBuild, refuse, setBlock } from './building.ts';
import { joined } from './joins.ts';
import { opposite, sideNames } from './sides.ts';
import { isHeld } from './support.ts';

const axes = ['y', 'y', 'z', 'z', 'x', 'x'];
/** What looks at whoever places it; others look away, as stairs do. */
const watching = /^(carved_pumpkin|jack_o_lantern|lectern|loom|stonecutter)$|_glazed_terracotta$/;
/** What looks away from where it is fastened. */
const fastened = /^(ladder|end_rod)$|_wall_(banner|head|skull)$/;
/** On a wall they are other blocks. */
const hung = /_(banner|head|skull)$/;
/** Sixteenths of a turn that signs and banners know. */
const sixteenth = Math.PI / 8;

/** Packet block_place with any other block in the hand. The block is placed and the item taken in one turn, so it cannot be placed twice, or dropped meanwhile. */
export function placeBlock({ game, player, at: clicked, block, side, beside, item, cursorY }: Click): void {
  const { registry } = game.squid;
  if (!Number.isFinite(cursorY)) return;
  const held = item?.name ?? '';
  const isReplaced = yields(block);
  const name = side > 1 && !isReplaced ? held.replace(hung, '_wall_$1') : held;
  const plain = placedBlock(registry, registry.blocksByName[name]?.defaultState ?? -1);
  // The other half of a slab: of the clicked one through its open side, or of one beside it.
  const halfAt = (place: Vec3): string | null => {
    const there = blockAt(game, place);
    const isHalf = there?.kind === plain?.kind && name.endsWith('_slab') && there?.properties['type'] !== 'double';
    return isHalf ? (there?.properties['type'] ?? null) : null;
  };
  const isOpen = halfAt(clicked) === ['top', 'bottom'][side] && side < 2;
  const at = isOpen || isReplaced ? clicked : beside;
  const isDoubled = halfAt(at) !== null;
  const isFree = isDoubled || yields(blockAt(game, at));
  const isAllowed = mayBuild(game, player, clicked) && mayBuild(game, player, at);
  const isInTheWay = plain?.kind.boundingBox === 'block' && isSomebodyIn(game, at);
  const isDry = /^(kelp|seagrass)$/.test(name) && !isWaterSource(blockAt(game, at));
  const isElsewhere = isDry || name === 'lily_pad' || (name === 'vine' && side === 1);
  if (!plain || !isAllowed || !isFree || isInTheWay || isElsewhere) {
    return refuse(game, player, clicked, at);
  }
  const [x, z] = [at.x + 0.5 - player.position.x, at.z + 0.5 - player.position.z];
  const isUpper = side === 0 || (side !== 1 && cursorY > 0.5);
  const away = Math.abs(x) > Math.abs(z) ? (x > 0 ? 'east' : 'west') : z > 0 ? 'south' : 'north';
  const isFastened = fastened.test(name) || (name === 'grindstone' && side > 1);
  const looks: Record<string, string> = {
    axis: axes[side] ?? 'y',
    facing: isFastened ? (sideNames[side] ?? away) : watching.test(name) ? opposite(away) : away,
    face: ['ceiling', 'floor'][side] ?? 'wall',
    hanging: String(side === 0),
    half: isUpper ? 'top' : 'bottom',
    type: isDoubled ? 'double' : isUpper ? 'top' : 'bottom',
    rotation: String(Math.round(Math.atan2(x, -z) / sixteenth) & 15),
    ...(name === 'vine' && { [opposite(sideNames[side] ?? '')]: 'true' }),
    waterlogged: String(!isDoubled && isWaterSource(blockAt(game, at))),
  };
  const known = plain.kind.states.filter(
    ({ name: property, values }) => values?.includes(looks[property] ?? '') ?? true,
  );
  const changes = known.flatMap(({ name: property }) => {
    const look = looks[property];
    return look === undefined ? [] : [[property, look]];
  });
  const turned =
    placedBlock(registry, stateWith(plain, Object.fromEntries(changes) as Record<string, string>)) ?? plain;
  const above = turned.properties['half'] === 'lower' ? at.offset(0, 1, 0) : null;
  const hasRoom = !above || (above.y < worldHeight && blockAt(game, above)?.kind.name === 'air');
  if (!hasRoom || !isHeld(game, at, turned)) return refuse(game, player, clicked, at, above ?? at);
  setBlock(game, at, joined(game, at, turned));
  if (above) setBlock(game, above, stateWith(turned, { half: 'upper' }));
  useUp(player);
}
