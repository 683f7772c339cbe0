import type { Vec3 } from 'vec3';
import type { Compound } from '../../../world-format/nbt-fields.ts';
import type { StoredEntity } from '../land/stored-entity.ts';
import type { Player } from '../squid/squid.ts';
import { cubes, type Kind } from './kinds.ts';

/** Numbers of the game's files that belong to some kinds alone: the type that they have there, and the most that is read. */
export const dataFields = {
  InLove: { type: 'int', most: 600 },
  Color: { type: 'byte', most: 15 },
  Sheared: { type: 'byte', most: 1 },
  Sitting: { type: 'byte', most: 1 },
  EggLayTime: { type: 'int', most: 12_000 },
  Size: { type: 'int', most: 7 },
  DragonPhase: { type: 'int', most: 10 },
  Tame: { type: 'byte', most: 1 },
  Temper: { type: 'int', most: 100 },
  Variant: { type: 'int', most: 0x7fff },
  Saddle: { type: 'byte', most: 1 },
  HasNectar: { type: 'byte', most: 1 },
  HasStung: { type: 'byte', most: 1 },
  AngerTime: { type: 'int', most: 780 },
} as const;
export type Data = Record<keyof typeof dataFields, number>;

/** By their numbers in the game's files. */
export const colours =
  'white orange magenta light_blue yellow lime pink gray light_gray cyan purple blue brown green red black'.split(' ');

/** What is stored of a creature besides its position. Times are in ticks. */
export interface Stored extends StoredEntity {
  health: number;
  fireTicks: number;
  air: number;
  /** Below 0 a baby, which grows; above 0 it does not breed yet. */
  age: number;
  data: Data;
  /** The uuid of the player who tamed it. */
  owner: string | null;
  /** The entity as it is in the game's file, including what this server does not know. */
  fields: Compound;
}

/** Where a creature wants to go. */
interface Walk {
  to: Vec3;
  /** Times its pace. */
  haste: number;
  /** The centres of the blocks still to be walked to; empty when it has arrived, or has no path. */
  way: Vec3[];
  /** Until then it does not look for another way there. */
  until: number;
}

/** Whatever commands and fights can target: a player, or a creature. */
export type Being = Player | Creature;

/** A creature of a realm. */
export interface Creature extends Stored {
  readonly id: number;
  readonly type: 'mob';
  readonly kind: Kind;
  readonly name: string;
  readonly uuid: string;
  /** Which way its head is turned, in 1/256 of a turn. */
  headYaw: number;
  pitch: number;
  onGround: boolean;
  /** The column it is saved with: where it was when the land was last notified. */
  home: Vec3;
  /** Blocks fallen so far. */
  fallen: number;
  /** Until that tick of the realm less damage than the last counts for nothing. */
  shieldedUntil: number;
  lastDamage: number;
  /** When it was hurt last. */
  hurtAt: number;
  /** Whom it is after, and when it has struck or shot last. */
  prey: Being | null;
  struckAt: number;
  /** For how many ticks a creeper has swollen. */
  swollen: number;
  /** Whom it looks at, and until when. */
  gaze: { at: Being; until: number } | null;
  /** How many thoughts ago somebody was last near. */
  lonelyThoughts: number;
  /** Since it died; null while it lives. */
  deadTicks: number | null;
  walk: Walk | null;
  /** Whose clients show it, and what they believe: its place in 1/4096 of a block, and its angles. */
  viewers: Set<Player>;
  shown: { x: number; y: number; z: number; yaw: number; headYaw: number; pitch: number };
}

/** Bosses are stored with their fight. Monsters are dropped with their column, as in the game they despawn far from players, unless their file says otherwise. */
export function isLasting({ kind, fields }: Creature): boolean {
  if (kind.category === 'boss') return false;
  return (
    kind.category !== 'monster' || fields['PersistenceRequired']?.value === 1 || fields['CustomName'] !== undefined
  );
}

export function isBaby({ age }: Creature): boolean {
  return age < 0;
}

/** Horses have it as an item. */
export function isSaddled({ fields, data }: Creature): boolean {
  return data.Saddle === 1 || fields['SaddleItem'] !== undefined;
}

/** Of one who stands, in blocks. */
export const playerSize = { width: 0.6, height: 1.8, eyes: 1.62 };

/** Width and height in blocks. */
export function sizeOf(being: Being): { width: number; height: number } {
  if (being.type === 'player') return playerSize;
  const { kind, age, data } = being;
  const share = cubes.has(kind.name) ? (data.Size + 1) / 4 : age < 0 ? 0.5 : 1;
  return { width: kind.width * share, height: kind.height * share };
}

export function eyesOf(being: Being): Vec3 {
  return being.position.offset(0, being.type === 'player' ? playerSize.eyes : sizeOf(being).height * 0.85, 0);
}

/** Which way to look from one place to another, in 1/256 of a turn. */
export function turnTo(from: Vec3, to: Vec3): { yaw: number; pitch: number } {
  const [x, y, z] = [to.x - from.x, to.y - from.y, to.z - from.z];
  const units = 128 / Math.PI;
  return { yaw: Math.atan2(-x, z) * units, pitch: Math.atan2(-y, Math.hypot(x, z)) * units };
}

/** A whole number by chance, both ends among them. */
export function between(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}
