import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { createSecureContext } from 'node:tls';
import { shortPath } from '@realmkeep/sockets';
import * as z from 'zod/mini';
import { FilesError } from '../files.ts';
import { type Pace, pacedLines, type Pay, payer } from '../paced-lines.ts';
import { RuntimeError } from '../runtime.ts';
import { hostCertificate } from './host-certificate.ts';
import { type HostKey, tokenFor, type TokenScope } from './host-key.ts';
import { watchTurn } from '../watch-turn.ts';
import { argsHeader, callPrefix, maxAnswerBytes, runHeader, type Streams } from './remote-calls.ts';
import { Refusal } from './remote-messages.ts';
import { parseJson } from '../parse-json.ts';

/** Where a host serves: a port, by TLS, or a unix socket of this machine. */
export type HostAddress = { host: string; port: number } | { path: string };

export interface HostCall extends TokenScope {
  name: string;
  args: unknown[];
  /** Sent as the body; the arguments go in front. */
  content?: NodeJS.ReadableStream;
  signal?: AbortSignal;
  /** Whether the answer's bytes come from a source that may be slow, and that the host monitors. */
  isPatient?: boolean;
  isWatch?: boolean;
  /** How long the host may take, and a second for each mebibyte, whatever heartbeats there are; for an endless answer, until it begins. */
  withinMs?: number;
}

/** What is taken of a host. */
export interface HostBounds {
  /** Of the lines of all its answers together. */
  pace: Pace;
  /** The longest answer but a folder's entries, and the longest line, in characters. */
  longest: number;
}

/** Bytes both ways. */
export interface Exchange {
  call: ClientRequest;
  response: IncomingMessage;
}

/** The call was about another run than the present one. */
export class StaleCall extends Error {
  override readonly name = 'StaleCall';
}

/** The host lacks the jar. */
export class JarWanted extends Error {
  override readonly name = 'JarWanted';
}

/** The host was silent although it owed an answer or a heartbeat, or has answered with heartbeats alone. */
export class HostSilent extends RuntimeError {
  constructor(ms: number) {
    super('unreachable', `the host has not answered for ${ms} ms`);
  }
}

/** After a break a host reports all its realms at once. */
export const hostBounds: HostBounds = {
  pace: { burst: 64 * 1024 * 1024, perSecond: 16 * 1024 * 1024 },
  longest: maxAnswerBytes,
};
/** Of calls about a large world. */
const longestMs = 15 * 60_000;
const endless: ReadonlySet<string> = new Set<keyof Streams>(['watch', 'console', 'doors']);
const longText = 16 * 1024;
const longestRefusal = 64 * 1024;
/** Concurrent calls; watches have connections of their own. */
const maxSockets = 256;

/** The calls of remote-calls.ts to one host. */
export class HostConnection {
  readonly #address: HostAddress;
  readonly #key: HostKey;
  readonly #silenceMs: number;
  readonly #bounds: HostBounds;
  readonly #pay: Pay;
  /** Null on a unix socket, which costs nothing to connect to. */
  readonly #agents: { calls: TlsAgent; watches: TlsAgent } | null;
  readonly #open = new Set<ClientRequest>();
  /** Of these, those that end. */
  readonly #work = new Set<ClientRequest>();
  #closed = false;

  /** @param silenceMs without a byte in either direction, after which a host counts as gone; it owes a heartbeat every two seconds */
  constructor(address: HostAddress, key: HostKey, silenceMs: number, bounds = hostBounds) {
    this.#address = address;
    this.#key = key;
    this.#silenceMs = silenceMs;
    this.#bounds = bounds;
    this.#pay = payer(bounds.pace);
    if ('path' in address) {
      this.#agents = null;
      return;
    }
    // That certificate and no other: its name says nothing.
    const { cert: ca } = hostCertificate(key);
    // One context for all connections: each of its own would cost 35 kB and more.
    const secureContext = createSecureContext({ ca, minVersion: 'TLSv1.3' });
    const tls = { secureContext, checkServerIdentity: () => undefined };
    this.#agents = { calls: new TlsAgent({ ...tls, keepAlive: true, maxSockets }), watches: new TlsAgent(tls) };
  }

  /** @throws RuntimeError, FilesError as the host has thrown it; RuntimeError unreachable; StaleCall, JarWanted */
  async ask<T>(call: HostCall, answer: z.ZodMiniType<T>): Promise<T> {
    const response = await this.stream(call);
    const longest = call.name === 'files.list' ? maxAnswerBytes : this.#bounds.longest;
    const text = await bodyOf(response, longest).catch((error: unknown) => {
      throw asUnreachable(error);
    });
    return understood(answer, text, call.name);
  }

