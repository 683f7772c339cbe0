import type { Vec3 } from 'vec3';
import { type Compound, valueOf } from '../../../world-format/nbt-fields.ts';
import { yields } from '../nature/falling.ts';
import { isWaterSource } from './fluid.ts';
import type { Click } from '../players/click.ts';
import { useUp } from '../players/items.ts';
import { positionNear } from '../players/near.ts';
import type { Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import { isWithinReach } from '../windows/open-windows.ts';
import { blockAt, type PlacedBlock, placedBlock, stateWith } from './block-state.ts';
import { mayBuild, refuse, setBlock } from './building.ts';
import { sideNames } from './sides.ts';

const lines = [1, 2, 3, 4] as const;
/** Of one line: no sign shows more. */
const mostLetters = 90;
/** A line of a file is a text component, and longer than its letters. */
const mostStored = 2048;
const unwanted = /[\p{Cc}\u2028\u2029§]/gu;
/** The action of the packet tile_entity_data of protocol 754 that is about a sign. */
const signAction = 9;
/** Which sign each player is writing. */
const writing = new WeakMap<Player, Vec3>();

/** Packet block_place with a sign in the hand: it faces the player, or hangs on the wall, and the player may write on it. @returns false for any other item */
export function placeSign({ game, player, at: clicked, block, side, beside, item }: Click): boolean {
  if (!item?.name.endsWith('_sign')) return false;
  const at = yields(block) ? clicked : beside;
  const { registry } = game.squid;
  const isWall = !at.equals(clicked) && side > 1;
  const kind = registry.blocksByName[isWall ? item.name.replace(/_sign$/, '_wall_sign') : item.name];
  const plain = kind ? placedBlock(registry, kind.defaultState) : null;
  const ground = blockAt(game, isWall ? clicked : at.offset(0, -1, 0));
  if (!plain || ground?.kind.boundingBox !== 'block' || !yields(blockAt(game, at)) || !mayBuild(game, player, at)) {
    refuse(game, player, at);
    return true;
  }
  // flying-squid keeps angles in 1/256 of a turn, signs know sixteen ways.
  const rotation = String(Math.floor((player.yaw + 128) / 16 + 0.5) & 15);
  const properties = {
    facing: sideNames[side] ?? 'north',
    rotation,
    waterlogged: String(isWaterSource(blockAt(game, at))),
  };
  setBlock(game, at, stateWith(plain, properties));
  useUp(player);
  writing.set(player, at);
  player._client.write('open_sign_entity', { location: at });
  return true;
}

/** Packet update_sign: the player who placed a sign may write on it once. */
export function writeSign(game: Game, player: Player, packet: Record<string, unknown>): void {
  const at = positionNear(player, packet['location']);
  if (!at || !writing.get(player)?.equals(at) || !isWithinReach(player, at)) return;
  writing.delete(player);
  if (!isSign(blockAt(game, at))) return;
  const fields: Compound = {
    id: { type: 'string', value: 'minecraft:sign' },
    Color: { type: 'string', value: 'black' },
  };
  for (const line of lines) {
    const text = String(packet[`text${line}`]).replace(unwanted, '').slice(0, mostLetters);
    fields[`Text${line}`] = { type: 'string', value: JSON.stringify({ text }) };
  }
  game.world.keepBlockEntity(at, fields);
  const update = {
    location: at,
    action: signAction,
    nbtData: { type: 'compound', name: '', value: game.world.blockEntity(at) },
  };
  for (const { _client } of game.squid.players) _client.write('tile_entity_data', update);
}

function isSign(block: PlacedBlock | null): boolean {
  return block?.kind.name.endsWith('_sign') === true;
}

/** What clients are shown of what a file says of a sign; nothing of anything else. */
export function shownOfSign(fields: Compound | null): Compound {
  if (!fields || valueOf(fields['id']) !== 'minecraft:sign') return {};
  const shown = ['Color', ...lines.map((line) => `Text${line}`)].flatMap((name) => {
    const text = valueOf(fields[name]);
    return typeof text === 'string' && text.length <= mostStored ? [[name, { type: 'string', value: text }]] : [];
  });
  return Object.fromEntries(shown) as Compound;
}
