import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RealmSpec } from '@realmkeep/realm-protocol';
import { encodeEntry, entryHeader } from '../file-agent/file-agent-call.ts';
import { FilesError, type FilesQuota, type FilesWork } from '../files.ts';
import type { OpenRegion } from '../land.ts';
import { type RealmRuntime, RuntimeError } from '../runtime.ts';
import type { DatabaseDoors } from './database-doors.ts';
import type { JarStore } from './jar-store.ts';
import type { AnswerOf, ArgsOf, Calls, Streams, Uploads } from './remote-calls.ts';
import type { HostCapacity } from './remote-messages.ts';
import { jarHashOf, javaMajorOf } from './remote-paths.ts';
import { tellLines } from './tell-lines.ts';

/** What a host serves its realms with. */
export interface HostParts {
  runtime: RealmRuntime;
  capacity: () => Promise<HostCapacity>;
  /** The path of the lowest Java of at least that version; null: there is none. */
  java: (major: number) => Promise<string | null>;
  jars: JarStore;
  /** To realms' databases; none: they have none. */
  doors?: DatabaseDoors;
}

/** The jar for a realm's start is missing here. */
export class JarMissing extends Error {
  override readonly name = 'JarMissing';
}

interface Call<Args> {
  /** Empty of a call about the host. */
  realmId: string;
  args: Args;
}

interface StreamCall<Args> extends Call<Args> {
  request: IncomingMessage;
  response: ServerResponse;
  /** Aborts when the caller has hung up. */
  signal: AbortSignal;
}

type Handlers = { [N in keyof Calls]: (call: Call<ArgsOf<Calls[N]>>) => Promise<AnswerOf<Calls[N]> | void> };
type UploadHandlers = {
  [N in keyof Uploads]: (
    call: Call<ArgsOf<Uploads[N]>> & { request: IncomingMessage },
  ) => Promise<AnswerOf<Uploads[N]> | void>;
};
type StreamHandlers = { [N in keyof Streams]: (call: StreamCall<ArgsOf<Streams[N]>>) => Promise<void> };

const tellMs = 250;
const keepAliveMs = 30_000;

