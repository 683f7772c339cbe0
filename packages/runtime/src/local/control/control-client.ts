import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { shortPath } from '@realmkeep/sockets';
import { type ConsoleLine, RealmEvent } from '@realmkeep/realm-protocol';
import { readConsoleLines, readMessage } from './read-message.ts';
import { type Pace, pacedLines, payer } from '../../paced-lines.ts';

/** A realm reports its state at least every 10 s. */
const eventWithinMs = 30_000;
const maxAnswerBytes = 64 * 1024;
const maxLineLength = 256 * 1024;
const events: Pace = { burst: 1024 * 1024, perSecond: 128 * 1024 };
/** The stored lines arrive at once. */
const console: Pace = { burst: 4 * 1024 * 1024, perSecond: 1024 * 1024 };

/** One call of the control interface at the path of a unix socket. @throws when the realm cannot be reached or does not answer as it should. */
export async function callControl(
  socket: string,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body: unknown,
  withinMs: number,
): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(withinMs);
  const response = await send(socket, method, path, signal, JSON.stringify(body));
  let text = '';
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > maxAnswerBytes) throw new Error('the answer is too long');
  }
  return { status: response.statusCode ?? 0, text };
}

/** The realm's events, from its present state on, until it ends or the signal aborts. Invalid ones are skipped. */
export async function* controlEvents(socket: string, signal: AbortSignal): AsyncGenerator<RealmEvent> {
  for await (const line of controlLines(socket, '/events', events, signal)) {
    const event = readMessage(RealmEvent, line);
    if (event !== null) yield event;
  }
}

/** What the realm's console prints, the kept lines after number `after` first, until its end or the signal's. */
export async function* controlConsole(
  socket: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<ConsoleLine[]> {
  let last = after;
  for await (const line of controlLines(socket, `/console?after=${after}`, console, signal)) {
    const lines = readConsoleLines(line, last);
    if (lines === null) continue;
    last = lines.at(-1)?.n ?? last;
    yield lines;
  }
}

async function* controlLines(socket: string, path: string, pace: Pace, signal: AbortSignal): AsyncGenerator<string> {
  const response = await send(socket, 'GET', path, signal);
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(`GET ${path} was answered ${response.statusCode}`);
  }
  response.setTimeout(eventWithinMs, () => response.destroy());
  yield* pacedLines(response, payer(pace), maxLineLength, signal);
}

async function send(
  socket: string,
  method: string,
  path: string,
  signal: AbortSignal,
  body = '',
): Promise<IncomingMessage> {
  using short = shortPath(socket);
  const call = request({
    socketPath: short.path,
    method,
    path,
    signal,
    agent: false,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  // Errors after the answer are the answer's; a request without a listener would throw them at the process.
  call.on('error', () => undefined);
  call.setTimeout(eventWithinMs, () => call.destroy(new Error('no answer')));
  // Informational responses may precede the real one, without limit.
  call.once('information', () => call.destroy(new Error('it answers that it will answer')));
  call.end(body);
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}
