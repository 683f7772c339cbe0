import type { ClientMessage, ServerMessage } from '@realmkeep/contract';
import { readLiveMessage } from './live-message.ts';

/** `lost` lasts from a failure until the server has taken a new connection. */
export type LiveState = 'open' | 'lost';

export interface LiveOptions {
  /** The socket's address: `ws:` or `wss:`. */
  url: string;
  /** A good access token; null when logged out. */
  token: () => Promise<string | null>;
  /** Exchanges a token that the server no longer takes. */
  renew: () => Promise<void>;
  onMessage: (message: ServerMessage) => void;
  onState: (state: LiveState) => void;
  /** The delay before the first new attempt, in ms; it doubles with each, up to 30 s. */
  firstDelay?: number;
}

export interface Live {
  /** Sends a message to the server; dropped while there is no connection: anything that must last is sent again at `ready`. */
  send: (message: ClientMessage) => void;
  /** Tries at once instead of waiting: the machine is online again. */
  retryNow: () => void;
  close: () => void;
}

const maxDelay = 30_000;
const closeCodes = { comeAgain: 1012, noToken: 4401, tooManySockets: 4429 };

/** Keeps one socket open until `close`, through every loss of the connection and every end of a token. */
export function openLive(options: LiveOptions): Live {
  const firstDelay = options.firstDelay ?? 500;
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let refused = 0;
  let closed = false;

  const retry = (delay: number) => {
    if (closed) return;
    options.onState('lost');
    // Half of it is random, so that the pages of a restarted server do not all come back at once.
    timer = setTimeout(() => void connect(), delay / 2 + (Math.random() * delay) / 2);
  };
  const backOff = () => {
    attempts += 1;
    retry(Math.min(maxDelay, firstDelay * 2 ** (attempts - 1)));
  };

  const connect = async () => {
    timer = undefined;
    const token = await options.token().catch(() => undefined);
    if (closed || token === null) return;
    if (token === undefined) return backOff();

    socket = new WebSocket(options.url);
    socket.addEventListener('open', ({ target }) => {
      const auth: ClientMessage = { type: 'auth', token };
      (target as WebSocket).send(JSON.stringify(auth));
    });
    socket.addEventListener('message', ({ data }) => {
      const message = readLiveMessage(data);
      if (closed || !message) return;
      if (message.type === 'ready') {
        attempts = 0;
        refused = 0;
        options.onState('open');
      }
      options.onMessage(message);
    });
    socket.addEventListener('close', ({ code }) => void onClose(code));
  };

  const onClose = async (code: number) => {
    socket = null;
    if (closed) return;
    if (code === closeCodes.tooManySockets) return retry(maxDelay);
    // Another server, if there is one, answers at once; if that one refuses as well, there is none.
    if (code === closeCodes.comeAgain && attempts === 0) {
      attempts = 1;
      return connect();
    }
    if (code !== closeCodes.noToken) return backOff();
    // Once at once; a token refused again and again means that something else is wrong.
    refused += 1;
    const renewed = await options.renew().then(
      () => true,
      () => false,
    );
    if (closed) return;
    return renewed && refused === 1 ? connect() : backOff();
  };

  void connect();
  return {
    send: (message) => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    retryNow: () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      attempts = 0;
      void connect();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
