import { noHiddenSigns } from './texts.ts';

/** Characters of a path. */
export const filePathRule = { max: 1024 };
/** The size limit of a text that the page edits. */
export const maxTextBytes = 1024 * 1024;
/** How many items one call may move or delete. */
export const maxFilesAtOnce = 200;
/** The size limit of one uploaded file. */
export const maxFileBytes = 1024 * 1024 * 1024;

/** Why a file or folder cannot have this name, or null. */
export function fileNameProblem(name: string): 'empty' | 'long' | 'characters' | null {
  if (name.trim() === '') return 'empty';
  if (new TextEncoder().encode(name).length > 255) return 'long';
  return name === '.' || name === '..' || /[\p{Cc}\u2028\u2029\ufffd\\/]/u.test(name) || !noHiddenSigns.test(name)
    ? 'characters'
    : null;
}
