import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type * as z from 'zod/mini';
import { FilesError } from '../files.ts';
import { RuntimeError } from '../runtime.ts';
import { type HostKey, isToken } from './host-key.ts';
import { hostHandlers, type HostParts, JarMissing } from './host-handlers.ts';
import {
  argsHeader,
  beatMs,
  callPrefix,
  calls,
  type CallScope,
  maxArgumentBytes,
  runHeader,
  streams,
  uploads,
} from './remote-calls.ts';
import { type Refusal, uuid } from './remote-messages.ts';
import { parseJson } from '../parse-json.ts';

export { DatabaseDoors } from './database-doors.ts';
export { gameKeyFor, type HostKey, readHostKey } from './host-key.ts';
export { JarStore } from './jar-store.ts';
export { listenHost } from './listen-host.ts';

/** A call that is answered with a status of its own. */
class BadCall extends Error {
  override readonly name = 'BadCall';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

class StaleRun extends Error {
  override readonly name = 'StaleRun';
}

interface Served {
  realmId: string;
  args: never;
  request: IncomingMessage;
  response: ServerResponse;
  signal: AbortSignal;
}

/** A call of the interface, with any arguments and result. */
interface Offer {
  scope: CallScope;
  args: z.ZodMiniType<unknown[]>;
  kind: 'call' | 'upload' | 'stream';
  handle: (call: Served) => Promise<unknown>;
}

/**
 * Serves the interface of remote-calls.ts. A call without a token for its scope is answered 401 and nothing else.
 * @param onFault called with errors that were answered with 500
 */
export function serveRuntime(key: HostKey, parts: HostParts, onFault: (error: unknown) => void): RequestListener {
  const handlers = hostHandlers(parts);
  const offers = new Map<string, Offer>();
  for (const [kind, table, handle] of [
    ['call', calls, handlers.calls],
    ['upload', uploads, handlers.uploads],
    ['stream', streams, handlers.streams],
  ] as const) {
    for (const [name, { scope, args }] of Object.entries(table)) {
      offers.set(name, { scope, args, kind, handle: handle[name as keyof typeof handle] });
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    const { name, realmId, run } = addressOf(request);
    const token = /^Bearer ([0-9a-f]{64})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!isToken(key, { realmId, run }, token)) throw new BadCall(401, 'no token of what the call is about');
    const offer = offers.get(name);
    if (offer === undefined) throw new BadCall(404, 'no such call');
    const isAbout = run === null ? (realmId === null ? 'host' : 'realm') : 'run';
    if (offer.scope !== isAbout) throw new BadCall(401, `a call about the ${offer.scope} bears another token`);
    const text = offer.kind === 'upload' || bringing.has(name) ? argsInHead(request) : await bodyOf(request);
    const read = offer.args.safeParse(parseJson(text));
    if (!read.success) throw new BadCall(400, `what ${name} takes has another shape`);
    if (name === 'ensure' ? read.data[1] !== run : run !== null && !(await isPresent(realmId, run))) {
      throw new StaleRun();
    }
    const call = { realmId: realmId ?? '', args: read.data as never, request, response, signal };
    const result = await offer.handle(call);
    if (offer.kind !== 'stream') send(response, 200, result ?? null);
  }

  /** @throws RuntimeError not_running */
  async function isPresent(realmId: string | null, run: number): Promise<boolean> {
    const observed = await parts.runtime.inspect(realmId ?? '');
    if (observed === null || observed.phase === 'EXITED') {
      throw new RuntimeError('not_running', `realm ${realmId} does not run`);
    }
    return observed.fencingToken === run;
  }

  return (request, response) => {
    const ending = new AbortController();
    const beat = setInterval(() => {
      if (!response.headersSent) response.writeProcessing();
    }, beatMs);
    response.once('close', () => {
      clearInterval(beat);
      ending.abort(new Error('nobody waits for it any more'));
    });
    answer(request, response, ending.signal)
      .catch((error: unknown) => {
        const { status, refusal } = refusalOf(error);
        if (status === 500 && !ending.signal.aborted) onFault(error);
        if (response.headersSent) response.destroy();
        else send(response, status, refusal);
      })
      // The rest of a refused file is discarded.
      .finally(() => request.resume());
  };
}

function addressOf({ method, url = '', headers }: IncomingMessage): {
  name: string;
  realmId: string | null;
  run: number | null;
} {
  const [, realmId = null, name = ''] =
    /^(?:realms\/([^/]+)\/)?([\w.]+)$/.exec(url.startsWith(callPrefix) ? url.slice(callPrefix.length) : '') ?? [];
  if (method !== 'POST' || name === '') throw new BadCall(404, 'no such call');
  if (realmId !== null && !uuid.safeParse(realmId).success) throw new BadCall(400, 'the id of a realm is a UUID');
  const run = headers[runHeader];
  if (run !== undefined && !/^\d{1,15}$/.test(String(run))) throw new BadCall(400, 'no fencing token');
  return { name, realmId, run: run === undefined ? null : Number(run) };
}

/** Streams whose body is not their arguments. */
const bringing: ReadonlySet<string> = new Set<keyof typeof streams>(['drawPicture', 'door']);

function argsInHead(request: IncomingMessage): string {
  return Buffer.from(String(request.headers[argsHeader] ?? ''), 'base64url').toString();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxArgumentBytes) throw new BadCall(413, 'the arguments are too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

const longestMessage = 4096;

function refusalOf(error: unknown): { status: number; refusal: Refusal } {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, longestMessage);
  if (error instanceof RuntimeError) return { status: 409, refusal: { error: 'runtime', code: error.code, message } };
  if (error instanceof FilesError) return { status: 409, refusal: { error: 'files', code: error.code, message } };
  if (error instanceof StaleRun) return { status: 409, refusal: { error: 'stale' } };
  if (error instanceof JarMissing) return { status: 409, refusal: { error: 'jar' } };
  return { status: error instanceof BadCall ? error.status : 500, refusal: { error: 'other', message } };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
