import type { Tag } from '../../../world-format/nbt-fields.ts';
import { list } from '../../../world-format/nbt-tags.ts';
import { Vec3 } from 'vec3';
import { farthest } from '../rules/place.ts';
import type { Player } from '../squid/squid.ts';
import { isRecord } from '../../../world-format/is-record.ts';
import type { Effect } from './potions/effects.ts';
import { bodyOf, fullAir, fullFood, newSeed, renew } from './body.ts';

/** What the game's file of a player has of their body. Source: https://minecraft.wiki/w/Player.dat_format (Java Edition 1.16) */
export interface SavedBody {
  food: number;
  saturation: number;
  exhaustion: number;
  air: number;
  fireTicks: number;
  fallen: number;
  absorption: number;
  effects: Map<number, Effect>;
  xpSeed: number;
  spawn: { at: Vec3; isBed: boolean } | null;
}

/** The game's last effect, what a command gives at most, and absorption at its strongest. */
const lastEffect = 32;
const mostTicks = 20_000_000;
const mostAbsorbed = 1024;

export function bodyTags(player: Player): Record<string, Tag> {
  const { exhaustion, air, fireTicks, fallen, absorption, effects, xpSeed, spawn } = bodyOf(player);
  const active = [...effects].map(([id, { amplifier, ticksLeft, showsParticles }]) => ({
    Id: { type: 'byte', value: id },
    Amplifier: { type: 'byte', value: (amplifier << 24) >> 24 },
    Duration: { type: 'int', value: ticksLeft },
    Ambient: { type: 'byte', value: 0 },
    ShowParticles: { type: 'byte', value: Number(showsParticles) },
    ShowIcon: { type: 'byte', value: Number(showsParticles) },
  }));
  const spawnTags = spawn && {
    SpawnX: { type: 'int', value: spawn.at.x },
    SpawnY: { type: 'int', value: spawn.at.y },
    SpawnZ: { type: 'int', value: spawn.at.z },
    SpawnForced: { type: 'byte', value: spawn.isBed ? 0 : 1 },
    SpawnDimension: { type: 'string', value: 'minecraft:overworld' },
  };
  return {
    foodLevel: { type: 'int', value: player.food },
    foodSaturationLevel: { type: 'float', value: player.foodSaturation },
    foodExhaustionLevel: { type: 'float', value: exhaustion },
    Air: { type: 'short', value: air },
    Fire: { type: 'short', value: fireTicks },
    FallDistance: { type: 'float', value: fallen },
    XpSeed: { type: 'int', value: xpSeed },
    AbsorptionAmount: { type: 'float', value: absorption },
    ActiveEffects: list('compound', active),
    ...spawnTags,
  };
}

/** @param saved the file's fields, simplified */
export function savedBody(saved: Record<string, unknown>): SavedBody {
  const number = (name: string, otherwise: number, most: number): number => {
    const value = saved[name];
    return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.min(most, value)) : otherwise;
  };
  const place = ['SpawnX', 'SpawnY', 'SpawnZ'].map((name) => saved[name]);
  return {
    food: Math.floor(number('foodLevel', fullFood, fullFood)),
    saturation: number('foodSaturationLevel', 0, fullFood),
    exhaustion: number('foodExhaustionLevel', 0, 40),
    air: Math.floor(number('Air', fullAir, fullAir)),
    fireTicks: Math.floor(number('Fire', 0, 300)),
    fallen: number('FallDistance', 0, 4096),
    absorption: number('AbsorptionAmount', 0, mostAbsorbed),
    xpSeed: Number.isInteger(saved['XpSeed']) ? Number(saved['XpSeed']) | 0 : newSeed(),
    effects: savedEffects(saved['ActiveEffects']),
    spawn: place.every((value) => Number.isSafeInteger(value) && Math.abs(Number(value)) <= farthest)
      ? { at: new Vec3(...(place as [number, number, number])), isBed: saved['SpawnForced'] !== 1 }
      : null,
  };
}

/** Unknown and expired effects are skipped. */
function savedEffects(saved: unknown): Map<number, Effect> {
  const effects = new Map<number, Effect>();
  for (const entry of Array.isArray(saved) ? saved.filter(isRecord) : []) {
    const [id, amplifier, ticksLeft] = ['Id', 'Amplifier', 'Duration'].map((name) => Number(entry[name]));
    if (id === undefined || amplifier === undefined || ticksLeft === undefined) continue;
    if (!(id >= 1 && id <= lastEffect) || !(ticksLeft > 0 && ticksLeft <= mostTicks)) continue;
    effects.set(id, { amplifier: amplifier & 255, ticksLeft, showsParticles: entry['ShowParticles'] !== 0 });
  }
  return effects;
}

export function restoreBody(player: Player, { food, saturation, ...saved }: SavedBody): void {
  renew(player);
  player.food = food;
  player.foodSaturation = saturation;
  Object.assign(bodyOf(player), saved);
}
