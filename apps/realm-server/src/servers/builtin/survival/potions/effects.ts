import type { Player } from '../../squid/squid.ts';
import { bodyOf } from '../body.ts';

/** The game's numbers of the effects that the server reckons with. Source: https://minecraft.wiki/w/Effect (Java Edition 1.16) */
export const effectIds = {
  speed: 1,
  slowness: 2,
  haste: 3,
  miningFatigue: 4,
  strength: 5,
  instantHealth: 6,
  instantDamage: 7,
  jumpBoost: 8,
  nausea: 9,
  regeneration: 10,
  resistance: 11,
  fireResistance: 12,
  waterBreathing: 13,
  invisibility: 14,
  blindness: 15,
  nightVision: 16,
  hunger: 17,
  weakness: 18,
  poison: 19,
  wither: 20,
  absorption: 22,
  saturation: 23,
  levitation: 25,
  slowFalling: 28,
  conduitPower: 29,
} as const;
export type EffectName = keyof typeof effectIds;

/** What a player is under. */
export interface Effect {
  /** From 0: the level, less one. */
  amplifier: number;
  ticksLeft: number;
  showsParticles: boolean;
}

/** Packet entity_effect of protocol 754: particles 2, icon 4. */
const shown = { particles: 2, icon: 4 };
const walkingSpeed = 0.1;
/** Effects on walking speed: multiplicative modifiers of the attribute, with the game's own uuids. */
const paces = [
  { id: effectIds.speed, uuid: '91aeaa56-376b-4498-935b-2f7f68070635', amount: 0.2 },
  { id: effectIds.slowness, uuid: '7107de5e-7ce8-4030-940e-514c1f160890', amount: -0.15 },
];
const sprint = { uuid: '662a6b8d-da3e-4c1c-8813-96ea6097278d', amount: 0.3, operation: 2 };
const absorbedPerLevel = 4;

/** 0 for a player who is not under it. */
export function levelOf(player: Player, name: EffectName): number {
  const effect = bodyOf(player).effects.get(effectIds[name]);
  return effect ? effect.amplifier + 1 : 0;
}

/** Puts a player under an effect, unless they are under a stronger or longer one. */
export function putUnder(player: Player, id: number, effect: Effect): void {
  const { effects } = bodyOf(player);
  const now = effects.get(id);
  if (
    now &&
    (now.amplifier > effect.amplifier || (now.amplifier === effect.amplifier && now.ticksLeft > effect.ticksLeft))
  )
    return;
  effects.set(id, effect);
  showEffect(player, id, effect);
  if (paces.some((pace) => pace.id === id)) showPace(player);
  if (id === effectIds.absorption) absorb(player, absorbedPerLevel * (effect.amplifier + 1));
}

/** @returns whether they were under it */
export function takeEffect(player: Player, id: number): boolean {
  if (!bodyOf(player).effects.delete(id)) return false;
  player._client.write('remove_entity_effect', { entityId: player.id, effectId: id });
  if (paces.some((pace) => pace.id === id)) showPace(player);
  if (id === effectIds.absorption) absorb(player, 0);
  return true;
}

/** @returns whether they were under any */
export function takeEffects(player: Player): boolean {
  return [...bodyOf(player).effects.keys()].filter((id) => takeEffect(player, id)).length > 0;
}

/** Sends a client that has joined all effects of its player. */
export function showEffects(player: Player): void {
  const { effects, absorption } = bodyOf(player);
  for (const [id, effect] of effects) showEffect(player, id, effect);
  if (effects.size > 0) showPace(player);
  if (absorption > 0) absorb(player, absorption);
}

/** Sets how much harm the player is spared. Field 14 of entity_metadata. */
export function absorb(player: Player, hearts: number): void {
  bodyOf(player).absorption = hearts;
  player._client.write('entity_metadata', { entityId: player.id, metadata: [{ key: 14, type: 2, value: hearts }] });
}

function showEffect(player: Player, effectId: number, { amplifier, ticksLeft, showsParticles }: Effect): void {
  const hideParticles = showsParticles ? shown.particles | shown.icon : 0;
  const fields = { entityId: player.id, effectId, amplifier: (amplifier << 24) >> 24, duration: ticksLeft };
  player._client.write('entity_effect', { ...fields, hideParticles });
}

/** A client walks as fast as the server says. */
function showPace(player: Player): void {
  const { effects, isSprinting } = bodyOf(player);
  const modifiers = paces.flatMap(({ id, uuid, amount }) => {
    const effect = effects.get(id);
    return effect ? [{ uuid, amount: amount * (effect.amplifier + 1), operation: 2 }] : [];
  });
  const property = {
    key: 'minecraft:generic.movement_speed',
    value: walkingSpeed,
    modifiers: [...modifiers, ...(isSprinting ? [sprint] : [])],
  };
  player._client.write('entity_update_attributes', { entityId: player.id, properties: [property] });
}
