import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const longest = 64 * 1024;

/** Calls `each` with every line of a stream. Of a line over 64 KiB the beginning is lost. */
export function onLines(stream: Readable, each: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stream.on('data', (bytes: Buffer) => {
    const lines = (rest + decoder.write(bytes)).split('\n');
    rest = (lines.pop() ?? '').slice(-longest);
    for (const line of lines) each(line);
  });
}
