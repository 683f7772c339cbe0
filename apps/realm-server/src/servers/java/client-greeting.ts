import type { Socket } from 'node:net';
import {
  decodeFrame,
  decodeHandshake,
  decodeLoginStart,
  type Frame,
  type Handshake,
  maxHandshakeLength,
} from '@realmkeep/protocol';

/** Later versions of the game send keys and signatures with the name. */
const maxLoginStartLength = 8 * 1024;
const greetingWithinMs = 10_000;

/** What a client sends before the server answers. The nickname is null when it only asks for the status. */
export interface ClientGreeting {
  handshake: Handshake;
  nickname: string | null;
  /** What it sent after that. */
  rest: Buffer;
}

/**
 * Reads the first packets of a paused connection, and pauses it again. Null when it ends, says nothing for 10 s, or says what no client
 * says.
 */
export function readGreeting(socket: Socket): Promise<ClientGreeting | null> {
  const { promise, resolve } = Promise.withResolvers<ClientGreeting | null>();
  const timer = setTimeout(() => resolve(null), greetingWithinMs);
  let received: Buffer = Buffer.alloc(0);
  const onData = (chunk: Buffer): void => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    try {
      const greeting = decodeGreeting(received);
      if (greeting === 'incomplete') return;
      socket.pause();
      resolve(greeting);
    } catch {
      resolve(null);
    }
  };
  const onEnd = (): void => resolve(null);
  socket.on('data', onData);
  socket.resume();
  socket.once('end', onEnd);
  socket.once('close', onEnd);
  return promise.finally(() => {
    clearTimeout(timer);
    socket.off('data', onData);
    socket.off('end', onEnd);
    socket.off('close', onEnd);
  });
}

function decodeGreeting(received: Buffer): ClientGreeting | 'incomplete' {
  const first = decodeFrame(received, maxHandshakeLength);
  if (first === 'incomplete') return 'incomplete';
  const handshake = decodeHandshake(first);
  const afterFirst = received.subarray(first.bytesRead);
  if (handshake.nextState === 'status') return { handshake, nickname: null, rest: afterFirst };
  const second: Frame | 'incomplete' = decodeFrame(afterFirst, maxLoginStartLength);
  if (second === 'incomplete') return 'incomplete';
  return { handshake, nickname: decodeLoginStart(second).name, rest: afterFirst.subarray(second.bytesRead) };
}
