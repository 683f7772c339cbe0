import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RuntimeError } from '../runtime.ts';

const answerWithinMs = 60_000;
const maxAnswerBytes = 8 * 1024 * 1024;

/** An answer of the engine that is no success. */
export class DockerError extends Error {
  override readonly name = 'DockerError';
  readonly status: number;
  constructor(call: string, status: number, message: string) {
    super(`Docker answered ${status} to ${call}: ${message}`);
    this.status = status;
  }
}

interface Options {
  body?: object;
  /** null: without a timeout. */
  withinMs?: number | null;
  signal?: AbortSignal;
}

/**
 * Docker's HTTP API on a unix socket: https://docs.docker.com/reference/api/engine/version/v1.41/. Paths have no version, as engines drop
 * old ones, and the calls used here have not changed for long.
 */
export class DockerClient {
  readonly socket: string;

  constructor(socket: string) {
    this.socket = socket;
  }

  /** @returns the answer, parsed as JSON; null if empty @throws RuntimeError unreachable; DockerError */
  async call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, options: Options = {}): Promise<T> {
    const text = (await this.bytes(method, path, options)).toString();
    return (text === '' ? null : JSON.parse(text)) as T;
  }

  /** The same, as it is. */
  async bytes(method: 'GET' | 'POST' | 'DELETE', path: string, options: Options = {}): Promise<Buffer> {
    const response = await this.#send(method, path, options);
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of response as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxAnswerBytes) throw new Error(`Docker's answer to ${method} ${path} is too long`);
      pieces.push(piece);
    }
    const answer = Buffer.concat(pieces);
    const { statusCode = 0 } = response;
    // 304: it is so already.
    if (statusCode < 300 || statusCode === 304) return answer;
    throw new DockerError(`${method} ${path}`, statusCode, messageOf(answer));
  }

  /** Standard input and, as frames, the outputs of a container, until either side ends it. */
  async attach(id: string): Promise<Duplex> {
    const path = `/containers/${id}/attach?stream=1&stdin=1&stdout=1&stderr=1`;
    const call = request({
      socketPath: this.socket,
      method: 'POST',
      path,
      headers: { connection: 'Upgrade', upgrade: 'tcp' },
    });
    const refused = once(call, 'response').then(async ([response]: IncomingMessage[]) => {
      const said = response === undefined ? '' : messageOf(await buffer(response));
      throw new DockerError(`POST ${path}`, response?.statusCode ?? 0, said);
    });
    const upgraded = once(call, 'upgrade') as Promise<[IncomingMessage, Duplex, Buffer]>;
    call.end();
    // Only one of the two is reported.
    refused.catch(() => undefined);
    try {
      const [, stream, head] = await Promise.race([upgraded, refused]);
      if (head.length > 0) stream.unshift(head);
      return stream;
    } catch (error) {
      throw asUnreachable(error);
    }
  }

  async #send(
    method: string,
    path: string,
    { body, withinMs = answerWithinMs, signal }: Options,
  ): Promise<IncomingMessage> {
    const signals = [...(withinMs === null ? [] : [AbortSignal.timeout(withinMs)]), ...(signal ? [signal] : [])];
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const aborts = signals.length > 0 ? { signal: AbortSignal.any(signals) } : {};
    const call = request({ socketPath: this.socket, method, path, headers, agent: false, ...aborts });
    // Errors after the answer are the answer's.
    call.on('error', () => undefined);
    call.end(text);
    try {
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      return response;
    } catch (error) {
      signal?.throwIfAborted();
      throw asUnreachable(error);
    }
  }
}

function messageOf(answer: Buffer): string {
  try {
    return String((JSON.parse(answer.toString()) as { message?: unknown }).message).slice(0, 500);
  } catch {
    return answer.toString().slice(0, 500);
  }
}

function asUnreachable(error: unknown): Error {
  if (error instanceof DockerError) return error;
  return new RuntimeError(
    'unreachable',
    `Docker does not answer: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/**
 * What a container has written, by its output: each frame is a byte that names it (2 is the error output), three zeros, a length, and so many bytes.
 * https://docs.docker.com/reference/api/engine/version/v1.41/#tag/Container/operation/ContainerAttach
 */
export class FrameReader {
  #rest = Buffer.alloc(0);
  readonly #onOutput: (piece: Buffer, isError: boolean) => void;

  constructor(onOutput: (piece: Buffer, isError: boolean) => void) {
    this.#onOutput = onOutput;
  }

  /** Hands on what there is of a frame: its bytes may be far apart. */
  push(piece: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, piece]);
    while (this.#rest.length >= 8) {
      const length = this.#rest.readUInt32BE(4);
      if (this.#rest.length < 8 + length) return;
      this.#onOutput(this.#rest.subarray(8, 8 + length), this.#rest[0] === 2);
      this.#rest = this.#rest.subarray(8 + length);
    }
  }
}
