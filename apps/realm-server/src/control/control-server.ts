import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  CommandBody,
  type ConsoleCommand,
  LoginCode,
  RealmSpawn,
  type RealmState,
  SettingsChange,
  type SettingsResult,
} from '@realmkeep/realm-protocol';
import type { ConsoleFeed } from '../console/console-feed.ts';
import type { EventHub } from './event-hub.ts';
import { InvalidInput, parse, parseJson } from './parse.ts';

const maxBodyBytes = 256 * 1024;

/** What the calls of the control interface do. */
export interface ControlHandlers {
  state(): RealmState;
  /** Returns false if the game has not started yet. @param by who sent it; null if unknown */
  command(line: string, by: string | null): Promise<boolean>;
  commands(): ConsoleCommand[];
  apply(change: SettingsChange): SettingsResult;
  loginCode(code: LoginCode): void;
  /** Whether players appear there from now on; null while there is no game yet. */
  moveSpawn(spawn: RealmSpawn): boolean | null;
  /** Saves, and writes nothing more while the response is open. False, without a response, unless it is READY. */
  holdWriting(response: ServerResponse): Promise<boolean>;
  stop(): void;
  /** Ends the realm if nobody is in it or joining. @returns whether it ends */
  stopIfEmpty(): boolean;
}

export interface ControlServer {
  /** Ends the listeners and every connection. */
  close(): void;
}

/** Serves the control interface (see @realmkeep/realm-protocol) on that socket. @param fd of the socket */
export async function startControlServer(
  handlers: ControlHandlers,
  events: EventHub,
  consoleFeed: ConsoleFeed,
  fd: number,
): Promise<ControlServer> {
  const server = createServer({ maxHeaderSize: 8 * 1024, requestTimeout: 10_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else if (error instanceof InvalidInput) send(response, 400, { error: error.message });
      else send(response, 500, { error: 'The realm could not do this.' });
    });
  });
  server.maxConnections = 64;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://realm');
    switch (`${request.method} ${pathname}`) {
      case 'GET /state':
        return send(response, 200, handlers.state());
      case 'GET /events':
        if (!events.hasRoom) return send(response, 429, { error: 'Too many readers.' });
        beginStream(response);
        return events.add(response, handlers.state());
      case 'GET /console':
        if (!consoleFeed.hasRoom) return send(response, 429, { error: 'Too many readers.' });
        beginStream(response);
        return consoleFeed.add(response, Number(searchParams.get('after')) || 0);
      case 'GET /commands':
        return send(response, 200, handlers.commands());
      case 'POST /command': {
        const { command, by } = parse(CommandBody, await readJson(request));
        return send(response, (await handlers.command(command, by)) ? 204 : 409);
      }
      case 'PATCH /settings':
        return send(response, 200, handlers.apply(parse(SettingsChange, await readJson(request))));
      case 'POST /login-code':
        handlers.loginCode(parse(LoginCode, await readJson(request)));
        return send(response, 204);
      case 'POST /spawn': {
        const isMoved = handlers.moveSpawn(parse(RealmSpawn, await readJson(request)));
        return send(response, isMoved === null ? 409 : isMoved ? 204 : 422);
      }
      case 'POST /hold-writing':
        if (!(await handlers.holdWriting(response))) send(response, 409, { error: 'The realm is not ready.' });
        return;
      case 'POST /stop':
        send(response, 202);
        return handlers.stop();
      case 'POST /stop-if-empty':
        return send(response, handlers.stopIfEmpty() ? 202 : 409);
      default:
        return send(response, 404, { error: 'There is no such call.' });
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ fd }, resolve);
  });
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new InvalidInput('the body is too large');
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'), 'the body');
}

function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' });
  response.flushHeaders();
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  response.writeHead(status, text === '' ? {} : { 'content-type': 'application/json' });
  response.end(text);
}
