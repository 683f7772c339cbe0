import type { Argument, Choice, Step, ValuesOf } from './argument.ts';
import { Reader } from './reader.ts';
import type { Source } from './source.ts';
import { CommandError, t } from '../../messages/text.ts';

/** One way to use a command: its steps, and what it does. */
export interface Form {
  readonly steps: readonly Step[];
  /** @returns the command's result, 1 if there is none */
  readonly run?: (source: Source, values: unknown[]) => number | void;
  /** For whom, or from where, what follows runs. */
  readonly modify?: (source: Source, values: unknown[]) => Source[];
  /** What follows: another part of `execute`, or a command. */
  readonly next?: 'execute' | 'root';
}

export interface Node {
  readonly name: string;
  /** Null for a literal word. */
  readonly argument: Argument<unknown> | null;
  readonly children: Node[];
  form: Form | null;
  /** The form that leads to another part of the tree. */
  link: Form | null;
}

type Value = (source: Source) => unknown;

/** A parsed line: the steps that change the source, in order, and what is run. */
export interface Understood {
  readonly modifiers: readonly { form: Form; values: Value[] }[];
  readonly form: Form;
  readonly values: Value[];
}

export function form<const S extends readonly Step[]>(
  steps: S,
  run: (source: Source, ...values: ValuesOf<S>) => number | void,
): Form {
  return { steps, run: (source, values) => run(source, ...(values as ValuesOf<S>)) };
}

export function modifier<const S extends readonly Step[]>(
  steps: S,
  modify: (source: Source, ...values: ValuesOf<S>) => Source[],
  next: 'execute' | 'root' = 'execute',
): Form {
  return { steps, modify: (source, values) => modify(source, ...(values as ValuesOf<S>)), next };
}

export function nodeOf(name: string, forms: readonly Form[]): Node {
  const root: Node = { name, argument: null, children: [], form: null, link: null };
  for (const one of forms) grow(root, one, 0);
  return root;
}

function grow(node: Node, form: Form, at: number): void {
  const step = form.steps[at];
  if (step === undefined || (isArgument(step) && step.isOptional)) {
    if (form.run) node.form = form;
    if (form.modify && step === undefined) node.link = form;
  }
  if (step === undefined) return;
  for (const child of namesOf(step)) {
    let next = node.children.find(({ name, argument }) => name === child && (argument !== null) === isArgument(step));
    if (!next) {
      next = { name: child, argument: isArgument(step) ? step : null, children: [], form: null, link: null };
      node.children.push(next);
    }
    grow(next, form, at + 1);
  }
}

export interface Tree {
  /** The words a line may begin with, for this source. */
  readonly root: Node;
  readonly execute: Node | undefined;
}

/** @throws CommandError with how far the line was parsed, and what is wrong there */
export function understand(tree: Tree, line: string, source: Source): Understood {
  const wrong: CommandError[] = [];
  const note = (error: CommandError): null => {
    const depth = (error.cursor ?? 0) - (wrong[0]?.cursor ?? -1);
    // An invalid argument is a better message than a missing one.
    if (depth > 0 || (depth === 0 && wrong[0]?.isGeneric)) wrong[0] = error;
    return null;
  };

  function follow(node: Node, reader: Reader, values: Value[], modifiers: Understood['modifiers']): Understood | null {
    const from = reader.cursor;
    const children = matching(node, reader);
    if (children.length === 0) {
      const key = node === tree.root ? 'command.unknown.command' : 'command.unknown.argument';
      return note(new CommandError(t(key), from, true));
    }
    for (const child of children) {
      try {
        const at = new Reader(reader.line, from);
        const value = read(child, at, source);
        // The name of a command is no part of its forms.
        const found = goOn(child, at, node === tree.root ? [] : [...values, value], modifiers);
        if (found) return found;
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        note(error);
      }
    }
    return null;
  }

  function goOn(node: Node, reader: Reader, values: Value[], modifiers: Understood['modifiers']): Understood | null {
    if (reader.isAtEnd) {
      if (node.form) return { modifiers, form: node.form, values };
      return note(reader.error(t('command.unknown.command')));
    }
    if (!reader.takes(' ')) return note(reader.error(t('command.expected.separator')));
    if (node.link) {
      const linked = node.link.next === 'root' ? tree.root : tree.execute;
      const more = [...modifiers, { form: node.link, values }];
      const found = linked && follow(linked, new Reader(reader.line, reader.cursor), [], more);
      if (found) return found;
    }
    return node.children.length > 0 || !node.link ? follow(node, reader, values, modifiers) : null;
  }

  const reader = new Reader(line);
  const found = follow(tree.root, reader, [], []);
  if (found) return found;
  throw wrong[0] ?? new CommandError(t('command.unknown.command'), 0);
}

