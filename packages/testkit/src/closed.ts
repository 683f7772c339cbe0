import type { EventEmitter } from 'node:events';

/** Waits until a socket or client has closed, for any reason, and ignores its errors. */
export const closed = (socket: EventEmitter): Promise<void> =>
  new Promise((resolve) => void socket.on('error', () => undefined).once('close', () => resolve()));
