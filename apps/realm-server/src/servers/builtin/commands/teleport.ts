import type { Vec3 } from 'vec3';
import { fail } from '../messages/text.ts';
import { goTo } from '../dimensions/travel.ts';
import { sendPlace } from '../players/movement.ts';
import { isInsideBorder, isPossiblePosition } from '../rules/place.ts';
import { type Being, eyesOf } from '../creatures/creature.ts';
import { choice, optional } from './language/argument.ts';
import { type Command, reportOf } from './language/command.ts';
import { rotation, vec3 } from './language/coordinates.ts';
import { shownName } from './language/names.ts';
import { ownPlayer } from './people.ts';
import { nameFor } from './speak.ts';
import { eyesAbove, isPlayer, lookOf, type Source } from './language/source.ts';
import { entities, entity } from './language/targets.ts';
import { form } from './language/tree.ts';

interface Look {
  yaw: number;
  pitch: number;
}

export const teleportCommand: Command = {
  who: 'operators',
  forms: [
    form([vec3('location')], (source, at) => toPlace(source, [ownPlayer(source)], at)),
    form([entity('destination')], (source, to) => toEntity(source, [ownPlayer(source)], to)),
    form([entities('targets'), entity('destination')], toEntity),
    form([entities('targets'), vec3('location'), optional(rotation('rotation'))], toPlace),
    form([entities('targets'), vec3('location'), 'facing', vec3('facingLocation')], (source, targets, at, facing) =>
      toPlace(source, targets, at, lookAt(eyesAbove(at), facing)),
    ),
    form(
      [entities('targets'), vec3('location'), 'facing', 'entity', entity('facingEntity'), choice('eyes', 'feet')],
      (source, targets, at, facing, where) =>
        toPlace(source, targets, at, lookAt(eyesAbove(at), where === 'eyes' ? eyesOf(facing) : facing.position)),
    ),
  ],
};

/** Where one must look from a point to see the other. Degrees. */
export function lookAt(from: Vec3, to: Vec3): Look {
  const { x, y, z } = to.minus(from);
  return {
    yaw: (Math.atan2(z, x) * 180) / Math.PI - 90,
    pitch: (-Math.atan2(y, Math.hypot(x, z)) * 180) / Math.PI,
  };
}

function toEntity(source: Source, targets: readonly Being[], to: Being): number {
  const there = isPlayer(to) ? { ...source, game: source.game.dimensions.gameOf(to) } : source;
  for (const target of targets) move(there, target, to.position.clone(), isPlayer(target) ? lookOf(to) : undefined);
  const place = [shownName(source.game, to)];
  return reportOf(source, 'commands.teleport.success.entity', targets, nameFor(source), [], place);
}

function toPlace(source: Source, targets: readonly Being[], at: Vec3, look?: Look): number {
  for (const target of targets) move(source, target, at.clone(), look);
  const place = at.toArray().map((value) => value.toFixed(2));
  return reportOf(source, 'commands.teleport.success.location', targets, nameFor(source), [], place);
}

function move({ game }: Source, target: Being, to: Vec3, look?: Look): void {
  if (!isPossiblePosition(to)) fail('commands.teleport.invalidPosition');
  if (!isInsideBorder(game.settings, game.centre, to)) fail('argument.pos.outofworld');
  if (!isPlayer(target)) {
    // Creatures stay in their dimension.
    if (game.creatures.withId(target.id)) game.creatures.put(target, to);
    return;
  }
  goTo(game, target, to);
  if (look) sendPlace(target, look);
}
