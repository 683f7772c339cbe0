import { stripVTControlCharacters } from 'node:util';

const maxLineLength = 1000;
/** ECMA-48 SGR: colours and weight. */
const sgr = /(\u001b\[[\d;]{0,32}m)/;
const control = /[\u0000-\u001f\u007f-\u009f]/;
const allControls = /[\u0000-\u001f\u007f-\u009f]/g;

/** The lines of what was printed, without control characters but for the codes of colours, none empty, each of at most 1000 characters. */
export function cleanLines(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => (control.test(line) ? clean(line) : line).slice(0, maxLineLength))
    .filter((line) => line !== '');
}

/** What a split by a group leaves: text and codes in turns. */
function clean(line: string): string {
  return line
    .split(sgr)
    .map((part, index) => (index % 2 === 1 ? part : stripVTControlCharacters(part).replace(allControls, '')))
    .join('');
}
