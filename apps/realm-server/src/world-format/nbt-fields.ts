import nbt from 'prismarine-nbt';
import { isRecord } from './is-record.ts';

/** A tag of the game's files, as prismarine-nbt has it. */
export interface Tag {
  type: string;
  value: unknown;
}

/** The fields of a compound. */
export type Compound = Record<string, Tag | undefined>;

/** A tag's value; undefined if it is not a tag. */
export function valueOf(tag: unknown): unknown {
  return isRecord(tag) ? tag['value'] : undefined;
}

/** A field of a compound; undefined where that is none, or has no such field. */
export function fieldOf(compound: unknown, name: string): unknown {
  const fields = valueOf(compound);
  return isRecord(fields) && Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The text that a tag holds; none for anything else. */
export function textOf(tag: unknown): string {
  const text = valueOf(tag);
  return typeof text === 'string' ? text : '';
}

/** The numbers of fields. @returns null when one is none */
export function numbersOf(compound: unknown, names: readonly string[]): number[] | null {
  const values = names.map((name) => valueOf(fieldOf(compound, name)));
  return values.every((value) => typeof value === 'number' && Number.isFinite(value)) ? (values as number[]) : null;
}

/** The numbers of a list or an array in a compound; null where there are not so many. */
export function numberList(compound: unknown, name: string, count: number): number[] | null {
  const list = valueOf(fieldOf(compound, name));
  const values: unknown = isRecord(list) ? list['value'] : list;
  if (!Array.isArray(values) || values.length !== count) return null;
  return values.every((value) => Number.isFinite(value)) ? (values as number[]) : null;
}

/** The compounds of a list in a compound; none where there is no such list. */
export function compoundsOf(compound: unknown, name: string): Compound[] {
  const list = valueOf(fieldOf(compound, name));
  const entries = isRecord(list) && list['type'] === 'compound' ? list['value'] : null;
  return Array.isArray(entries) ? entries.filter((entry): entry is Compound => isRecord(entry)) : [];
}

/** The texts of a list in a compound; none where there is no such list. */
export function stringsOf(compound: unknown, name: string): string[] {
  const list = valueOf(fieldOf(compound, name));
  const entries = isRecord(list) ? list['value'] : null;
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : [];
}

/** Whether the library can write back what it read, in so many bytes: invalid text gets longer, and may be too long. */
export function isWritable(value: Compound, mostBytes = Number.MAX_SAFE_INTEGER): boolean {
  return lengthOf(value) <= mostBytes;
}

/** In bytes, with a name of none; Infinity when it cannot be written. */
export function lengthOf(value: Compound): number {
  try {
    return nbt.writeUncompressed({ type: 'compound', name: '', value }).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
