import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import {
  decodeFrame,
  decodeHandshake,
  decodeLoginStart,
  encodeStatusResponse,
  MAX_HANDSHAKE_LENGTH,
} from '@realmkeep/protocol';

/**
 * Stands in for a realm, as a process of its own: answers status requests; to a player named Echo sends back whatever
 * comes, to one named Flood sends FLOOD_BYTES bytes.
 */

export const FLOOD_BYTES = 1024 * 1024 * 1024;

const CHUNK = Buffer.alloc(64 * 1024, 7);
const STATUS = encodeStatusResponse({
  version: { name: '1.16.5', protocol: 754 },
  players: { max: 2, online: 0 },
  description: { text: 'A castle on a hill' },
});

function serve(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  let received = Buffer.alloc(0);
  const onData = (bytes: Buffer): void => {
    received = Buffer.concat([received, bytes]);
    const first = decodeFrame(received, MAX_HANDSHAKE_LENGTH);
    if (first === 'incomplete') return;
    const second = decodeFrame(received.subarray(first.bytesRead), MAX_HANDSHAKE_LENGTH);
    if (second === 'incomplete') return;
    socket.off('data', onData);
    const rest = received.subarray(first.bytesRead + second.bytesRead);
    if (rest.length > 0) socket.unshift(rest);
    if (decodeHandshake(first).nextState === 'status') socket.end(STATUS);
    else if (decodeLoginStart(second).name === 'Echo') socket.pipe(socket);
    else flood(socket);
  };
  socket.on('data', onData);
}

function flood(socket: Socket): void {
  let left = FLOOD_BYTES;
  const send = (): void => {
    while (left > 0) {
      left -= CHUNK.length;
      if (!socket.write(CHUNK)) return;
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
