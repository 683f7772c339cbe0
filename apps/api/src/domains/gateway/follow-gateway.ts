import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type GatewayMessage, routesProtocol } from '@realmkeep/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { failureLevel } from '../../http/errors.ts';
import { bearsSecret } from '../../http/secret-header.ts';
import type { DirectoryChange } from '../realms/live/realm-directory.ts';
import type { RealmRow } from '../realms/realm-queries.ts';
import { realmsAt } from '../realms/realms.ts';
import { routeOf } from './route-of.ts';

export const aliveEveryMs = 5_000;
/** A gateway that does not read is dropped; it reconnects and asks again. */
export const maxUnsentBytes = 8 * 1024 * 1024;
/** More than a gateway knows, at half a kilobyte each: what it has forgotten is still followed until then. */
const defaultMaxFollowed = 60_000;
const maxAbsent = 10_000;
/** Further questions before the answer are ignored: the gateway does not wait for long. */
const maxAsked = 1_000;
const addressForm = /^[a-z0-9-]{1,63}$/;

/** GET /internal/routes from a gateway that says what it follows, described by the contract's gateway.ts. */
export function serveFollowedRoutes(server: FastifyInstance, ctx: Context, maxFollowed = defaultMaxFollowed): void {
  const open = new Set<Duplex>();
  server.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    if (request.url !== '/internal/routes' || !bearsSecret(request, ctx.config.secrets.gatewayToken)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${routesProtocol}\r\n\r\n`);
    socket.unshift(head);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    new Follower(ctx, socket, maxFollowed).begin();
  });
  server.addHook('preClose', async () => {
    for (const socket of open) socket.destroy();
  });
}

/** A gateway, which is told about the realms and addresses that it has asked for. */
class Follower {
  readonly #ctx: Context;
  readonly #socket: Duplex;
  readonly #maxFollowed: number;
  /** The last state sent of each realm that it asked for. */
  readonly #told = new Map<string, string>();
  /** Addresses reported to it as unused, oldest first: it believes that for seconds. */
  readonly #absent = new Set<string>();
  readonly #asked = new Set<string>();
  #isReading = false;
  /** Realms that changed since the read began, with their state: newer than what is read. */
  readonly #meanwhile = new Map<string, RealmRow | null>();
  /** Increases with each restart of the stream. */
  #beginnings = 0;

  constructor(ctx: Context, socket: Duplex, maxFollowed: number) {
    this.#ctx = ctx;
    this.#socket = socket;
    this.#maxFollowed = maxFollowed;
    const unlisten = ctx.directory.onChange((change) => this.#hear(change));
    // Changes to what it follows may have been missed.
    const unlistenReload = ctx.directory.onReload(() => this.begin());
    const alive = setInterval(() => this.#write(''), aliveEveryMs);
    socket.once('end', () => socket.destroy());
    socket.once('close', () => {
      unlisten();
      unlistenReload();
      clearInterval(alive);
    });
    let rest = '';
    socket.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      if ([...lines, rest || '-'].every((line) => addressForm.test(line))) this.#ask(lines);
      else socket.destroy();
    });
  }

  /** From here on nothing is followed, and whatever it knows may have changed. */
  begin(): void {
    this.#beginnings += 1;
    for (const known of [this.#told, this.#absent, this.#asked]) known.clear();
    this.#say({ type: 'routes', routes: [] });
  }

  #hear({ id, row }: DirectoryChange): void {
    if (this.#isReading) this.#meanwhile.set(id, row);
    if (this.#told.has(id) || (row && this.#absent.has(row.address.toLowerCase()))) this.#tell(id, row);
  }

  #ask(addresses: readonly string[]): void {
    for (const address of addresses) if (this.#asked.size < maxAsked) this.#asked.add(address);
    void this.#answerAsked();
  }

  /** One read at a time, of everything requested by then. */
  async #answerAsked(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#asked.size > 0 && !this.#socket.destroyed) {
      const addresses = [...this.#asked];
      this.#asked.clear();
      this.#meanwhile.clear();
      const beginnings = this.#beginnings;
      try {
        const rows = await realmsAt(this.#ctx, addresses);
        // What was asked before a restart is asked again after it.
        if (beginnings === this.#beginnings) this.#answer(addresses, rows);
      } catch (error) {
        this.#ctx.log[failureLevel(error)]({ err: error }, 'failed to look for the realms that a gateway asks for');
      }
    }
    this.#isReading = false;
    this.#meanwhile.clear();
  }

  #answer(addresses: readonly string[], rows: readonly RealmRow[]): void {
    const found = new Map<string, RealmRow>();
    const unchanged = rows.filter(({ id }) => !this.#meanwhile.has(id));
    for (const row of [...unchanged, ...this.#meanwhile.values()]) if (row) found.set(row.address.toLowerCase(), row);
    for (const address of addresses) {
      const row = found.get(address);
      if (row && routeOf(this.#ctx, row)) {
        if (this.#told.size >= this.#maxFollowed && !this.#told.has(row.id)) return this.begin();
        // It may have forgotten what it was told.
        this.#told.delete(row.id);
        this.#tell(row.id, row);
      } else {
        this.#absent.delete(address);
        this.#absent.add(address);
        this.#say({ type: 'absent', address });
      }
    }
    for (const oldest of this.#absent) {
      if (this.#absent.size <= maxAbsent) break;
      this.#absent.delete(oldest);
    }
  }

  #tell(id: string, row: RealmRow | null): void {
    const route = routeOf(this.#ctx, row);
    const text = JSON.stringify(route);
    // The observed state changes often without changing where a player goes.
    if (this.#told.get(id) === text) return;
    if (!route) {
      this.#told.delete(id);
      return this.#say({ type: 'gone', realmId: id });
    }
    this.#told.set(id, text);
    this.#absent.delete(route.address);
    this.#say({ type: 'route', route });
  }

  #say(message: GatewayMessage): void {
    this.#write(JSON.stringify(message));
  }

  #write(line: string): void {
    if (this.#socket.writableLength > maxUnsentBytes) this.#socket.destroy();
    else this.#socket.write(`${line}\n`);
  }
}
