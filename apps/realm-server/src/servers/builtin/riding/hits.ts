import type { Loose, LooseThings } from '../land/loose-things.ts';
import { isCreative } from '../land/building.ts';
import { itemNamed } from '../players/items.ts';
import { gameModeNumber, type Game } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';

/** What hits break. */
export interface Breakable extends Loose {
  /** Of the hits that it has taken. */
  damage: number;
}

const hit = { each: 10, most: 40 };
/** How far a player reaches to get in, or to hit it. */
const armsLength = 6;
/** entity_metadata of protocol 754, of boats and minecarts alike. */
const fields = { sinceHit: 7, direction: 8, damage: 9 };

export function mayReach({ health, gameMode, position }: Player, thing: Breakable): boolean {
  const isThere = health > 0 && gameMode !== gameModeNumber.SPECTATOR;
  return isThere && position.distanceTo(thing.position) <= armsLength;
}

/** A player hits it, and it shakes; five hits in quick succession break it, or one in creative mode. @param item what it drops */
export function strike<T extends Breakable>(
  game: Game,
  things: LooseThings<T>,
  thing: T,
  player: Player,
  item: string,
): void {
  thing.damage += hit.each;
  if (thing.damage > hit.most || isCreative(player)) {
    things.remove(thing);
    const dropped = isCreative(player) ? null : itemNamed(game.squid.registry, item);
    if (dropped) game.groundItems.drop(dropped, thing.position);
    return;
  }
  const metadata = [
    { key: fields.sinceHit, type: 1, value: 10 },
    { key: fields.direction, type: 1, value: Math.random() < 0.5 ? 1 : -1 },
    { key: fields.damage, type: 2, value: thing.damage },
  ];
  things.tell(thing, 'entity_metadata', { entityId: thing.id, metadata });
}

/** Recovers a little from its hits. */
export function recover(thing: Breakable): void {
  thing.damage = Math.max(0, thing.damage - 1);
}
