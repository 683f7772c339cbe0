import type { ClientRequest, IncomingMessage } from 'node:http';
import { FilesError } from '../files.ts';

/** All that a keeper may take of one call, whatever it says meanwhile: its realm may have taken it over. */
const longestTurnMs = 60 * 60_000;

/**
 * Ends a call with a FilesError `silent` when the keeper, though it is its turn, has neither sent nor taken a byte for so long. It is
 * not while the caller has nothing to send, or does not read.
 */
export function watchSilence(call: ClientRequest, silenceMs: number): void {
  let response: IncomingMessage | null = null;
  let heard = 0;
  let silentMs = 0;
  let turnMs = 0;
  const tickMs = Math.max(1, silenceMs / 10);
  const timer = setInterval(() => {
    const moved = (call.socket?.bytesRead ?? 0) + (call.socket?.bytesWritten ?? 0);
    const isTheirs = response ? hasRoom(response) : call.writableEnded || call.writableNeedDrain;
    silentMs = isTheirs && moved === heard ? silentMs + tickMs : 0;
    turnMs += isTheirs ? tickMs : 0;
    heard = moved;
    if (silentMs <= silenceMs && turnMs <= longestTurnMs) return;
    clearInterval(timer);
    (response ?? call).destroy(new FilesError('silent', 'a keeper does not answer'));
  }, tickMs).unref();
  call.once('response', (message) => (response = message));
  call.once('close', () => clearInterval(timer));
}

/** Whether more would be taken if it came. */
function hasRoom(response: IncomingMessage): boolean {
  return !response.readableEnded && response.readableLength < response.readableHighWaterMark;
}
