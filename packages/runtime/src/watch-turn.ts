import type { ClientRequest, IncomingMessage } from 'node:http';

/** Each mebibyte takes a second. */
const bytesPerMs = 1024 * 1.024;

export interface Turn {
  /** How long it may go without a byte. */
  silenceMs: number;
  /** The same once the answer has begun, whose source may be slow. */
  patienceMs?: number;
  /** How long it may take in all, and a second more for each mebibyte that it takes or answers. */
  longestMs: number;
  /** Whether it owes nothing more when it has begun to answer: then bytes go both ways. */
  isExchange?: boolean;
  /** Whether it answers for as long as somebody reads. */
  isEndless?: boolean;
}

/**
 * Ends a call with an error if the other side, in its turn, has neither sent nor taken a byte for long, or has taken too long, whatever it
 * sends meanwhile, as it may have been taken over. It is not its turn while the caller has nothing to send, does not read, or waits for a connection.
 * @param late returns the error, given for how long there was no answer
 */
export function watchTurn(call: ClientRequest, turn: Turn, late: (ms: number) => Error): void {
  const { silenceMs, patienceMs = silenceMs, longestMs, isExchange = false, isEndless = false } = turn;
  let response: IncomingMessage | null = null;
  let [heard, written, read, silentMs, turnMs] = [0, 0, 0, 0, 0];
  const tickMs = Math.max(1, silenceMs / 10);
  const timer = setInterval(() => {
    const { socket } = call;
    if (!socket) return;
    const { bytesRead, bytesWritten } = socket;
    const moved = bytesRead + bytesWritten;
    // Other calls had the connection before; and what precedes an answer is no part of it.
    if (heard === 0) written = bytesWritten;
    if (response === null) read = bytesRead;
    const isTheirs = response ? hasRoom(response) : call.writableEnded || call.writableNeedDrain || isExchange;
    silentMs = isTheirs && moved === heard ? silentMs + tickMs : 0;
    if (isTheirs && (response === null || !isEndless)) turnMs += tickMs;
    heard = moved;
    const isSilent = silentMs > (response ? patienceMs : silenceMs);
    if (!isSilent && turnMs <= longestMs + (bytesWritten - written + bytesRead - read) / bytesPerMs) return;
    clearInterval(timer);
    (response ?? call).destroy(late(isSilent ? silentMs : turnMs));
  }, tickMs).unref();
  call.once('response', (message) => {
    response = message;
    if (isExchange) clearInterval(timer);
  });
  call.once('close', () => clearInterval(timer));
}

/** Whether more would be taken if it came. */
function hasRoom(response: IncomingMessage): boolean {
  return !response.readableEnded && response.readableLength < response.readableHighWaterMark;
}
