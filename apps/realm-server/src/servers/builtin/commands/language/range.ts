import type { Reader } from './reader.ts';
import { t } from '../../messages/text.ts';

export interface Range {
  min: number;
  max: number;
}

/** A number, or `from..to` with one of the two or both. @throws CommandError */
export function readRange(reader: Reader, isWhole: boolean): Range {
  const from = reader.cursor;
  const written = reader.while((character) => /[\d.-]/.test(character));
  const match = /^(-?(?:\d+(?:\.\d+)?|\.\d+))?(\.\.)?(-?(?:\d+(?:\.\d+)?|\.\d+))?$/.exec(written);
  if (!match || (match[1] === undefined && match[3] === undefined)) throw reader.error(t('argument.range.empty'), from);
  const [, low, dots, high] = match;
  const min = low === undefined ? -Infinity : Number(low);
  const max = dots === undefined ? min : high === undefined ? Infinity : Number(high);
  if (isWhole && [min, max].some((end) => Number.isFinite(end) && !Number.isInteger(end))) {
    throw reader.error(t('argument.range.ints'), from);
  }
  if (min > max) throw reader.error(t('argument.range.swapped'), from);
  return { min, max };
}

export function isIn(range: Range | undefined, value: number): boolean {
  return !range || (value >= range.min && value <= range.max);
}
