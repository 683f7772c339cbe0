import type { EventEmitter } from 'node:events';

/** Until a socket or a client of something has closed, whatever breaks it: nobody else hears what it says of that. */
export const closed = (socket: EventEmitter): Promise<void> =>
  new Promise((resolve) => void socket.on('error', () => undefined).once('close', () => resolve()));
