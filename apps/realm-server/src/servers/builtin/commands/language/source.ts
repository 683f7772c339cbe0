import type { Vec3 } from 'vec3';
import type { Game } from '../../rules/game.ts';
import { type Being, playerSize } from '../../creatures/creature.ts';
import type { Player } from '../../squid/squid.ts';

/** On whose behalf a command runs, and from where. */
export interface Source {
  readonly game: Game;
  /** The player who typed it and gets the reply; null for the console. */
  readonly by: Player | null;
  readonly entity: Being | null;
  readonly position: Vec3;
  /** Degrees. */
  readonly yaw: number;
  readonly pitch: number;
  readonly anchor: 'feet' | 'eyes';
  /** It comes from a command block, which has an operator's powers and gets no reply. */
  readonly isBlock?: true;
}

export function sourceOf(game: Game, by: Player | null): Source {
  if (by) return { game, by, entity: by, position: by.position.clone(), ...lookOf(by), anchor: 'feet' };
  return { game, by, entity: null, position: game.spawn.clone(), yaw: 0, pitch: 0, anchor: 'feet' };
}

/** flying-squid keeps angles in 1/256 of a turn. @returns degrees */
export function lookOf({ yaw, pitch }: Being): { yaw: number; pitch: number } {
  return { yaw: degrees(yaw), pitch: degrees(pitch) };
}

/** Where the source's eyes or feet are, from which local coordinates count. */
export function anchorOf({ entity, position, anchor }: Source): Vec3 {
  return anchor === 'eyes' && entity ? eyesAbove(position) : position;
}

/** Those of a player whose feet are there; other creatures' are taken to be as high. */
export function eyesAbove(feet: Vec3): Vec3 {
  return feet.offset(0, playerSize.eyes, 0);
}

export function isPlayer(entity: Being | null): entity is Player {
  return entity?.type === 'player';
}

function degrees(angle: number): number {
  const turned = ((((angle * 360) / 256) % 360) + 360) % 360;
  return turned >= 180 ? turned - 360 : turned;
}
