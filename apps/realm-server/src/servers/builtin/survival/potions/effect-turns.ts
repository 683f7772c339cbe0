import { compoundsOf, numbersOf } from '../../../../world-format/nbt-fields.ts';
import type { Being } from '../../creatures/creature.ts';
import { healCreature, hurtCreature, undead } from '../../creatures/hurting.ts';
import type { Game } from '../../rules/game.ts';
import type { Item, Player } from '../../squid/squid.ts';
import { bodyOf, exhaust, fullFood, fullHealth } from '../body.ts';
import { causes, hurt } from '../damage.ts';
import { type Effect, type EffectName, effectIds, putUnder, takeEffect, takeEffects } from './effects.ts';
import { effectsOf, potionOf } from './potions.ts';

/** @param share of what acts at once */
type Act = (game: Game, player: Player, amplifier: number, share: number) => void;

/** What acts so often, by the amplifier, while it lasts. Source: the game's MobEffect (1.16.5) */
const regular = new Map<number, { every: (amplifier: number) => number; act: Act }>([
  [effectIds.regeneration, { every: halved(50), act: (_, player) => heal(player, 1) }],
  [
    effectIds.poison,
    { every: halved(25), act: (game, player) => void (player.health > 1 && hurt(game, player, 1, causes.magic)) },
  ],
  [effectIds.wither, { every: halved(40), act: (game, player) => void hurt(game, player, 1, causes.wither) }],
  [effectIds.hunger, { every: () => 1, act: (_, player, amplifier) => exhaust(player, 0.005 * (amplifier + 1)) }],
]);
/** Instant effects. */
const instant = new Map<number, Act>([
  [effectIds.instantHealth, (_, player, amplifier, share) => heal(player, share * 4 * 2 ** Math.min(8, amplifier))],
  [
    effectIds.instantDamage,
    (game, player, amplifier, share) => void hurt(game, player, share * 6 * 2 ** Math.min(8, amplifier), causes.magic),
  ],
  [effectIds.saturation, feed],
]);

/** What a food does beside feeding: how strong from 0, for how many ticks, and how likely. Source: the game's Foods (1.16.5) */
const sideEffects: Record<
  string,
  Partial<Record<EffectName, readonly [amplifier: number, ticks: number, likelihood?: number]>> | undefined
> = {
  golden_apple: { regeneration: [1, 100], absorption: [0, 2400] },
  enchanted_golden_apple: {
    regeneration: [1, 400],
    resistance: [0, 6000],
    fireResistance: [0, 6000],
    absorption: [3, 2400],
  },
  rotten_flesh: { hunger: [0, 600, 0.8] },
  chicken: { hunger: [0, 600, 0.3] },
  spider_eye: { poison: [0, 100] },
  poisonous_potato: { poison: [0, 100, 0.6] },
  pufferfish: { poison: [3, 1200], hunger: [2, 300], nausea: [0, 300] },
};

const harmful = new Set<EffectName>(['instantDamage', 'poison', 'slowness', 'weakness']);
/** In ticks: what a splash leaves of an effect that lasts no longer is nothing. */
const shortest = 20;

/** Puts a player under an effect, or has it act where it is over at once. */
export function affect(game: Game, player: Player, id: number, effect: Effect, share = 1): void {
  const act = instant.get(id);
  if (!act) putUnder(player, id, effect);
  else if (player.health > 0) act(game, player, effect.amplifier, share);
  if (act) player.updateHealth(player.health);
}

/**
 * Applies a potion to a target. Creatures are only affected by instant effects; a player who may not hurt others does them no harm.
 * @param shares of instant effects, and of the duration of lasting ones: from 0 to 1
 */
export function applyPotion(
  game: Game,
  target: Being,
  potion: string,
  by: Being | null,
  shares: { instant: number; lasting: number } = { instant: 1, lasting: 1 },
): void {
  for (const { effect, ticks, amplifier } of effectsOf(potion)) {
    if (target.type === 'mob') {
      const isUndead = undead.test(target.name) && target.name !== 'iron_golem';
      const amount = shares.instant * 2 ** amplifier;
      if (effect === (isUndead ? 'instantHealth' : 'instantDamage')) hurtCreature(game, target, 6 * amount, by);
      else if (effect.startsWith('instant')) healCreature(target, 4 * amount);
      continue;
    }
    const isOthers = by?.type === 'player' && by !== target;
    if (isOthers && harmful.has(effect) && !game.settings.dealDamage) continue;
    const ticksLeft = Math.floor(ticks * shares.lasting + 0.5);
    if (ticks > 1 && ticksLeft <= shortest) continue;
    affect(game, target, effectIds[effect], { amplifier, ticksLeft, showsParticles: true }, shares.instant);
  }
}

/** Applies the effects of what a player ate or drank. */
export function digestEffects(game: Game, player: Player, item: Item): void {
  const food = item.name;
  applyPotion(game, player, potionOf(item) ?? '', player);
  if (food === 'milk_bucket') takeEffects(player);
  if (food === 'honey_bottle') takeEffect(player, effectIds.poison);
  for (const stewed of compoundsOf(item.nbt, 'Effects')) {
    const [id, ticksLeft] = numbersOf({ value: stewed }, ['EffectId', 'EffectDuration']) ?? [];
    if (food === 'suspicious_stew' && id && ticksLeft) {
      affect(game, player, id, { amplifier: 0, ticksLeft, showsParticles: true });
    }
  }
  for (const [name, [amplifier, ticksLeft, likelihood = 1]] of Object.entries(sideEffects[food] ?? {})) {
    if (Math.random() < likelihood)
      affect(game, player, effectIds[name as EffectName], { amplifier, ticksLeft, showsParticles: true });
  }
}

/** One tick of what a player is under. */
export function feelEffects(game: Game, player: Player): void {
  const { effects } = bodyOf(player);
  for (const [id, effect] of effects) {
    const turn = regular.get(id);
    if (turn && effect.ticksLeft % turn.every(effect.amplifier) === 0) turn.act(game, player, effect.amplifier, 1);
    effect.ticksLeft -= 1;
    if (effect.ticksLeft <= 0) takeEffect(player, id);
    if (player.health <= 0) return;
  }
}

function halved(ticks: number): (amplifier: number) => number {
  return (amplifier) => Math.max(1, ticks >> Math.min(30, amplifier));
}

function heal(player: Player, by: number): void {
  if (player.health <= 0 || player.health >= fullHealth) return;
  player.updateHealth(Math.min(fullHealth, player.health + by));
}

function feed(_: Game, player: Player, amplifier: number): void {
  player.food = Math.min(fullFood, player.food + amplifier + 1);
  player.foodSaturation = Math.min(player.food, player.foodSaturation + 2 * (amplifier + 1));
}
