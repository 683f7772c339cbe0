import { once } from 'node:events';
import type { ServerMessage } from '@realmkeep/contract';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import type { TestApi } from './start-test-api.ts';

export function openEvents(api: TestApi, headers: Record<string, string> = {}): WebSocket {
  // Those who wait for it notice an error; otherwise it may fail unnoticed.
  return new WebSocket(`${api.url.replace('http', 'ws')}/api/ws/events`, { headers }).on('error', () => undefined);
}

export interface EventSocket {
  socket: WebSocket;
  /** All messages that it has received. */
  heard: ServerMessage[];
}

/** An authenticated socket. */
export async function enterEvents(api: TestApi, token: string): Promise<EventSocket> {
  const socket = openEvents(api);
  const heard: ServerMessage[] = [];
  socket.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString()) as ServerMessage));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', token }));
  await expect.poll(() => heard[0]).toEqual({ type: 'ready' });
  return { socket, heard };
}

export function closeCode(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', resolve));
}
