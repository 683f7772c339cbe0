import type { Reader } from './reader.ts';
import type { Source } from './source.ts';
import { t } from '../../messages/text.ts';

/** One argument of a command: how it is parsed, how it is declared to clients, and what is suggested for it. */
export interface Argument<T> {
  readonly name: string;
  /** How clients check and colour it (declare_commands of protocol 754). */
  readonly parser: string;
  readonly properties?: unknown;
  /** Whence clients know what may stand here, where their parser does not: from this server, or from a list of their own. */
  readonly suggestions?: 'minecraft:ask_server' | 'minecraft:available_sounds' | 'minecraft:summonable_entities';
  readonly isOptional?: true;
  /** @returns its value for a given source @throws CommandError when it is not valid */
  parse(reader: Reader, source: Source): (source: Source) => T;
  suggest?(source: Source, typed: string): Iterable<string>;
}

/** A choice between several literal words. */
export interface Choice<W extends string> {
  readonly words: readonly W[];
}

export type Step = string | Choice<string> | Argument<unknown>;

/** The values of a command's steps, without its literal words. */
export type ValuesOf<S extends readonly Step[]> = S extends readonly [
  infer First,
  ...infer Rest extends readonly Step[],
]
  ? First extends Argument<infer T>
    ? [T, ...ValuesOf<Rest>]
    : First extends Choice<infer W>
      ? [W, ...ValuesOf<Rest>]
      : ValuesOf<Rest>
  : [];

export function choice<const W extends string>(...words: W[]): Choice<W> {
  return { words };
}

/** It and what follows it may be left out. */
export function optional<T>(argument: Argument<T>): Argument<T | undefined> {
  return { ...argument, isOptional: true };
}

export function integer(name: string, min = -2_147_483_648, max = 2_147_483_647): Argument<number> {
  return number(name, 'integer', 'int', min, max);
}

export function double(name: string, min = -1.7e308, max = 1.7e308): Argument<number> {
  return number(name, 'double', 'double', min, max);
}

export function float(name: string, min = -3.4e38, max = 3.4e38): Argument<number> {
  return number(name, 'float', 'float', min, max);
}

export function bool(name: string): Argument<boolean> {
  return {
    name,
    parser: 'brigadier:bool',
    suggest: () => ['true', 'false'],
    parse(reader) {
      const from = reader.cursor;
      const word = reader.word();
      if (word === '') throw reader.error(t('parsing.bool.expected'));
      if (word !== 'true' && word !== 'false') throw reader.error(t('parsing.bool.invalid', word), from);
      return () => word === 'true';
    },
  };
}

/** A single word, such as a name. */
export function word(name: string, suggest?: Argument<string>['suggest']): Argument<string> {
  return {
    name,
    parser: 'brigadier:string',
    properties: 'SINGLE_WORD',
    ...(suggest && { suggest, suggestions: 'minecraft:ask_server' as const }),
    parse(reader) {
      const read = reader.word();
      if (read === '') throw reader.error(t('command.unknown.argument'));
      return () => read;
    },
  };
}

/** Everything up to the end, as it is typed. */
export function words(
  name: string,
  parser: 'brigadier:string' | 'minecraft:message' = 'brigadier:string',
): Argument<string> {
  return {
    name,
    parser,
    ...(parser === 'brigadier:string' && { properties: 'GREEDY_PHRASE' }),
    parse(reader) {
      const read = reader.rest();
      reader.cursor = reader.line.length;
      return () => read;
    },
  };
}

/** An argument for one of the game's own parsers that needs nothing but a parse function. */
export function argument<T>(
  name: string,
  parser: string,
  read: (reader: Reader, source: Source) => T,
  more: Pick<Argument<T>, 'suggest' | 'suggestions' | 'properties'> = {},
): Argument<T> {
  return {
    name,
    parser,
    ...more,
    parse(reader, source) {
      const value = read(reader, source);
      return () => value;
    },
  };
}

function number(
  name: string,
  parser: 'integer' | 'double' | 'float',
  kind: 'int' | 'double' | 'float',
  min: number,
  max: number,
): Argument<number> {
  const flags = { unused: 0, max_present: 1, min_present: 1 };
  return argument(
    name,
    `brigadier:${parser}`,
    (reader) => {
      const from = reader.cursor;
      const value = reader.number(kind);
      if (value < min) throw reader.error(t(`argument.${parser}.low`, min, value), from);
      if (value > max) throw reader.error(t(`argument.${parser}.big`, max, value), from);
      return value;
    },
    { properties: { flags, min, max } },
  );
}
