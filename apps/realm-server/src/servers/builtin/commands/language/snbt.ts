import { type Compound, isWritable, type Tag } from '../../../../world-format/nbt-fields.ts';
import { t } from '../../messages/text.ts';
import { type Argument, argument } from './argument.ts';
import type { Reader } from './reader.ts';

const deepest = 12;
const mostBytes = 16 << 10;
const types: Record<string, string | undefined> = { b: 'byte', s: 'short', f: 'float', d: 'double' };
const arrays: Record<string, string | undefined> = { B: 'byteArray', I: 'intArray' };

/** Data of a thing as it is typed (SNBT), but for long numbers. Source: https://minecraft.wiki/w/NBT_format#SNBT_format */
export function data(name: string): Argument<Compound> {
  return argument(name, 'minecraft:nbt_compound_tag', (reader) => {
    const from = reader.cursor;
    const { value } = readCompound(reader, 0);
    // A number may be too large for its type.
    if (!isWritable(value, mostBytes)) throw reader.error(t('argument.nbt.expected.value'), from);
    return value;
  });
}

function readCompound(reader: Reader, depth: number): { type: 'compound'; value: Compound } {
  const value: Compound = {};
  reader.expect('{');
  eachUntil(reader, '}', () => {
    const key = reader.string();
    if (key === '' || key === '__proto__') throw reader.error(t('argument.nbt.expected.key'));
    skipSpace(reader);
    reader.expect(':');
    value[key] = readTag(reader, depth + 1);
  });
  return { type: 'compound', value };
}

function readTag(reader: Reader, depth: number): Tag {
  skipSpace(reader);
  if (depth > deepest) throw reader.error(t('argument.nbt.expected.value'));
  const next = reader.peek();
  if (next === '{') return readCompound(reader, depth);
  if (reader.takes('[')) return readList(reader, depth);
  const text = reader.string();
  if (next === '"' || next === "'") return { type: 'string', value: text };
  if (text === '') throw reader.error(t('argument.nbt.expected.value'));
  if (text === 'true' || text === 'false') return { type: 'byte', value: Number(text === 'true') };
  const [, digits, suffix = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([bsfd]?)$/i.exec(text) ?? [];
  if (digits === undefined) return { type: 'string', value: text };
  return { type: types[suffix.toLowerCase()] ?? (/^[+-]?\d+$/.test(digits) ? 'int' : 'double'), value: Number(digits) };
}

function readList(reader: Reader, depth: number): Tag {
  const array = reader.line[reader.cursor + 1] === ';' ? arrays[reader.peek()] : undefined;
  if (array) reader.cursor += 2;
  const from = reader.cursor;
  const tags: Tag[] = [];
  eachUntil(reader, ']', () => tags.push(readTag(reader, depth + 1)));
  const type = tags[0]?.type ?? 'end';
  if (tags.some((tag) => tag.type !== type)) throw reader.error(t('argument.nbt.expected.value'), from);
  const values = tags.map(({ value }) => value);
  if (!array) return { type: 'list', value: { type, value: values } };
  if (values.some((value) => !Number.isInteger(value))) throw reader.error(t('argument.nbt.expected.value'), from);
  return { type: array, value: values };
}

/** Reads values separated by commas, up to the closing sign. */
function eachUntil(reader: Reader, close: string, read: () => void): void {
  skipSpace(reader);
  if (reader.takes(close)) return;
  do {
    skipSpace(reader);
    read();
    skipSpace(reader);
  } while (reader.takes(','));
  reader.expect(close);
}

function skipSpace(reader: Reader): void {
  reader.while((character) => character === ' ');
}
