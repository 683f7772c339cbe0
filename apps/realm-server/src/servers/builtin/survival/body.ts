import { randomInt } from 'node:crypto';
import type { Vec3 } from 'vec3';
import { gameModeNumber } from '../rules/game.ts';
import type { Player } from '../squid/squid.ts';
import type { Effect } from './potions/effects.ts';

/** What survival knows of a player beside health, food and saturation. Times are in ticks. */
export interface Body {
  /** From 0; at 4 a point of saturation or food is used up. */
  exhaustion: number;
  /** Since the last healing or starving. */
  foodTicks: number;
  air: number;
  /** How long the player still burns. */
  fireTicks: number;
  /** Blocks fallen so far. */
  fallen: number;
  /** How long less damage than the last counts for nothing. */
  shieldedTicks: number;
  lastDamage: number;
  isSprinting: boolean;
  /** On elytra. */
  isGliding: boolean;
  /** Since the last hit: who waits hits harder. */
  chargeTicks: number;
  /** What is being eaten, and how long it still takes. */
  meal: { slot: number; type: number; ticksLeft: number } | null;
  /** How long the player has slept; null while awake. */
  sleptTicks: number | null;
  /** Harm that the player is spared. */
  absorption: number;
  /** What the player is under, by the game's numbers. */
  effects: Map<number, Effect>;
  /** From which an enchanting table's offers follow. */
  xpSeed: number;
  /** Where the player respawns: the head of a bed, or a place set by /spawnpoint. */
  spawn: { at: Vec3; isBed: boolean } | null;
}

export const fullHealth = 20;
export const fullFood = 20;
export const fullAir = 300;
const firstSaturation = 5;

const bodies = new WeakMap<Player, Body>();

export function bodyOf(player: Player): Body {
  const known = bodies.get(player);
  if (known) return known;
  const body = { ...newBody, effects: new Map<number, Effect>(), xpSeed: newSeed(), spawn: null };
  bodies.set(player, body);
  return body;
}

const newBody: Omit<Body, 'spawn' | 'effects' | 'xpSeed'> = {
  exhaustion: 0,
  foodTicks: 0,
  air: fullAir,
  fireTicks: 0,
  fallen: 0,
  shieldedTicks: 0,
  lastDamage: 0,
  isSprinting: false,
  isGliding: false,
  chargeTicks: 100,
  meal: null,
  sleptTicks: null,
  absorption: 0,
};

export function newSeed(): number {
  return randomInt(-(2 ** 31), 2 ** 31);
}

/** Resets a player to a beginner's state, except for their spawn point. */
export function renew(player: Player): void {
  Object.assign(bodyOf(player), newBody);
  bodyOf(player).effects.clear();
  player.food = fullFood;
  player.foodSaturation = firstSaturation;
}

/** Whether the player is alive, and can be hurt in their game mode. */
export function isMortal({ health, gameMode }: Player): boolean {
  return health > 0 && (gameMode === gameModeNumber.SURVIVAL || gameMode === gameModeNumber.ADVENTURE);
}

/** What the player does costs strength. Source: https://minecraft.wiki/w/Hunger (Java Edition 1.16) */
export function exhaust(player: Player, by: number): void {
  if (!isMortal(player)) return;
  const body = bodyOf(player);
  body.exhaustion = Math.min(40, body.exhaustion + by);
}
