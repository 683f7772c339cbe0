import { noHiddenSigns } from './texts.ts';

/** Characters of a path. */
export const filePathRule = { max: 1024 };
/** Of a text that the page edits. */
export const maxTextBytes = 1024 * 1024;
/** What is moved or deleted by one call. */
export const maxFilesAtOnce = 200;
/** One file that is uploaded. */
export const maxFileBytes = 1024 * 1024 * 1024;

/** Why a file or folder cannot be called so, or null. */
export function fileNameProblem(name: string): 'empty' | 'long' | 'characters' | null {
  if (name.trim() === '') return 'empty';
  if (new TextEncoder().encode(name).length > 255) return 'long';
  return name === '.' || name === '..' || /[\p{Cc}\u2028\u2029\ufffd\\/]/u.test(name) || !noHiddenSigns.test(name)
    ? 'characters'
    : null;
}
