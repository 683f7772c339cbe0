import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import {
  decodeFrame,
  decodeHandshake,
  decodeLoginStart,
  encodeStatusResponse,
  maxHandshakeLength,
} from '@realmkeep/protocol';

/**
 * Stands in for a realm, as a separate process: answers status requests, echoes everything to a player named Echo, and
 * sends floodBytes bytes to one named Flood.
 */

export const floodBytes = 1024 * 1024 * 1024;

const chunk = Buffer.alloc(64 * 1024, 7);
const status = encodeStatusResponse({
  version: { name: '1.16.5', protocol: 754 },
  players: { max: 2, online: 0 },
  description: { text: 'A castle on a hill' },
});

function serve(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  let received = Buffer.alloc(0);
  const onData = (bytes: Buffer): void => {
    received = Buffer.concat([received, bytes]);
    const first = decodeFrame(received, maxHandshakeLength);
    if (first === 'incomplete') return;
    const second = decodeFrame(received.subarray(first.bytesRead), maxHandshakeLength);
    if (second === 'incomplete') return;
    socket.off('data', onData);
    const rest = received.subarray(first.bytesRead + second.bytesRead);
    if (rest.length > 0) socket.unshift(rest);
    if (decodeHandshake(first).nextState === 'status') socket.end(status);
    else if (decodeLoginStart(second).name === 'Echo') socket.pipe(socket);
    else flood(socket);
  };
  socket.on('data', onData);
}

function flood(socket: Socket): void {
  let left = floodBytes;
  const send = (): void => {
    while (left > 0) {
      left -= chunk.length;
      if (!socket.write(chunk)) return;
    }
    socket.off('drain', send);
    socket.end();
  };
  socket.on('drain', send);
  socket.resume();
  send();
}

if (import.meta.main) {
  const server = createServer({ noDelay: true }, serve);
  server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.({ ready: true }));
}
