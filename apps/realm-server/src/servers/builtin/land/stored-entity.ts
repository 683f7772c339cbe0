import { list } from '../../../world-format/nbt-tags.ts';
import { randomInt } from 'node:crypto';
import { Vec3 } from 'vec3';
import { type Compound, numberList } from '../../../world-format/nbt-fields.ts';
import { isPossiblePosition } from '../rules/place.ts';

/** What the game's files have of all that moves about. */
export interface StoredEntity {
  /** Four whole numbers: nothing else in the world has the same. */
  readonly uuidParts: readonly number[];
  position: Vec3;
  /** Blocks a tick. */
  velocity: Vec3;
  /** Which way it faces, in 1/256 of a turn. */
  yaw: number;
}

/** The highest speed accepted from a file, in blocks per tick along an axis. */
const fastest = 4;

/** Source: https://minecraft.wiki/w/Entity_format (Java Edition 1.16) */
export function entityTags(name: string, { uuidParts, position, velocity, yaw }: StoredEntity): Compound {
  return {
    id: { type: 'string', value: `minecraft:${name}` },
    UUID: { type: 'intArray', value: uuidParts },
    Pos: list('double', position.toArray()),
    Motion: list('double', velocity.toArray()),
    Rotation: list('float', [(yaw * 360) / 256, 0]),
  };
}

/** By the game's name of the kind of entity. */
export function entityName(fields: Compound): string {
  return String(fields['id']?.value).replace('minecraft:', '');
}

/** Null without a valid position. */
export function readEntity(fields: Compound): StoredEntity | null {
  const entity = { value: fields };
  const place = numberList(entity, 'Pos', 3);
  const position = place && vector(place);
  if (!position || !isPossiblePosition(position)) return null;
  const speeds = numberList(entity, 'Motion', 3) ?? [0, 0, 0];
  return {
    uuidParts: numberList(entity, 'UUID', 4) ?? newUuid(),
    position,
    velocity: vector(speeds.map((speed) => Math.max(-fastest, Math.min(fastest, speed)))),
    yaw: ((numberList(entity, 'Rotation', 2)?.[0] ?? 0) * 256) / 360,
  };
}

export function newUuid(): number[] {
  return Array.from({ length: 4 }, () => randomInt(-(2 ** 31), 2 ** 31));
}

/** Whether a place is in the column of these numbers. */
export function isInColumn({ x, z }: Pick<Vec3, 'x' | 'z'>, columnX: number, columnZ: number): boolean {
  return Math.floor(x / 16) === columnX && Math.floor(z / 16) === columnZ;
}

/** Whether something is in another column than that with which it is saved. */
export function hasLeftHome({ position, home }: { position: Vec3; home: Vec3 }): boolean {
  return !isInColumn(position, Math.floor(home.x / 16), Math.floor(home.z / 16));
}

function vector([x = 0, y = 0, z = 0]: readonly number[]): Vec3 {
  return new Vec3(x, y, z);
}
