import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { FilesError, type FilesQuota, type RealmFiles, type WriteOptions } from '@realmkeep/runtime/files';
import { encodeEntry, entryHeader } from '@realmkeep/runtime/keeper-call';
import type { RealmWorlds } from '@realmkeep/runtime/worlds';

type Operation = (call: { args: unknown[]; request: IncomingMessage; response: ServerResponse }) => Promise<unknown>;

/** Serves the interface of keeper-call.ts. @returns the port, on 127.0.0.1 */
export async function serveKeeper(files: RealmFiles, worlds: RealmWorlds, token: string): Promise<number> {
  const operations: Record<string, Operation> = {
    list: async ({ args: [path] }) => files.list(path as string),
    stat: async ({ args: [path] }) => files.stat(path as string),
    read: async ({ args: [path, range], response }) => {
      const read = await files.read(path as string, (range as { start: number; length: number } | null) ?? undefined);
      response.writeHead(200, { [entryHeader]: encodeEntry(read.entry) });
      await pipeline(read.content, response);
    },
    write: async ({ args: [path, options], request }) => files.write(path as string, request, options as WriteOptions),
    makeFolder: async ({ args: [path, quota] }) => files.makeFolder(path as string, quota as FilesQuota),
    move: async ({ args: [from, to] }) => files.move(from as string, to as string),
    remove: async ({ args: [path] }) => files.remove(path as string),
    usage: async () => files.usage(),
    copyWorld: async ({ args: [id, settings] }) => worlds.copy(id as string, settings as string),
    packWorld: async ({ args: [id], response }) => {
      const archive = await worlds.pack(id as string);
      response.writeHead(200);
      await pipeline(archive, response);
    },
    unpackWorld: async ({ args: [id], request }) => worlds.unpack(id as string, request),
    exchangeWorlds: async ({ args: [id] }) => worlds.exchange(id as string),
    putWorldBack: async ({ args: [id] }) => worlds.putBack(id as string),
    dropWorld: async ({ args: [id] }) => worlds.drop(id as string),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isToken(request.headers.authorization, token)) return send(response, 401, null);
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const operation = Object.hasOwn(operations, path.slice(1)) ? operations[path.slice(1)] : undefined;
    if (request.method !== 'POST' || operation === undefined) return send(response, 404, null);
    const args = JSON.parse(decodeURIComponent(query)) as unknown[];
    const result = await operation({ args, request, response });
    if (!response.headersSent) send(response, 200, result ?? null);
  }

  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 0 }, (request, response) => {
    answer(request, response)
      .catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else if (error instanceof FilesError) send(response, 409, { code: error.code });
        else {
          process.stderr.write(`keeper: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
          send(response, 500, null);
        }
      })
      // What is still being sent of a refused file is nobody's.
      .finally(() => request.resume());
  });
  server.maxConnections = 64;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares hashes, so that neither the time nor the length tells anything of the token. */
function isToken(authorization: string | undefined, token: string): boolean {
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
