import type { TokenPair } from '@realmkeep/contract';
import { ApiError, transportMessages } from '@realmkeep/contract/client';
import { type ErrorCode, errorCodes } from '@realmkeep/contract/error-codes';
import type { Waiting } from './session.ts';

const maxDelay = 3_000;

/** How long it is tried to hear the answer though the clock of this machine says that it is too late: that may be wrong. */
const grace = 30_000;

const closeCodes = { otherOrigin: 4403, unknownTrack: 4404 };

/**
 * Waits on the verification's socket for the tokens, through losses of the connection.
 * @param url the socket's address, without the track's id
 * @param firstDelay ms before the first new attempt; it doubles with each, up to 3 s
 * @throws ApiError when the answer was no, or never came; the signal's reason when that ended it
 */
export function awaitAnswer({ challenge, signal, onLost }: Waiting, url: string, firstDelay = 300): Promise<TokenPair> {
  const address = `${url}?${new URLSearchParams({ track_id: challenge.track_id }).toString()}`;
  const deadline = Math.max(Date.now(), Date.parse(challenge.expires)) + grace;
  const { promise, resolve, reject } = Promise.withResolvers<TokenPair>();
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;

  const connect = () => {
    const late = Date.now() > deadline;
    const socket = new WebSocket(address);
    ended.signal.addEventListener('abort', () => socket.close());
    socket.addEventListener('open', () => onLost(false));
    socket.addEventListener('message', ({ data }) => {
      const answer = readAnswer(data);
      if (answer instanceof ApiError) reject(answer);
      else resolve(answer);
    });
    // After the message it changes nothing more.
    socket.addEventListener('close', ({ code }) => {
      if (ended.signal.aborted) return;
      if (code === closeCodes.otherOrigin) return reject(refusal('forbidden'));
      if (code === closeCodes.unknownTrack) return reject(refusal('login_expired'));
      if (late) return reject(new ApiError(transportMessages.network, 0));
      onLost(true);
      timer = setTimeout(connect, Math.min(maxDelay, firstDelay * 2 ** attempts));
      attempts += 1;
    });
  };

  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  else connect();
  return promise.finally(() => {
    signal.removeEventListener('abort', stop);
    clearTimeout(timer);
    ended.abort();
  });
}

/** Anything that is not a message of the contract counts as a rejection. */
function readAnswer(data: unknown): TokenPair | ApiError {
  const message = parse(data);
  const { token, refresh_token, expire, error } = message;
  if (isText(token) && isText(refresh_token) && isText(expire)) return { token, refresh_token, expire };
  return refusal(isText(error) && Object.hasOwn(errorCodes, error) ? (error as ErrorCode) : 'login_rejected');
}

function parse(data: unknown): Record<string, unknown> {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === 'object' && message !== null ? (message as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function refusal(code: ErrorCode): ApiError {
  const { message, status } = errorCodes[code];
  return new ApiError(message, status, code);
}
