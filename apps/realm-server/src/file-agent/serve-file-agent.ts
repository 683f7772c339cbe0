import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import {
  type FileEntry,
  FilesError,
  type FilesQuota,
  type FilesWork,
  type RealmFiles,
  type WriteOptions,
} from '@realmkeep/runtime/files';
import { encodeEntry, entryHeader, type WorkLine } from '@realmkeep/runtime/file-agent-call';
import type { RealmWorlds } from '@realmkeep/runtime/worlds';

type Operation = (call: { args: unknown[]; request: IncomingMessage; response: ServerResponse }) => Promise<unknown>;

/** How often progress is reported. */
const tellMs = 250;
/** Well within the silence that the driver suffers. */
const beatMs = 5_000;

/** Serves the interface of file-agent-call.ts. @param files which are opened when they are asked for first @param fd of its socket */
export async function serveFileAgent(files: () => Promise<RealmFiles>, worlds: RealmWorlds, fd: number): Promise<void> {
  const operations: Record<string, Operation> = {
    list: async ({ args: [path] }) => (await files()).list(path as string),
    stat: async ({ args: [path] }) => (await files()).stat(path as string),
    read: async ({ args: [path, range], response }) => {
      const read = await (
        await files()
      ).read(path as string, (range as { start: number; length: number } | null) ?? undefined);
      response.writeHead(200, { [entryHeader]: encodeEntry(read.entry) });
      await pipeline(read.content, response);
    },
    hash: async ({ args: [path] }) => (await files()).hash(path as string),
    jar: async ({ args: [path] }) => (await files()).jar(path as string),
    write: async ({ args: [path, options], request }) =>
      (await files()).write(path as string, request, options as WriteOptions),
    makeFolder: async ({ args: [path, quota] }) => (await files()).makeFolder(path as string, quota as FilesQuota),
    move: async ({ args: [from, to, replaces] }) =>
      (await files()).move(from as string, to as string, replaces === true),
    setTime: async ({ args: [path, changedAt] }) => (await files()).setTime(path as string, changedAt as number),
    remove: async ({ args: [path] }) => (await files()).remove(path as string),
    archive: async ({ args: [from, names, path, quota], response }) =>
      tellWork(response, quota as FilesQuota, async (work) =>
        (await files()).archive(from as string, names as string[], path as string, work),
      ),
    extract: async ({ args: [path, into, quota], response }) =>
      tellWork(response, quota as FilesQuota, async (work) =>
        (await files()).extract(path as string, into as string, work),
      ),
    drawLand: async ({ args: [region], response }) => {
      const picture = await (await files()).drawLand(region as Parameters<RealmFiles['drawLand']>[0]);
      response.writeHead(200).end(picture);
    },
    drawPicture: async ({ args: [land], response }) => {
      const picture = await (await files()).drawPicture(land as Parameters<RealmFiles['drawPicture']>[0]);
      response.writeHead(200).end(picture);
    },
    usage: async () => (await files()).usage(),
    copyWorld: async ({ args: [id, settings] }) => worlds.copy(id as string, settings as string),
    packWorld: async ({ args: [id], response }) => {
      const archive = await worlds.pack(id as string);
      response.writeHead(200);
      await pipeline(archive, response);
    },
    unpackWorld: async ({ args: [id], request }) => worlds.unpack(id as string, request),
    makeEmptyWorld: async ({ args: [id] }) => worlds.makeEmpty(id as string),
    exchangeWorlds: async ({ args: [id] }) => worlds.exchange(id as string),
    putWorldBack: async ({ args: [id] }) => worlds.putBack(id as string),
    dropWorld: async ({ args: [id] }) => worlds.drop(id as string),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const operation = Object.hasOwn(operations, path.slice(1)) ? operations[path.slice(1)] : undefined;
    if (request.method !== 'POST' || operation === undefined) return send(response, 404, null);
    const args = JSON.parse(decodeURIComponent(query)) as unknown[];
    // Whoever waits learns that it is worked on.
    const beat = setInterval(() => {
      if (!response.headersSent) response.writeProcessing();
    }, beatMs);
    const result = await operation({ args, request, response }).finally(() => clearInterval(beat));
    if (!response.headersSent) send(response, 200, result ?? null);
  }

  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 0 }, (request, response) => {
    answer(request, response)
      .catch((error: unknown) => {
        if (response.headersSent && error instanceof FilesError) tell(response, { code: error.code }).end();
        else if (response.headersSent) response.destroy();
        else if (error instanceof FilesError) send(response, 409, { code: error.code });
        else {
          process.stderr.write(
            `file agent: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
          );
          send(response, 500, null);
        }
      })
      // What is still being sent of a refused file is nobody's.
      .finally(() => request.resume());
  });
  server.maxConnections = 64;
  server.listen({ fd });
  await once(server, 'listening');
}

/** Runs it as long as somebody waits for it, and reports progress. */
async function tellWork(
  response: ServerResponse,
  quota: FilesQuota,
  run: (work: FilesWork) => Promise<FileEntry>,
): Promise<void> {
  const ending = new AbortController();
  response.once('close', () => ending.abort(new Error('nobody waits for it any more')));
  let toldAt = 0;
  const onProgress = (bytes: number): void => {
    if (Date.now() - toldAt < tellMs) return;
    toldAt = Date.now();
    tell(response, { bytes });
  };
  tell(response, { entry: await run({ quota, signal: ending.signal, onProgress }) }).end();
}

function tell(response: ServerResponse, line: WorkLine): ServerResponse {
  if (!response.headersSent) response.writeHead(200);
  response.write(`${JSON.stringify(line)}\n`);
  return response;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
