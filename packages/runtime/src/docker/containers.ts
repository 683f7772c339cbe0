import { setTimeout as sleep } from 'node:timers/promises';
import { type ContainerOrder, containerBody, labelFilter, type Labels } from './container.ts';
import { type DockerClient, DockerError, FrameReader } from './docker-client.ts';

const goneWithinMs = 20_000;
const retryMs = 20;
const keptLines = 50;

export interface Listed {
  Id: string;
  /** When, in seconds since the epoch. */
  Created: number;
  State: string;
  Labels: Record<string, string> | null;
}

export interface Inspected {
  Id: string;
  State: { Running: boolean; Pid: number };
  Config: { Labels: Record<string, string> | null };
}

/** The containers of one engine. Calls tell a missing container from other failures. */
export class Containers {
  readonly docker: DockerClient;

  constructor(docker: DockerClient) {
    this.docker = docker;
  }

  list(labels: Partial<Labels>): Promise<Listed[]> {
    return this.docker.call('GET', `/containers/json?all=1&${labelFilter(labels)}`);
  }

  /** @param container its name or id @returns null where there is none */
  inspect(container: string): Promise<Inspected | null> {
    return orNull(this.docker.call<Inspected>('GET', `/containers/${container}/json`));
  }

  /** @returns its id @throws DockerError 409 if the name is taken */
  async create(name: string, order: ContainerOrder): Promise<string> {
    const path = `/containers/create?name=${name}`;
    const { Id } = await this.docker.call<{ Id: string }>('POST', path, { body: containerBody(order) });
    return Id;
  }

  async start(id: string): Promise<void> {
    await this.docker.call('POST', `/containers/${id}/start`);
  }

  /** A stopped or missing container is not an error. */
  async kill(container: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.docker.call('POST', `/containers/${container}/kill?signal=${signal}`).catch((error: unknown) => {
      if (!(error instanceof DockerError) || (error.status !== 404 && error.status !== 409)) throw error;
    });
  }

  /** Kills and removes it. Returns when the name is free. */
  async remove(container: string): Promise<void> {
    const deadline = Date.now() + goneWithinMs;
    for (;;) {
      const done = await orNull(this.docker.call<unknown>('DELETE', `/containers/${container}?force=1&v=1`)).then(
        () => true,
        (error: unknown) => {
          // It is being removed already.
          if (error instanceof DockerError && error.status === 409 && Date.now() < deadline) return false;
          throw error;
        },
      );
      if (done) return;
      await sleep(retryMs);
    }
  }

  /** Resolves with its code when it has ended. @returns null where there is none (any more) */
  async ended(id: string, signal: AbortSignal): Promise<number | null> {
    const path = `/containers/${id}/wait`;
    const end = await orNull(this.docker.call<{ StatusCode: number }>('POST', path, { withinMs: null, signal }));
    return end?.StatusCode ?? null;
  }

  /** The last lines that it has written to its outputs. */
  async lastLines(id: string): Promise<Buffer> {
    const path = `/containers/${id}/logs?stdout=1&stderr=1&tail=${keptLines}`;
    const pieces: Buffer[] = [];
    const frames = new FrameReader((piece) => pieces.push(piece));
    frames.push((await orNull(this.docker.bytes('GET', path))) ?? Buffer.alloc(0));
    return Buffer.concat(pieces);
  }
}

/** Null where there is no such container. */
async function orNull<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (error instanceof DockerError && error.status === 404) return null;
    throw error;
  });
}
