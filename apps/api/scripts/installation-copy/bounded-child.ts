import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** Something of a realm is not in the copy or not back, and what lies in it is the cause. */
export class NotCopied extends Error {
  override readonly name = 'NotCopied';
}

export class TookTooLong extends NotCopied {
  constructor(ms: number) {
    super(`longer than ${ms / 60_000} minutes`);
  }
}

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Waits for a child that works on hostile input, and ends it if it takes too long.
 * @param ms null: without a limit
 * @param work uses its input and output
 * @returns the result of `work`, the child's exit code, and its error output, bounded and safe for a terminal
 * @throws TookTooLong; errors of `work`, or the reason why the child did not start
 */
export async function waitForChild<T>(
  child: Child,
  ms: number | null,
  work: Promise<T>,
): Promise<{ result: T; code: number | null; said: string[] }> {
  const ended = once(child, 'close') as Promise<[number | null]>;
  const said = firstOf(child.stderr);
  for (const promise of [ended, said]) promise.catch(() => undefined);
  const late = ms === null ? null : AbortSignal.timeout(ms);
  const kill = () => child.kill('SIGKILL');
  late?.addEventListener('abort', kill);
  try {
    const result = await work;
    const [code] = await ended;
    late?.throwIfAborted();
    return { result, code, said: linesOf(await said) };
  } catch (error) {
    kill();
    // Without a child its streams fail for that alone.
    await ended;
    throw ms !== null && late?.aborted ? new TookTooLong(ms) : error;
  } finally {
    late?.removeEventListener('abort', kill);
  }
}

const maxText = 64 * 1024;
const maxLines = 20;

/** The beginning of its output; the rest is read and dropped. */
async function firstOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const piece of stream) if (text.length < maxText) text += piece.toString();
  return text;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const told = lines
    .slice(0, maxLines)
    .map((line) => printable(line.replace(/^(tar|pg_dump|pg_restore): /, '').replace('Warning: ', '')));
  return lines.length > maxLines ? [...told, 'and more'] : told;
}

/** Text from a realm, made safe for a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}/gu, '?').slice(0, 300);
}