  /** The lines of an answer, empty ones left out, until either side ends. @throws the same; the signal's reason */
  async *lines<T>(call: HostCall, line: z.ZodMiniType<T>): AsyncGenerator<T> {
    const isEndless = endless.has(call.name);
    const response = await this.stream({ ...call, isWatch: true, ...(isEndless && { withinMs: 4 * this.#silenceMs }) });
    try {
      for await (const text of pacedLines(response, this.#pay, this.#bounds.longest, call.signal)) {
        if (text !== '') yield understood(line, text, call.name);
      }
    } catch (error) {
      call.signal?.throwIfAborted();
      throw asUnreachable(error);
    } finally {
      response.destroy();
    }
  }

  /** An answer of 200, to be read to its end or destroyed. @throws the same */
  async stream(wanted: HostCall): Promise<IncomingMessage> {
    return (await this.#answered(wanted, false)).response;
  }

  /** The same, and what goes on being sent, until it is ended. @throws the same */
  exchange(wanted: HostCall): Promise<Exchange> {
    return this.#answered({ ...wanted, isWatch: true }, true);
  }

  async #answered(wanted: HostCall, isExchange: boolean): Promise<Exchange> {
    if (this.#closed) throw new Error('the runtime is closed');
    const { name, content, signal, isPatient, withinMs = longestMs } = wanted;
    const text = JSON.stringify(wanted.args);
    const call = this.#request(wanted, text, isExchange);
    this.#open.add(call);
    if (!endless.has(name)) this.#work.add(call);
    call.once('close', () => this.#open.delete(call) && this.#work.delete(call));
    // The first error is reported below; a broken connection may raise more.
    call.on('error', () => undefined);
    const silenceMs = this.#silenceMs;
    const patienceMs = isPatient === true ? 20 * silenceMs : silenceMs;
    // Of an exchange neither side owes a heartbeat once it is answered.
    const turn = { silenceMs, patienceMs, longestMs: withinMs, isExchange, isEndless: endless.has(name) };
    watchTurn(call, turn, (ms) => new HostSilent(ms));
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    let unsent: Error | null = null;
    if (isExchange) call.flushHeaders();
    else if (content === undefined) call.end(text);
    else content.once('error', (error) => call.destroy((unsent = error))).pipe(call);
    let response: IncomingMessage;
    try {
      [response] = await answered;
    } catch (error) {
      signal?.throwIfAborted();
      if (this.#closed) throw new Error('the runtime is closed', { cause: error });
      throw error === unsent ? error : asUnreachable(error);
    } finally {
      // A refusal may arrive before the content is sent completely.
      content?.unpipe(call);
      if (!call.writableEnded && !isExchange) call.end();
    }
    if (response.statusCode === 200) return { call, response };
    call.end();
    throw refused(name, response.statusCode ?? 0, await bodyOf(response, longestRefusal));
  }

  /** Whether calls are under way that end. */
  get isBusy(): boolean {
    return this.#work.size > 0;
  }

  /** Ends calls under way, as the host is gone. */
  breakOff(): void {
    for (const call of this.#open) call.destroy(new RuntimeError('unreachable', 'the host cannot be reached'));
  }

  close(): void {
    this.#closed = true;
    for (const call of this.#open) call.destroy(new Error('the runtime is closed'));
    this.#agents?.calls.destroy();
    this.#agents?.watches.destroy();
  }

  #request(
    { name, realmId = null, run = null, content, signal, isWatch }: HostCall,
    args: string,
    isExchange: boolean,
  ): ClientRequest {
    const options = {
      method: 'POST',
      path: `${callPrefix}${realmId === null ? '' : `realms/${realmId}/`}${name}`,
      ...(signal && { signal }),
      headers: {
        authorization: `Bearer ${tokenFor(this.#key, { realmId, run })}`,
        ...(run === null ? {} : { [runHeader]: String(run) }),
        ...(content === undefined && !isExchange
          ? { 'content-length': String(Buffer.byteLength(args)) }
          : { [argsHeader]: Buffer.from(args).toString('base64url') }),
      },
    };
    if ('path' in this.#address) {
      using short = shortPath(this.#address.path);
      return plainRequest({ ...options, agent: false, socketPath: short.path });
    }
    const agent = isWatch === true ? this.#agents?.watches : this.#agents?.calls;
    return tlsRequest({ ...options, ...this.#address, ...(agent && { agent }) });
  }
}

function asUnreachable(error: unknown): unknown {
  if (error instanceof RuntimeError || error instanceof Misunderstood) return error;
  const why = error instanceof Error ? error.message : String(error);
  return new RuntimeError('unreachable', `the host cannot be reached: ${why}`);
}

class Misunderstood extends Error {
  override readonly name = 'Misunderstood';
}

function understood<T>(schema: z.ZodMiniType<T>, text: string, name: string): T {
  const value = parseJson(text);
  // safeParse would keep every fault of a long list, at a hundred times its size.
  const read = text.length > longText && !z.validate(schema, value) ? null : schema.safeParse(value);
  if (!read?.success) throw new Misunderstood(`what a host answers to ${name} has another shape`);
  return read.data;
}

function refused(name: string, status: number, text: string): Error {
  const read = Refusal.safeParse(parseJson(text));
  if (!read.success) return new Error(`${name} was answered ${status} by the host`);
  const refusal = read.data;
  if (refusal.error === 'runtime') return new RuntimeError(refusal.code, refusal.message);
  if (refusal.error === 'files') return new FilesError(refusal.code, refusal.message);
  if (refusal.error === 'stale') return new StaleCall();
  if (refusal.error === 'jar') return new JarWanted();
  // It has another key, or another release: it cannot be called until that is fixed.
  return status === 401 || status === 404
    ? new RuntimeError('unreachable', `the host refuses ${name}: ${refusal.message}`)
    : new Error(refusal.message);
}

async function bodyOf(response: IncomingMessage, longest: number): Promise<string> {
  let text = '';
  for await (const piece of response.setEncoding('utf8') as AsyncIterable<string>) {
    text += piece;
    if (text.length > longest) throw new Error("the host's answer is too long");
  }
  return text;
}
