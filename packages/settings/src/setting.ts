/** Who reads a setting besides the supervisor itself: the api, unless others are named. */
export type Reader = 'api' | 'gateway' | 'guests' | 'host' | 'sandbox';

export interface Setting<T, R extends Reader = Reader> {
  /** As shown; computed where it names another setting. */
  default: string;
  description: string;
  /** @throws WrongValue */
  parse: Parse<T>;
  readers: readonly R[];
  /** Its knowledge allows harm: it belongs in a file that only its owner can read. */
  secret: boolean;
}

/** What a text means. @throws WrongValue */
export type Parse<T> = (text: string) => T;

/** What a value must be, as it is not. The message never repeats the value: it may hold a password. */
export class WrongValue extends Error {
  override readonly name = 'WrongValue';
}

/** A setting that is null if empty, which is its default. */
export function setting<T, const R extends Reader = 'api'>(
  standard: '',
  description: string,
  parse: Parse<T>,
  readers?: readonly R[],
): Setting<T | null, R>;
export function setting<T, const R extends Reader = 'api'>(
  standard: string,
  description: string,
  parse: Parse<T>,
  readers?: readonly R[],
): Setting<T, R>;
export function setting<T>(
  standard: string,
  description: string,
  parse: Parse<T>,
  readers: readonly Reader[] = ['api'],
): Setting<T | null> {
  return { default: standard, description, parse: standard === '' ? orNull(parse) : parse, readers, secret: false };
}

/** A secret, null where there is none. */
export function secret<T, const R extends Reader = 'api'>(
  description: string,
  parse: Parse<T>,
  readers?: readonly R[],
): Setting<T | null, R>;
export function secret<T>(
  description: string,
  parse: Parse<T>,
  readers: readonly Reader[] = ['api'],
): Setting<T | null> {
  return { default: '', description, parse: orNull(parse), readers, secret: true };
}

export function orNull<T>(parse: Parse<T>): Parse<T | null> {
  return (text) => (text === '' ? null : parse(text));
}
