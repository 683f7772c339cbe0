import { Vec3 } from 'vec3';
import { type Compound, numberList, numbersOf } from '../../../world-format/nbt-fields.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { isPossiblePosition } from '../rules/place.ts';
import { newUuid } from '../survival/stored-ground-items.ts';
import { fullAir } from '../survival/body.ts';
import type { Creature, Stored } from './creature.ts';
import { type Kind, kindsOf } from './kinds.ts';

/** What is read of a file at most, a tick along an axis. */
const fastest = 4;

/** As the game's files have a creature. Source: https://minecraft.wiki/w/Entity_format (Java Edition 1.16) */
export function creatureTags({ kind, uuidParts, position, velocity, yaw, fields, ...creature }: Creature): Compound {
  return {
    ...fields,
    id: { type: 'string', value: `minecraft:${kind.name}` },
    UUID: { type: 'intArray', value: uuidParts },
    Pos: list('double', position.toArray()),
    Motion: list('double', velocity.toArray()),
    Rotation: list('float', [(yaw * 360) / 256, 0]),
    Health: { type: 'float', value: creature.health },
    Fire: { type: 'short', value: creature.fireTicks },
    Air: { type: 'short', value: creature.air },
    Age: { type: 'int', value: creature.age },
  };
}

/** Null for what is no creature of a kind that is known, or is dead or nowhere. */
export function readCreature(registry: Registry, fields: Compound): { kind: Kind; stored: Stored } | null {
  const kind = kindsOf(registry).get(String(fields['id']?.value).replace('minecraft:', ''));
  const entity = { value: fields };
  const place = numberList(entity, 'Pos', 3);
  if (!kind || !place) return null;
  const position = vector(place);
  const number = (name: string, otherwise: number, least: number, most: number): number =>
    Math.max(least, Math.min(most, numbersOf(entity, [name])?.[0] ?? otherwise));
  const health = number('Health', kind.health, 0, 1024);
  if (!isPossiblePosition(position) || health <= 0) return null;
  const speeds = numberList(entity, 'Motion', 3) ?? [0, 0, 0];
  const stored: Stored = {
    uuidParts: numberList(entity, 'UUID', 4) ?? newUuid(),
    position,
    velocity: vector(speeds.map((speed) => Math.max(-fastest, Math.min(fastest, speed)))),
    yaw: ((numberList(entity, 'Rotation', 2)?.[0] ?? 0) * 256) / 360,
    health,
    fireTicks: Math.floor(number('Fire', 0, 0, 300)),
    air: Math.floor(number('Air', fullAir, -20, fullAir)),
    age: Math.floor(number('Age', 0, -24_000, 24_000)),
    fields,
  };
  return { kind, stored };
}

/** One that comes into the world now. */
export function newborn(kind: Kind, position: Vec3): Stored {
  const health = kind.health;
  const yaw = Math.random() * 256;
  const velocity = new Vec3(0, 0, 0);
  return { uuidParts: newUuid(), position, velocity, yaw, health, fireTicks: 0, air: fullAir, age: 0, fields: {} };
}

function vector([x = 0, y = 0, z = 0]: readonly number[]): Vec3 {
  return new Vec3(x, y, z);
}

function list(type: string, value: readonly number[]): { type: string; value: unknown } {
  return { type: 'list', value: { type, value } };
}
