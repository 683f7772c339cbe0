import type { Compound, Tag } from './nbt-fields.ts';

/** Tags of the game's own file format, as prismarine-nbt writes them. */
export const string = (value: string): Tag => ({ type: 'string', value });
export const int = (value: number): Tag => ({ type: 'int', value });
export const byte = (value: number | boolean): Tag => ({ type: 'byte', value: Number(value) });
export const compound = (value: Compound): Tag => ({ type: 'compound', value });

/** @param type of each of its values */
export function list(type: 'string' | 'compound' | 'double' | 'float', value: readonly unknown[]): Tag {
  return { type: 'list', value: { type: value.length > 0 ? type : 'end', value } };
}
