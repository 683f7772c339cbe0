import { Vec3 } from 'vec3';
import { blockAt, type PlacedBlock, stateWith } from '../land/block-state.ts';
import { mayBuild, refuse, setBlock } from '../land/building.ts';
import { directions } from '../land/sides.ts';
import { yields } from '../nature/falling.ts';
import type { Click } from '../players/click.ts';
import { useUp } from '../players/items.ts';
import { sidesAhead } from '../players/near.ts';
import { showPose } from '../players/pose.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import { changesWeather } from '../rules/weather.ts';
import { beginDay } from '../rules/days.ts';
import type { Player } from '../squid/squid.ts';
import { isBuilding } from '../windows/open-windows.ts';
import { bodyOf } from './body.ts';

/** Players in bed between these ticks of the day sleep; after so many ticks it is morning. */
const night = { from: 12_542, until: 23_459 };
const sleepTicks = 100;
const reach = 4;
/** Players cannot sleep with monsters this near. */
const unsafe = { across: 8, up: 5 };
/** animation of protocol 754. */
const leavesBed = 2;
const nobody = '00000000-0000-0000-0000-000000000000';
const aboveHotbar = 2;

/** Packet block_place on a bed: sets the player's spawn point, and puts them to sleep if it is night. @returns false if it is not a bed */
export function useBed({ game, player, at, block: bed }: Click): boolean {
  if (!bed.kind.name.endsWith('_bed') || isBuilding(player)) return false;
  if (game.world.dimension !== 'overworld') return true;
  const head = bed.properties['part'] === 'head' ? at : at.plus(directions[bed.properties['facing'] ?? ''] ?? at);
  if (head.offset(0.5, 0.5, 0.5).distanceTo(player.position) > reach) {
    say(player, 'block.minecraft.bed.too_far_away');
    return true;
  }
  const body = bodyOf(player);
  if (!body.spawn?.isBed || !body.spawn.at.equals(head)) {
    body.spawn = { at: head, isBed: true };
    say(player, 'block.minecraft.set_spawn');
  }
  const isTaken = game.squid.players.some(
    (other) => other !== player && bodyOf(other).sleptTicks !== null && bodyOf(other).spawn?.at.equals(head),
  );
  const { time } = game.squid;
  const isDay = time < night.from || time > night.until;
  if (isDay && game.skies.weather !== 'thunder') say(player, 'block.minecraft.bed.no_sleep');
  else if (isNearMonsters(game, head)) say(player, 'block.minecraft.bed.not_safe');
  else if (isTaken) say(player, 'block.minecraft.bed.occupied');
  else if (body.sleptTicks === null) {
    body.sleptTicks = 0;
    showPose(player, true);
  }
  return true;
}

/** Packet block_place with a bed in the hand, which takes two blocks. @returns false for any other item */
export function placeBed({ game, player, at: clicked, block, beside, item }: Click): boolean {
  const kind = item?.name.endsWith('_bed') ? game.squid.registry.blocksByName[item.name] : undefined;
  if (!kind) return false;
  const foot = yields(block) ? clicked : beside;
  const { across: facing } = sidesAhead(player);
  const head = foot.plus(directions[facing]);
  const isFree = [foot, head].every((at) => yields(blockAt(game, at)) && mayBuild(game, player, at));
  const bed: PlacedBlock = { kind, properties: { facing, occupied: 'false' } };
  if (isFree) {
    setBlock(game, foot, stateWith(bed, { part: 'foot' }));
    setBlock(game, head, stateWith(bed, { part: 'head' }));
    useUp(player);
  } else refuse(game, player, clicked, foot, head);
  return true;
}

/** One tick of the night: when everybody has slept it is morning, and the weather clears. */
export function sleep(game: Game): void {
  const awake = game.squid.players.filter((player) => player.gameMode !== gameModeNumber.SPECTATOR);
  let asleep = 0;
  for (const player of awake) {
    const body = bodyOf(player);
    if (body.sleptTicks === null) continue;
    body.sleptTicks += 1;
    if (body.spawn && blockAt(game, body.spawn.at)?.kind.name.endsWith('_bed') !== true) wake(player);
    else if (body.sleptTicks >= sleepTicks) asleep += 1;
  }
  if (asleep === 0 || asleep < awake.length) return;
  for (const player of awake) wake(player);
  if (changesWeather(game)) game.skies.clear();
  if (game.settings.daylightCycle) beginDay(game.server);
}

/** The player gets up. */
export function wake(player: Player): void {
  const body = bodyOf(player);
  if (body.sleptTicks === null) return;
  body.sleptTicks = null;
  showPose(player, true);
  const packet = { entityId: player.id, animation: leavesBed };
  player._client.write('animation', packet);
  player._writeOthersNearby('animation', packet);
}

/** A place next to a bed; null if the bed is gone, or nobody can stand there. */
export function bedside(game: Game, bed: Vec3): Vec3 | null {
  if (blockAt(game, bed)?.kind.name.endsWith('_bed') !== true) return null;
  const isFree = (at: Vec3): boolean => blockAt(game, at)?.kind.boundingBox === 'empty';
  for (const dy of [0, -1, 1]) {
    for (const dx of [-1, 0, 1]) {
      for (const dz of [-1, 0, 1]) {
        const at = bed.offset(dx, dy, dz);
        const isGround = blockAt(game, at.offset(0, -1, 0))?.kind.boundingBox === 'block';
        if (isGround && isFree(at) && isFree(at.offset(0, 1, 0))) return at.offset(0.5, 0, 0.5);
      }
    }
  }
  return null;
}

function isNearMonsters({ creatures }: Game, bed: Vec3): boolean {
  return creatures.living().some(({ kind, position }) => {
    const { x, y, z } = position.minus(bed).abs();
    return kind.category === 'monster' && Math.max(x, z) < unsafe.across && y < unsafe.up;
  });
}

function say(player: Player, translate: string): void {
  player._client.write('chat', { message: JSON.stringify({ translate }), position: aboveHotbar, sender: nobody });
}