/** The values of a form's steps, without its literal words. */
export function valuesOf(form: Form, values: readonly Value[], source: Source): unknown[] {
  return form.steps.flatMap((step, n) => (typeof step === 'string' ? [] : [values[n]?.(source)]));
}

/** Completions, and the place in the line from which they stand. */
interface Completions {
  start: number;
  matches: string[];
}

export function complete(tree: Tree, line: string, source: Source, most: number): Completions {
  let best: Completions = { start: line.length, matches: [] };

  function look(node: Node, from: number): void {
    const matches: string[] = [];
    for (const child of node.children) {
      const { argument, name } = child;
      const typed = line.slice(from);
      const offered = argument ? (argument.suggest?.(source, typed) ?? []) : [name];
      for (const match of offered) if (isBegun(match, typed)) matches.push(match);
      const reader = new Reader(line, from);
      if (!matching(node, reader).includes(child) || !isRead(child, reader, source) || !reader.takes(' ')) continue;
      const next = child.link ? (child.link.next === 'root' ? tree.root : tree.execute) : child;
      if (next) look(next, reader.cursor);
      if (child.link && child.children.length > 0) look(child, reader.cursor);
    }
    if (matches.length > 0 && (best.matches.length === 0 || from > best.start)) {
      best = { start: from, matches: [...new Set(matches)].toSorted().slice(0, most) };
    }
  }

  look(tree.root, 0);
  return best;
}

const mostUsage = 200;

/** Its usage: words, choices separated by bars, <required> and [optional] arguments. */
export function usageOf(node: Node): string {
  const parts: string[] = [];
  let isOptional = false;
  for (let at: Node | undefined = node; at && parts.length < 8;) {
    const { children }: Node = at;
    isOptional ||= at.form !== null;
    if (at.link || children.length === 0) break;
    const names = children.map((child) => written(child, isOptional)).join('|');
    parts.push(isOptional ? `[${names}]` : names);
    const [first] = children;
    at = children.every((child) => first && isLike(child, first)) ? first : undefined;
  }
  return parts.join(' ').slice(0, mostUsage);
}

function written({ name, argument }: Node, isOptional: boolean): string {
  if (!argument) return name;
  const said = argument.parser === 'minecraft:entity' ? 'player' : name;
  return isOptional ? said : `<${said}>`;
}

/** Whether the same may follow. */
function isLike(one: Node, other: Node): boolean {
  const names = ({ children, form }: Node): string => `${form !== null} ${children.map(({ name }) => name).join(' ')}`;
  return names(one) === names(other);
}

/** A namespaced name also matches by its part after the colon. */
function isBegun(match: string, typed: string): boolean {
  return match.startsWith(typed) || match.startsWith(`minecraft:${typed}`);
}

/** The literal that matches next, or else the arguments that may stand there. */
function matching(node: Node, reader: Reader): Node[] {
  const end = reader.line.indexOf(' ', reader.cursor);
  const next = reader.line.slice(reader.cursor, end < 0 ? undefined : end);
  const literal = node.children.find(({ name, argument }) => !argument && name === next);
  return literal ? [literal] : node.children.filter(({ argument }) => argument !== null);
}

function read(node: Node, reader: Reader, source: Source): Value {
  if (node.argument) return node.argument.parse(reader, source);
  reader.cursor += node.name.length;
  return () => node.name;
}

function isRead(node: Node, reader: Reader, source: Source): boolean {
  try {
    read(node, reader, source);
    return true;
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

function isArgument(step: Step): step is Argument<unknown> {
  return typeof step === 'object' && 'parse' in step;
}

function namesOf(step: Step): readonly string[] {
  if (typeof step === 'string') return [step];
  return isArgument(step) ? [step.name] : (step satisfies Choice<string>).words;
}
