import type { Socket } from 'node:net';

const lingerMs = 10_000;

/** Destroys a closing socket if it has not closed by itself within 10 s. A stopping gateway does not wait for it. */
export function destroyLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  timer.unref();
  socket.unref();
}
