import { randomInt } from 'node:crypto';
import { Vec3 } from 'vec3';
import { type Compound, numberList, numbersOf } from '../../../world-format/nbt-fields.ts';
import type { Registry } from '../../../world-format/chunk.ts';
import { isPossiblePosition } from '../rules/place.ts';
import { itemOf, itemTag, storedItem } from '../players/stored-items.ts';
import type { Item } from '../squid/squid.ts';

/** What the game's files have of an item that lies about. Source: https://minecraft.wiki/w/Entity_format (Java Edition 1.16) */
export interface ItemEntity {
  /** Four whole numbers: nothing else in the world has the same. */
  uuid: readonly number[];
  item: Item;
  position: Vec3;
  /** Blocks a tick. */
  velocity: Vec3;
  /** Ticks since it appeared, and until somebody may pick it up. */
  age: number;
  delay: number;
}

/** What is read of a file at most, a tick along an axis. */
const fastest = 4;

export function itemEntityTags({ uuid, item, position, velocity, age, delay }: ItemEntity): Compound {
  const { Slot: _, ...itemFields } = itemTag(item, 0);
  return {
    id: { type: 'string', value: 'minecraft:item' },
    UUID: { type: 'intArray', value: uuid },
    Pos: list('double', position.toArray()),
    Motion: list('double', velocity.toArray()),
    Rotation: list('float', [0, 0]),
    Item: { type: 'compound', value: itemFields },
    Age: { type: 'short', value: age },
    PickupDelay: { type: 'short', value: delay },
    Health: { type: 'short', value: 5 },
  };
}

/** Null for what is no item, or one that is nowhere. */
export function readItemEntity(registry: Registry, fields: Compound): ItemEntity | null {
  if (fields['id']?.value !== 'minecraft:item') return null;
  const entity = { value: fields };
  const stored = storedItem(fields['Item']);
  const item = stored && itemOf(registry, stored);
  const position = numberList(entity, 'Pos', 3);
  if (!item || !position) return null;
  const at = vector(position);
  if (!isPossiblePosition(at)) return null;
  const speeds = numberList(entity, 'Motion', 3) ?? [0, 0, 0];
  const ticks = (name: string): number => Math.max(0, Math.floor(numbersOf(entity, [name])?.[0] ?? 0));
  return {
    uuid: numberList(entity, 'UUID', 4) ?? newUuid(),
    item,
    position: at,
    velocity: vector(speeds.map((speed) => Math.max(-fastest, Math.min(fastest, speed)))),
    age: ticks('Age'),
    delay: ticks('PickupDelay'),
  };
}

export function newUuid(): number[] {
  return Array.from({ length: 4 }, () => randomInt(-(2 ** 31), 2 ** 31));
}

function vector([x = 0, y = 0, z = 0]: readonly number[]): Vec3 {
  return new Vec3(x, y, z);
}

function list(type: string, value: readonly number[]): { type: string; value: unknown } {
  return { type: 'list', value: { type, value } };
}
