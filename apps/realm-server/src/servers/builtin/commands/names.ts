import type { Game } from '../rules/game.ts';
import type { Entity } from '../squid/squid.ts';
import { isPlayer, type Source } from './source.ts';
import { joined, t, type Text } from '../messages/text.ts';

/** By which name scores and teams know it: a player's own, or what stands for any other. */
export function nameOf(entity: Entity): string {
  return isPlayer(entity) ? entity.username : (entity.uuid ?? String(entity.id));
}

/** The kind of entity, as the game calls it. */
export function typeOf(entity: Entity): string {
  return isPlayer(entity) ? 'player' : (entity.name ?? entity.type).toLowerCase().replaceAll(' ', '_');
}

/** How everybody is shown it: a player in the colours of their team. */
export function shownName(game: Game, entity: Entity): Text {
  if (!isPlayer(entity)) return t(`entity.minecraft.${typeOf(entity)}`);
  return game.scoreboard.inTeam(entity.username);
}

export function shownNames(game: Game, entities: readonly Entity[]): Text {
  return joined(entities.map((entity) => shownName(game, entity)));
}

export function shownSource({ game, entity, by, isBlock }: Source): Text {
  if (entity) return shownName(game, entity);
  return by ? shownName(game, by) : isBlock ? '@' : 'Server';
}
