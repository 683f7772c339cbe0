import { Vec3 } from 'vec3';
import { type Compound, numberList, numbersOf, type Tag } from '../../../world-format/nbt-fields.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { entityName, entityTags, newUuid, readEntity } from '../land/stored-entity.ts';
import { fullAir } from '../survival/body.ts';
import { type Creature, type Data, dataFields, type Stored } from './creature.ts';
import { cubes, type Kind, kindsOf } from './kinds.ts';

/** One less than how big they are: as the game's files count. */
const slimeSizes = [0, 1, 3];
const dataNames = Object.keys(dataFields) as (keyof Data)[];

/** As the game's files have a creature. Source: https://minecraft.wiki/w/Entity_format (Java Edition 1.16) */
export function creatureTags(creature: Creature): Compound {
  const { fields } = creature;
  return {
    ...fields,
    ...entityTags(creature.name, creature),
    Health: { type: 'float', value: creature.health },
    Fire: { type: 'short', value: creature.fireTicks },
    Air: { type: 'short', value: creature.air },
    Age: { type: 'int', value: creature.age },
    ...(creature.owner !== null && { Owner: ownerTag(creature.owner) }),
    ...Object.fromEntries(
      dataNames
        .filter((name) => creature.data[name] !== 0 || fields[name])
        .map((name) => [name, { type: dataFields[name].type, value: creature.data[name] }]),
    ),
  };
}

/** Null if it is not a creature of a known kind, is dead, or has no valid position. */
export function readCreature(registry: Registry, fields: Compound): { kind: Kind; stored: Stored } | null {
  const kind = kindsOf(registry).get(entityName(fields));
  const placed = kind && readEntity(fields);
  if (!placed) return null;
  const entity = { value: fields };
  const number = (name: string, otherwise: number, least: number, most: number): number =>
    Math.max(least, Math.min(most, numbersOf(entity, [name])?.[0] ?? otherwise));
  const health = number('Health', kind.health, 0, 1024);
  if (health <= 0) return null;
  const stored: Stored = {
    ...placed,
    health,
    fireTicks: Math.floor(number('Fire', 0, 0, 300)),
    air: Math.floor(number('Air', fullAir, -20, fullAir)),
    age: Math.floor(number('Age', 0, -24_000, 24_000)),
    data: dataWith((name) => Math.floor(number(name, 0, 0, dataFields[name].most))),
    owner: uuidOf(numberList(entity, 'Owner', 4)),
    fields,
  };
  return { kind, stored };
}

/** The state of one that has just spawned. */
export function newborn(kind: Kind, position: Vec3): Stored {
  const isCube = cubes.has(kind.name);
  const Size = isCube ? (slimeSizes[Math.floor(Math.random() * 3)] ?? 0) : 0;
  const health = isCube ? (Size + 1) ** 2 : kind.health;
  const yaw = Math.random() * 256;
  const velocity = new Vec3(0, 0, 0);
  const body = { fireTicks: 0, air: fullAir, age: 0, data: { ...dataWith(() => 0), Size }, owner: null, fields: {} };
  return { uuidParts: newUuid(), position, velocity, yaw, health, ...body };
}

/** As everybody writes what the game's files have in four whole numbers. */
export function uuidOf(parts: readonly number[]): string;
export function uuidOf(parts: readonly number[] | null): string | null;
export function uuidOf(parts: readonly number[] | null): string | null {
  const digits = parts?.map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  return digits?.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') ?? null;
}

/** A uuid as the game's files have it. */
export function ownerTag(uuid: string): Tag {
  const digits = uuid.replaceAll('-', '');
  const value = [0, 8, 16, 24].map((at) => Number.parseInt(digits.slice(at, at + 8), 16) | 0);
  return { type: 'intArray', value };
}

function dataWith(value: (name: keyof Data) => number): Data {
  return Object.fromEntries(dataNames.map((name) => [name, value(name)])) as Data;
}
