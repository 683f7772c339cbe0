import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { WrittenImage } from './write-image.ts';

/**
 * Has an engine that speaks Docker's HTTP API take the image, unless it has it. https://docs.docker.com/reference/api/engine/
 * @param socket the path of its unix socket
 * @returns whether it was not there yet
 */
export async function loadImage(socket: string, { reference, archive }: WrittenImage): Promise<boolean> {
  const found = await send(socket, 'GET', `/images/${reference}/json`);
  if (found.statusCode === 200) return false;
  const loaded = await send(socket, 'POST', '/images/load?quiet=1', archive);
  const said = await text(loaded);
  // Failures while unpacking have status 200.
  if (loaded.statusCode !== 200 || said.includes('"error"'))
    throw new Error(`failed to load ${reference}: ${said.slice(0, 500)}`);
  return true;
}

async function send(socketPath: string, method: string, path: string, file?: string): Promise<IncomingMessage> {
  const headers = file === undefined ? {} : { 'content-type': 'application/x-tar' };
  const call = request({ socketPath, method, path, headers });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  if (file === undefined) call.end();
  else await pipeline(createReadStream(file), call);
  const [response] = await answered;
  if (file === undefined) response.resume();
  return response;
}
