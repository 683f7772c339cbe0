/** A tag of the game's own file format, as prismarine-nbt writes it. */
export interface Tag {
  type: string;
  value: unknown;
}

export const string = (value: string): Tag => ({ type: 'string', value });
export const int = (value: number): Tag => ({ type: 'int', value });
export const byte = (value: boolean): Tag => ({ type: 'byte', value: value ? 1 : 0 });
export const compound = (value: Record<string, Tag>): Tag => ({ type: 'compound', value });

export function strings(values: readonly string[]): Tag {
  return { type: 'list', value: { type: values.length > 0 ? 'string' : 'end', value: values } };
}

export function compounds(values: readonly Record<string, Tag>[]): Tag {
  return { type: 'list', value: { type: values.length > 0 ? 'compound' : 'end', value: values } };
}
