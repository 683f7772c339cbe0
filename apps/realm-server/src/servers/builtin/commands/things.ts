import type { Block, Registry } from '../../../world-format/chunk.ts';
import { isRecord } from '../../../world-format/is-record.ts';
import { propertyText } from '../../../world-format/column-storage.ts';
import { placedBlock, stateWith } from '../land/block-state.ts';
import { type Argument, argument } from './language/argument.ts';
import type { Reader } from './language/reader.ts';
import type { Source } from './language/source.ts';
import { t, type Text } from '../messages/text.ts';
import { teamColours } from '../scores/team.ts';

/** The name of a thing of the game: letters, digits and a few signs, with or without `minecraft:` before them. */
const thing = /[a-z0-9_./:-]/;
const deepestComponent = 12;

interface ItemKind {
  id: number;
  name: string;
  stackSize: number;
}
/** The state of a block, and which of its properties were typed: the others count for nothing where it is looked for. */
export interface BlockChoice {
  block: Block;
  state: number;
  typed: Map<string, string>;
}

export function item(name: string): Argument<ItemKind> {
  return argument(
    name,
    'minecraft:item_stack',
    (reader, { game }) => {
      const from = reader.cursor;
      const id = readThing(reader);
      const known = entry(game.squid.registry.itemsByName, id);
      if (!known) throw reader.error(t('argument.item.id.invalid', withSpace(id)), from);
      skipProperties(reader);
      return known;
    },
    { suggest: ({ game }) => Object.keys(game.squid.registry.itemsByName).map(withSpace) },
  );
}

/** `air` and `minecraft:air` are the same. */
export function block(name: string, parser: 'block_state' | 'block_predicate' = 'block_state'): Argument<BlockChoice> {
  return argument(name, `minecraft:${parser}`, (reader, { game }) => readBlock(reader, game.squid.registry), {
    suggest: ({ game }) => Object.keys(game.squid.registry.blocksByName).map(withSpace),
  });
}

export function isSuch({ block: kind, typed }: BlockChoice, registry: Registry, state: number): boolean {
  const there = placedBlock(registry, state);
  return there?.kind === kind && [...typed].every(([property, value]) => there.properties[property] === value);
}

/** One of the names that a table has. */
export function named<T>(
  name: string,
  parser: string,
  table: (source: Source) => ReadonlyMap<string, T>,
  unknown: (id: string) => Text,
): Argument<{ id: string; value: T }> {
  const isAsked = parser === 'minecraft:resource_location' && { suggestions: 'minecraft:ask_server' as const };
  return argument(
    name,
    parser,
    (reader, source) => {
      const from = reader.cursor;
      const id = readThing(reader);
      const value = table(source).get(id);
      if (value === undefined) throw reader.error(unknown(withSpace(id)), from);
      return { id, value };
    },
    { suggest: (source) => [...table(source).keys()].map(withSpace), ...isAsked },
  );
}

/** An id of any kind, such as a sound's or a bar's. */
export function resource(
  name: string,
  suggest?: Argument<string>['suggest'],
  suggestions: Argument<string>['suggestions'] = 'minecraft:ask_server',
): Argument<string> {
  return argument(
    name,
    'minecraft:resource_location',
    (reader) => {
      const id = reader.while((character) => thing.test(character));
      if (!/^([a-z0-9_.-]+:)?[a-z0-9_./-]+$/.test(id)) throw reader.error(t('argument.id.invalid'));
      return withSpace(id);
    },
    suggest && { suggest, suggestions },
  );
}

/** As many as 32 bits hold. */
const mostTicks = 2 ** 31 - 1;

/** Ticks, typed as such, in seconds (s) or in days (d). */
export function time(name: string): Argument<number> {
  const units: Record<string, number> = { '': 1, t: 1, s: 20, d: 24_000 };
  return argument(name, 'minecraft:time', (reader) => {
    const from = reader.cursor;
    const amount = reader.number('float');
    const unit = units[reader.word()];
    if (unit === undefined) throw reader.error(t('argument.time.invalid_unit'), from);
    if (amount < 0) throw reader.error(t('argument.time.invalid_tick_count'), from);
    return Math.min(mostTicks, Math.round(amount * unit));
  });
}

