import type { Socket } from 'node:net';

const lingerMs = 10_000;

/** Destroys a socket that is being closed if it has not closed by itself in 10 s. A gateway that stops does not wait for it. */
export function destroyLater(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  timer.unref();
  socket.unref();
}
