import type { ClientRequest, IncomingMessage } from 'node:http';
import { FilesError } from '../../files.ts';

/**
 * All that a file agent may take of one call, whatever it says meanwhile: its realm may have taken it over. So many times as long as it may
 * be silent, and besides for each byte that it has moved: two minutes for a call and ten for what goes through a world or an archive,
 * by the clock of an installation, and a second for each mebibyte.
 */
const turns = { call: 4, work: 20 };
const bytesPerMs = 1024 * 1.024;

/**
 * Ends a call with a FilesError `silent` when the file agent, though it is its turn, has neither sent nor taken a byte for so long, or has
 * had longer than a turn may be. It is not its turn while the caller has nothing to send, or does not read.
 */
export function watchSilence(call: ClientRequest, silenceMs: number, kind: keyof typeof turns): void {
  let begunAt: number | null = null;
  let response: IncomingMessage | null = null;
  let heard = 0;
  let silentMs = 0;
  let turnMs = 0;
  const tickMs = Math.max(1, silenceMs / 10);
  const timer = setInterval(() => {
    const moved = (call.socket?.bytesRead ?? 0) + (call.socket?.bytesWritten ?? 0);
    // The connection may have served other calls.
    if (call.socket) begunAt ??= moved;
    const longestTurnMs = turns[kind] * silenceMs + (moved - (begunAt ?? moved)) / bytesPerMs;
    const isTheirs = response ? hasRoom(response) : call.writableEnded || call.writableNeedDrain;
    silentMs = isTheirs && moved === heard ? silentMs + tickMs : 0;
    turnMs += isTheirs ? tickMs : 0;
    heard = moved;
    if (silentMs <= silenceMs && turnMs <= longestTurnMs) return;
    clearInterval(timer);
    (response ?? call).destroy(new FilesError('silent', 'a file agent does not answer'));
  }, tickMs).unref();
  call.once('response', (message) => (response = message));
  call.once('close', () => clearInterval(timer));
}

/** Whether more would be taken if it came. */
function hasRoom(response: IncomingMessage): boolean {
  return !response.readableEnded && response.readableLength < response.readableHighWaterMark;
}
