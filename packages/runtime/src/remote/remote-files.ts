import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { entryHeader } from '../file-agent/file-agent-call.ts';
import { type FileEntry, FilesError, type FilesWork, type RealmFiles } from '../files.ts';
import { landBytes, pictureBytes } from '../land.ts';
import { atMost } from '../stream-bound.ts';
import type { HostConnection } from './host-connection.ts';
import { type AnswerOf, answerOf, type ArgsOf, type Calls, type Streams, uploads } from './remote-calls.ts';
import { Entry, WorkLine } from './remote-messages.ts';

type FilesCall = Extract<keyof Calls, `files.${string}`>;
type Drawing = 'files.drawLand' | 'files.drawPicture';

/** The files of a realm on another machine. @param contact the connection to it @throws RuntimeError unreachable */
export function remoteFiles(realmId: string, contact: () => Promise<HostConnection>): RealmFiles {
  async function ask<N extends FilesCall>(name: N, args: ArgsOf<Calls[N]>): Promise<AnswerOf<Calls[N]>> {
    return (await contact()).ask({ name, realmId, args }, answerOf(name));
  }
  async function stream<N extends keyof Streams>(name: N, args: ArgsOf<Streams[N]>): Promise<IncomingMessage> {
    return (await contact()).stream({ name, realmId, args, isPatient: true });
  }
  async function draw(name: Drawing, args: ArgsOf<Streams[Drawing]>, bytes: number): Promise<Buffer> {
    const picture = await buffer(bounded(await stream(name, args), bytes));
    if (picture.length !== bytes) throw new Error('what a host draws has another size');
    return picture;
  }
  async function work<N extends 'files.archive' | 'files.extract'>(
    name: N,
    args: ArgsOf<Streams[N]>,
    { signal, onProgress }: FilesWork,
  ): Promise<FileEntry> {
    signal.throwIfAborted();
    for await (const line of (await contact()).lines({ name, realmId, args, signal }, WorkLine)) {
      if ('entry' in line) return line.entry;
      if ('code' in line) throw new FilesError(line.code);
      onProgress(line.bytes);
    }
    signal.throwIfAborted();
    throw new Error(`${name} ended without a word`);
  }
  return {
    list: (path) => ask('files.list', [path]),
    stat: (path) => ask('files.stat', [path]),
    read: async (path, range) => {
      const response = await stream('files.read', [path, range ?? null]);
      const entry = entryOf(response);
      // It is passed on with a content length: extra bytes would be taken for the next answer.
      return { entry, content: bounded(response, Math.min(entry.bytes, range?.length ?? Infinity)) };
    },
    hash: (path) => ask('files.hash', [path]),
    jar: (path) => ask('files.jar', [path]),
    write: async (path, content, { quota, replaces, changedAt }) => {
      const args = [path, { quota, replaces, changedAt }];
      return (await contact()).ask({ name: 'files.write', realmId, args, content }, uploads['files.write'].answer);
    },
    makeFolder: (path, quota) => ask('files.makeFolder', [path, quota]),
    move: (from, to, replaces = false) => ask('files.move', [from, to, replaces]),
    setTime: (path, changedAt) => ask('files.setTime', [path, changedAt]),
    remove: (path) => ask('files.remove', [path]),
    archive: (folder, names, path, how) => work('files.archive', [folder, [...names], path, how.quota], how),
    extract: (path, into, how) => work('files.extract', [path, into, how.quota], how),
    drawLand: (region) => draw('files.drawLand', [region], landBytes),
    drawPicture: (land) => draw('files.drawPicture', [land], pictureBytes),
    usage: () => ask('files.usage', []),
  };
}

/** @throws Error when it has another shape; the answer is broken off then */
function entryOf(response: IncomingMessage): FileEntry {
  try {
    return Entry.parse(JSON.parse(decodeURIComponent(String(response.headers[entryHeader]))));
  } catch (error) {
    response.destroy();
    throw error;
  }
}

/** So many bytes at most: what fails on the way is said by the stream. */
function bounded(response: IncomingMessage, bytes: number): Readable {
  return pipeline(response, atMost(bytes), () => undefined);
}