export function colour(name: string): Argument<string> {
  return oneOf(name, 'minecraft:color', [...teamColours, 'reset'], (typed) => t('argument.color.invalid', typed));
}

/** One of a fixed set of words, up to the next space. */
export function oneOf(
  name: string,
  parser: string,
  known: readonly string[],
  unknown: (typed: string) => Text,
): Argument<string> {
  return argument(
    name,
    parser,
    (reader) => {
      const from = reader.cursor;
      const typed = reader.untilSpace();
      if (!known.includes(typed)) throw reader.error(unknown(typed), from);
      return typed;
    },
    { suggest: () => known },
  );
}

/** A text component in JSON, to the end of the line. Clients understand it by themselves; only its shape is checked. */
export function component(name: string): Argument<Text> {
  return argument(name, 'minecraft:component', (reader) => {
    const from = reader.cursor;
    try {
      const text: unknown = JSON.parse(reader.rest());
      reader.cursor = reader.line.length;
      if (isComponent(text, 0)) return Array.isArray(text) ? { text: '', extra: text } : (text as Text);
    } catch (error) {
      throw reader.error(t('argument.component.invalid', (error as Error).message), from);
    }
    throw reader.error(t('argument.component.invalid', reader.line.slice(from)), from);
  });
}

export function readThing(reader: Reader): string {
  return reader.while((character) => thing.test(character)).replace(/^minecraft:/, '');
}

/** @throws CommandError for a block or property that there is not */
export function readBlock(reader: Reader, registry: Registry): BlockChoice {
  const from = reader.cursor;
  const id = readThing(reader);
  const kind = entry(registry.blocksByName, id);
  if (!kind) throw reader.error(t('argument.block.id.invalid', withSpace(id)), from);
  const typed = new Map<string, string>();
  if (reader.takes('[')) {
    while (!reader.takes(']')) {
      const property = reader.word();
      const at = kind.states.find(({ name }) => name === property);
      if (!at) throw reader.error(t('argument.block.property.unknown', withSpace(id), property), from);
      if (!reader.takes('=')) throw reader.error(t('argument.block.property.novalue', property, withSpace(id)));
      const text = reader.word();
      const isKnown = Array.from({ length: at.num_values }, (_, n) => propertyText(at, n)).includes(text);
      if (!isKnown) throw reader.error(t('argument.block.property.invalid', withSpace(id), text, property), from);
      typed.set(property, text);
      if (!reader.takes(',') && reader.peek() !== ']') throw reader.error(t('argument.block.property.unclosed'));
    }
  }
  skipProperties(reader);
  const plain = placedBlock(registry, kind.defaultState) ?? { kind, properties: {} };
  return { block: kind, state: stateWith(plain, Object.fromEntries(typed)), typed };
}

/** Data of things (NBT) is read over: nothing here has any. @throws CommandError when it does not end */
function skipProperties(reader: Reader): void {
  if (reader.peek() !== '{') return;
  let depth = 0;
  do {
    const character = reader.peek();
    if (reader.isAtEnd) throw reader.error(t('parsing.expected', '}'));
    if (character === '"' || character === "'") {
      reader.string();
      continue;
    }
    reader.cursor += 1;
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
  } while (depth > 0);
}

function isComponent(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return true;
  if (depth > deepestComponent || typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > 0 && value.every((part) => isComponent(part, depth + 1));
  const fields = value as Record<string, unknown>;
  const { text, translate, with: places, extra, keybind, score, selector, clickEvent, hoverEvent } = fields;
  if (
    [text, translate, keybind].every((of) => typeof of !== 'string') &&
    score === undefined &&
    selector === undefined
  ) {
    return false;
  }
  const areParts = [places, extra].every((of) => of === undefined || (Array.isArray(of) && isComponent(of, depth + 1)));
  return areParts && [clickEvent, hoverEvent, score].every((of) => of === undefined || isRecord(of));
}

function withSpace(id: string): string {
  return id.includes(':') ? id : `minecraft:${id}`;
}

function entry<T>(table: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