/** How each call of remote-calls.ts is carried out. */
export function hostHandlers({ runtime, capacity, java, jars, doors }: HostParts): {
  calls: Handlers;
  uploads: UploadHandlers;
  streams: StreamHandlers;
} {
  /** @throws JarMissing; RuntimeError start_failed without the Java for it */
  async function ownSpec({ java: server, ...spec }: RealmSpec): Promise<RealmSpec> {
    if (server === undefined) return spec;
    const sha256 = jarHashOf(server.jar);
    const major = javaMajorOf(server.runtime);
    if (sha256 === null || major === null)
      throw new Error('the paths of a server in Java are not those of the interface');
    const runtimePath = await java(major);
    if (runtimePath === null) throw new RuntimeError('start_failed', `Java ${major} is missing on the realm's host`);
    const jar = await jars.find(sha256);
    if (jar === null) throw new JarMissing();
    return { ...spec, java: { ...server, jar, runtime: runtimePath } };
  }

  return {
    calls: {
      enforcement: () => runtime.enforcement(),
      capacity,
      list: () => runtime.list(),
      ensure: async ({ args: [spec, run] }) => {
        if (spec.kernel !== 'sandbox') await doors?.open(spec.realmId, run);
        return runtime.ensure(await ownSpec(spec), run);
      },
      apply: ({ realmId, args: [settings] }) => runtime.apply(realmId, settings),
      command: ({ realmId, args: [command, by] }) => runtime.command(realmId, command, by),
      commands: ({ realmId }) => runtime.commands(realmId),
      loginCode: ({ realmId, args: [code] }) => runtime.loginCode(realmId, code),
      moveSpawn: ({ realmId, args: [spawn] }) => runtime.moveSpawn(realmId, spawn),
      stop: ({ realmId, args: [graceMs] }) => runtime.stop(realmId, graceMs),
      stopIfEmpty: ({ realmId }) => runtime.stopIfEmpty(realmId),
      destroy: async ({ realmId }) => {
        await runtime.destroy(realmId);
        await doors?.remove(realmId);
      },
      prepare: ({ realmId, args: [number] }) => runtime.prepare(realmId, number),
      inspect: ({ realmId }) => runtime.inspect(realmId),
      'files.list': ({ realmId, args: [path] }) => runtime.files(realmId).list(path),
      'files.stat': ({ realmId, args: [path] }) => runtime.files(realmId).stat(path),
      'files.hash': ({ realmId, args: [path] }) => runtime.files(realmId).hash(path),
      'files.jar': ({ realmId, args: [path] }) => runtime.files(realmId).jar(path),
      'files.makeFolder': ({ realmId, args: [path, quota] }) => runtime.files(realmId).makeFolder(path, quota),
      'files.move': ({ realmId, args: [from, to, replaces] }) => runtime.files(realmId).move(from, to, replaces),
      'files.setTime': ({ realmId, args: [path, changedAt] }) => runtime.files(realmId).setTime(path, changedAt),
      'files.remove': ({ realmId, args: [path] }) => runtime.files(realmId).remove(path),
      'files.usage': ({ realmId }) => runtime.files(realmId).usage(),
      'worlds.copy': ({ realmId, args: [id, settings] }) => runtime.worlds(realmId).copy(id, settings),
      'worlds.makeEmpty': ({ realmId, args: [id] }) => runtime.worlds(realmId).makeEmpty(id),
      'worlds.exchange': ({ realmId, args: [id] }) => runtime.worlds(realmId).exchange(id),
      'worlds.putBack': ({ realmId, args: [id] }) => runtime.worlds(realmId).putBack(id),
      'worlds.drop': ({ realmId, args: [id] }) => runtime.worlds(realmId).drop(id),
    },
    uploads: {
      jar: ({ args: [sha256], request }) => jars.keep(sha256, request),
      'files.write': ({ realmId, args: [path, options], request }) =>
        runtime.files(realmId).write(path, request, options),
      'worlds.unpack': ({ realmId, args: [id], request }) => runtime.worlds(realmId).unpack(id, request),
    },
    streams: {
      watch: ({ response, signal }) => tellLines(response, watchLines(runtime, signal)),
      console: ({ realmId, response, signal }) => tellLines(response, runtime.console(realmId, signal)),
      doors: async ({ response, signal }) => {
        if (doors === undefined) throw new RuntimeError('not_running', 'there are no doors here');
        await tellLines(response, doors.watch(signal));
      },
      door: async ({ realmId, args: [connection], request, response, signal }) => {
        const client = doors?.take(realmId, connection) ?? null;
        if (client === null) throw new RuntimeError('not_running', 'nobody waits there');
        response.writeHead(200).flushHeaders();
        request.socket.setKeepAlive(true, keepAliveMs);
        client.once('close', () => response.end());
        request.once('close', () => client.destroySoon());
        request.pipe(client).pipe(response);
        if (!signal.aborted) await once(signal, 'abort');
        client.destroySoon();
      },
      'files.archive': ({ realmId, args: [folder, names, path, quota], response, signal }) =>
        tellWork(response, { quota, signal }, (work) => runtime.files(realmId).archive(folder, names, path, work)),
      'files.extract': ({ realmId, args: [path, into, quota], response, signal }) =>
        tellWork(response, { quota, signal }, (work) => runtime.files(realmId).extract(path, into, work)),
      'files.read': async ({ realmId, args: [path, range], response }) => {
        const { entry, content } = await runtime.files(realmId).read(path, range ?? undefined);
        response.writeHead(200, { [entryHeader]: encodeEntry(entry) });
        await pipeline(content, response);
      },
      'files.drawLand': async ({ realmId, args: [region], response }) =>
        void response.end(await runtime.files(realmId).drawLand(region)),
      'files.drawPicture': async ({ realmId, args: [land], response }) =>
        void response.end(await runtime.files(realmId).drawPicture(land)),
      drawPicture: async ({ args: [middle, regions], request, response }) => {
        await using files = new AsyncDisposableStack();
        response.end(await runtime.drawPicture(middle, await openRegions(files, request, regions)));
      },
      'worlds.pack': async ({ realmId, args: [id], response }) => {
        const archive = await runtime.worlds(realmId).pack(id);
        response.writeHead(200);
        await pipeline(archive, response);
      },
    },
  };
}

async function* watchLines(runtime: RealmRuntime, signal: AbortSignal): AsyncGenerator {
  yield { present: (await runtime.list()).map(({ realmId }) => realmId) };
  for await (const observed of runtime.watch(signal)) yield { observed };
}

/** Sends the progress of work, and its result. */
function tellWork(
  response: ServerResponse,
  { quota, signal }: { quota: FilesQuota; signal: AbortSignal },
  run: (work: FilesWork) => Promise<unknown>,
): Promise<void> {
  async function* lines(): AsyncGenerator {
    let bytes = 0;
    let more = Promise.withResolvers<null>();
    const onProgress = (written: number): void => {
      bytes = written;
      more.resolve(null);
    };
    const done = run({ quota, signal, onProgress }).then(
      (entry) => ({ entry }),
      (error: unknown) => {
        if (error instanceof FilesError) return { code: error.code };
        throw error;
      },
    );
    for (;;) {
      const end = await Promise.race([done, more.promise]);
      if (end !== null) return void (yield end);
      more = Promise.withResolvers();
      yield { bytes };
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, tellMs))]);
    }
  }
  return tellLines(response, lines());
}

/** Receives regions one after another into unlinked files. */
async function openRegions(
  files: AsyncDisposableStack,
  request: IncomingMessage,
  regions: { x: number; z: number; bytes: number }[],
): Promise<OpenRegion[]> {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-regions-'));
  try {
    const open_: OpenRegion[] = [];
    const pieces = (request as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    let rest: Buffer = Buffer.alloc(0);
    for (const { x, z, bytes } of regions) {
      const file = files.use(await open(join(folder, `${x}.${z}`), 'wx+', 0o600));
      let left = bytes;
      while (left > 0) {
        if (rest.length === 0) {
          const { done, value } = await pieces.next();
          if (done === true) throw new Error('a region is shorter than it was said to be');
          rest = value;
        }
        const part = rest.subarray(0, left);
        await file.writeFile(part);
        left -= part.length;
        rest = rest.subarray(part.length);
      }
      open_.push({ x, z, fd: file.fd });
    }
    return open_;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
