import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { shortPath } from '@realmkeep/sockets';
import { type FileEntry, FilesError, type FilesErrorCode, type FilesWork, filesErrorCodes } from '../../files.ts';
import type { LandRegion, PicturedLand } from '../../land.ts';
import { entryHeader, type WorkLine } from '../../file-agent/file-agent-call.ts';
import { pacedLines, payer } from '../../paced-lines.ts';
import { atMost } from '../../stream-bound.ts';
import { watchTurn } from '../../watch-turn.ts';
import type { FileAgent, FileAgents } from './file-agents.ts';

/** 20,000 entries with long names. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** A file agent reports its progress at most ten times a second. */
const news = { burst: 1024 * 1024, perSecond: 128 * 1024 };
const longestLine = 64 * 1024;

/** What goes through a whole world or archive. */
const long = new Set(['copyWorld', 'packWorld', 'unpackWorld', 'archive', 'extract']);

/** One operation of a file agent (file-agent-call.ts). @throws FilesError; Error for an invalid answer */
export async function callFileAgent<T>(
  fileAgent: FileAgent,
  operation: string,
  args: unknown[],
  content?: NodeJS.ReadableStream,
  signal?: AbortSignal,
): Promise<T> {
  const response = await send(fileAgent, operation, args, content, signal);
  const text = await bodyOf(response);
  if (response.statusCode !== 200) throw refusal(operation, response, text);
  return JSON.parse(text) as T;
}

/** Long work, with progress. @throws FilesError; the signal's reason; Error for an invalid answer */
export function doWork(
  fileAgents: FileAgents,
  realmId: string,
  operation: string,
  args: unknown[],
  { signal, onProgress }: FilesWork,
): Promise<FileEntry> {
  return fileAgents.use(realmId, async (fileAgent) => {
    signal.throwIfAborted();
    try {
      const response = await send(fileAgent, operation, args, undefined, signal);
      if (response.statusCode !== 200) throw refusal(operation, response, await bodyOf(response));
      for await (const text of pacedLines(response, payer(news), longestLine, signal)) {
        const line = JSON.parse(text) as WorkLine;
        if ('entry' in line) return line.entry;
        if ('code' in line) throw refusalOf(operation, line.code);
        onProgress(line.bytes);
      }
      throw new Error(`${operation} of the file agent ended without a word`);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  });
}

export async function readFromFileAgent(
  fileAgents: FileAgents,
  realmId: string,
  path: string,
  range: { start: number; length: number } | null,
): Promise<{ entry: FileEntry; content: Readable }> {
  // It is passed on with a content length: extra bytes would be taken for the next answer.
  const mostOf = (headers: IncomingHttpHeaders): number => Math.min(entryOf(headers).bytes, range?.length ?? Infinity);
  const { headers, content } = await streamFromFileAgent(fileAgents, realmId, 'read', [path, range], mostOf);
  return { entry: entryOf(headers), content };
}

/** @param bytes of the picture @throws Error when it has others */
export async function drawFromFileAgent(
  fileAgents: FileAgents,
  realmId: string,
  operation: 'drawLand' | 'drawPicture',
  land: LandRegion | PicturedLand,
  bytes: number,
): Promise<Buffer> {
  const { content } = await streamFromFileAgent(fileAgents, realmId, operation, [land], () => bytes);
  const picture = await buffer(content);
  if (picture.length !== bytes) throw new Error('what a file agent draws has another size');
  return picture;
}

/**
 * An operation that answers with bytes. The file agent is kept until they have been read or destroyed.
 * @param mostOf how many there may be, by the answer's headers
 */
export async function streamFromFileAgent(
  fileAgents: FileAgents,
  realmId: string,
  operation: string,
  args: unknown[],
  mostOf: (headers: IncomingHttpHeaders) => number = () => Infinity,
): Promise<{ headers: IncomingHttpHeaders; content: Readable }> {
  const answer = Promise.withResolvers<{ headers: IncomingHttpHeaders; content: Readable }>();
  fileAgents
    .use(realmId, async (fileAgent) => {
      const response = await send(fileAgent, operation, args);
      if (response.statusCode !== 200) throw refusal(operation, response, await bodyOf(response));
      const content = atMost(mostOf(response.headers));
      const copied = pipeline(response, content);
      answer.resolve({ headers: response.headers, content });
      // What fails on the way is said by the content itself; a file agent that is silent is not asked again.
      await copied.catch((error: unknown) => {
        if (error instanceof FilesError) throw error;
      });
    })
    .catch(answer.reject);
  return answer.promise;
}

function entryOf(headers: IncomingHttpHeaders): FileEntry {
  return JSON.parse(decodeURIComponent(String(headers[entryHeader]))) as FileEntry;
}

async function send(
  { socket, agent, silenceMs }: FileAgent,
  operation: string,
  args: unknown[],
  content?: NodeJS.ReadableStream,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  using short = shortPath(socket);
  const call = request({
    socketPath: short.path,
    agent,
    method: 'POST',
    path: `/${operation}?${encodeURIComponent(JSON.stringify(args))}`,
    ...(signal && { signal }),
  });
  // The first error is reported below; a killed file agent may cause more.
  call.on('error', () => undefined);
  const longestMs = silenceMs * turns[long.has(operation) ? 'work' : 'call'];
  watchTurn(call, { silenceMs, longestMs }, () => new FilesError('silent', 'a file agent does not answer'));
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  let unsent: Error | null = null;
  if (content === undefined) call.end();
  else content.once('error', (error) => call.destroy((unsent = error))).pipe(call);
  try {
    const [response] = await answered;
    return response;
  } catch (error) {
    throw error !== unsent && hasHungUp(error) ? new FilesError('silent', 'a file agent ended while it worked') : error;
  } finally {
    // A refusal may arrive before the content is sent completely.
    content?.unpipe(call);
    if (!call.writableEnded) call.end();
  }
}

function hasHungUp(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

async function bodyOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of response.setEncoding('utf8') as AsyncIterable<string>) {
    text += piece;
    if (text.length > maxAnswerBytes) throw new Error("the file agent's answer is too long");
  }
  return text;
}

/** What a file agent says is not trusted: its realm may have taken it over. */
function refusal(operation: string, response: IncomingMessage, text: string): Error {
  if (response.statusCode === 409) {
    const { code } = JSON.parse(text) as { code?: unknown };
    return refusalOf(operation, code);
  }
  return new Error(`${operation} of the file agent was answered ${response.statusCode}`);
}

function refusalOf(operation: string, code: unknown): Error {
  if (filesErrorCodes.includes(code as FilesErrorCode)) return new FilesError(code as FilesErrorCode);
  return new Error(`${operation} of the file agent was refused without a reason`);
}

/**
 * How long a file agent may take for one call: a multiple of the time that it may be silent. With the usual silence that is two minutes for
 * a call and ten for work on a world or an archive.
 */
const turns = { call: 4, work: 20 };
