import type { Game } from '../../rules/game.ts';
import type { Being } from '../../creatures/creature.ts';
import { isPlayer, type Source } from './source.ts';
import { joined, t, type Text } from '../../messages/text.ts';

/** The name used by scores and teams: a player's own, or an entity's uuid. */
export function nameOf(entity: Being): string {
  return isPlayer(entity) ? entity.username : entity.uuid;
}

/** The kind of entity, as the game calls it. */
export function typeOf(entity: Being): string {
  return isPlayer(entity) ? 'player' : entity.name;
}

/** How everybody is shown it: a player in the colours of their team. */
export function shownName(game: Game, entity: Being): Text {
  if (!isPlayer(entity)) return t(`entity.minecraft.${typeOf(entity)}`);
  return game.scoreboard.inTeam(entity.username);
}

export function shownNames(game: Game, entities: readonly Being[]): Text {
  return joined(entities.map((entity) => shownName(game, entity)));
}

export function shownSource({ game, entity, by, isBlock }: Source): Text {
  if (entity) return shownName(game, entity);
  return by ? shownName(game, by) : isBlock ? '@' : 'Server';
}
