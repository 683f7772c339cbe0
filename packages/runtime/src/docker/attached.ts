import { once } from 'node:events';
import type { Containers } from './containers.ts';
import type { ContainerOrder } from './container.ts';
import { FrameReader } from './docker-client.ts';

/** A container that ends with this process, as its standard input does, and is then gone. */
export interface Attached {
  id: string;
  ended: Promise<void>;
  kill(): void;
  /** The last that it has written to its error output. */
  said(): string;
}

/** Starts a container and attaches to it. @param onOutput called with its standard output */
export async function startAttached(
  containers: Containers,
  name: string,
  order: Omit<ContainerOrder, 'isAttached'>,
  onOutput: (piece: Buffer) => void,
): Promise<Attached> {
  const id = await containers.create(name, { ...order, isAttached: true });
  try {
    const stream = await containers.docker.attach(id);
    let said = '';
    const frames = new FrameReader((piece, isError) => {
      if (isError) said = (said + piece.toString()).slice(-2048);
      else onOutput(piece);
    });
    stream.on('data', (piece: Buffer) => frames.push(piece));
    // Its end is also reported by 'close'.
    stream.on('error', () => undefined);
    const ended = once(stream, 'close').then(() => undefined);
    stream.once('end', () => stream.destroy());
    await containers.start(id);
    const kill = (): void => void containers.kill(id, 'SIGKILL').catch(() => stream.destroy());
    return { id, ended, kill, said: () => said };
  } catch (error) {
    await containers.remove(id).catch(() => undefined);
    throw error;
  }
}
