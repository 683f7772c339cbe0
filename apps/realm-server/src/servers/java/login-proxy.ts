import { connect, type Socket } from 'node:net';
import { encodeHandshake, encodeLoginDisconnect, makeLoginStart, normaliseServerAddress } from '@realmkeep/protocol';
import {
  isSameName,
  type RealmManager,
  type RealmPlayer,
  type RealmSettings,
  type RealmVisitor,
} from '@realmkeep/realm-protocol';
import uuid from 'minecraft-protocol/src/datatypes/uuid.js';
import type { Access } from '../../identity/access.ts';
import { Admission } from '../../identity/admission.ts';
import type { Origin } from '../game-port.ts';
import type { LoginCodes } from '../../identity/login-codes.ts';
import { barredText } from '../kernel-messages.ts';
import { type ClientGreeting, readGreeting } from './client-greeting.ts';
import { displaced, refusals } from './messages.ts';
import { loopbackOf, type ServerLists } from './lists/server-lists.ts';

/** How long a client may take to read why it is disconnected, and to close; and before that, the server to kick whom it was told to. */
const readReasonMs = 10_000;

/** How many of the latest visitors are remembered. */
const maxRemembered = 1000;
/** We learn what a player typed a little later, when they may have left. */
const typedWithinMs = 10_000;

/** One who is in, or on the way in. */
interface Visitor extends RealmVisitor {
  /** The account that they have proved to be. */
  account: RealmManager | null;
  /** The address that the server knows them by. */
  loopback: string;
  /** Whether the server has reported their login. */
  hasJoined: boolean;
  /** Whether the server printed that somebody else joined under their name. */
  isDoubted: boolean;
  /** Milliseconds since the epoch; null while they are on. */
  leftAt: number | null;
}

export interface LoginProxyOptions {
  /** The server's, on loopback. */
  port: number;
  settings: RealmSettings;
  loginCodes: LoginCodes;
  access: Access;
  lists: ServerLists;
  /** Types a command at the server's console. */
  tell: (command: string) => void;
  log: (line: string) => void;
  playersChanged: () => void;
  /** A guest joined whose nickname belongs to an account. */
  guestJoined: (name: string, nickname: string) => void;
}

/**
 * Stands in front of the server, which authenticates nobody: gives each connection a name (docs/decisions/020-in-game-identity.md), keeps
 * track of who is online, and disconnects anybody who did not come through it.
 */
export class LoginProxy {
  readonly #options: LoginProxyOptions;
  readonly #admission: Admission<Socket>;
  readonly #visitors = new Map<Socket, Visitor>();
  /** By the name that they play under, the latest last. */
  readonly #remembered = new Map<string, Visitor>();
  /** By the end of the connection to the server that is ours, as the server prints it. */
  readonly #byAddress = new Map<string, Visitor>();

  constructor(options: LoginProxyOptions) {
    this.#options = options;
    this.#admission = new Admission(options.settings, options.access);
  }

  accept(socket: Socket, origin: Origin): void {
    socket.on('error', () => socket.destroy());
    void this.#greet(socket, origin);
  }

  players(): RealmPlayer[] {
    return this.#joined().map(({ name }) => ({
      nickname: name,
      uuid: uuid.nameToMcOfflineUUID(name),
      world: 'overworld',
    }));
  }

  visitors(): RealmVisitor[] {
    return this.#joined().map(({ nickname, name, address }) => ({ nickname, name, address }));
  }

  /** Those who have proved to be managers, by the names that they play under. */
  managers(): string[] {
    const { access } = this.#options;
    return this.#joined().flatMap(({ name, account }) => (access.isManager(account) ? [name] : []));
  }

  /** Who played under the name in this run, or from the address that the server knows: a ban typed in the game disconnects them first. */
  remembered(nameOrLoopback: string): RealmVisitor | undefined {
    return [...this.#remembered.values()].findLast(
      ({ name, loopback }) => isSameName(name, nameOrLoopback) || loopback === nameOrLoopback,
    );
  }

  /** The account of the player with this name, online or not, if it still has powers. */
  accountOf(name: string): RealmManager | null {
    const account = this.#remembered.get(name)?.account ?? null;
    return this.#options.access.hasPowers(account) ? account : null;
  }

  /** The accounts that may have typed what has just changed in the server. */
  authors(): RealmManager[] {
    const lately = [...this.#remembered.values()].filter(
      ({ leftAt }) => leftAt !== null && leftAt + typedWithinMs > Date.now(),
    );
    const accounts = [...this.#joined(), ...lately].flatMap(({ account }) =>
      account && this.#options.access.hasPowers(account) ? [[account.nickname, account] as const] : [],
    );
    return [...new Map(accounts).values()];
  }

  #remember(visitor: Visitor): void {
    this.#remembered.delete(visitor.name);
    this.#remembered.set(visitor.name, visitor);
    const oldest = this.#remembered.keys().next();
    if (this.#remembered.size > maxRemembered && !oldest.done) this.#remembered.delete(oldest.value);
  }

  /** The server let somebody in. Anybody who did not come through here, but from another process of the machine, is kicked at once. */
  heardJoined(name: string, address: string): void {
    const { playersChanged, guestJoined, log } = this.#options;
    const visitor = this.#byAddress.get(address);
    if (visitor?.name !== name) return this.#sendOffUnknown(name);
    if (visitor.hasJoined) return;
    visitor.hasJoined = true;
    this.#remember(visitor);
    log(`${name} came in`);
    this.#options.lists.hasComeIn(name);
    this.#givePowers();
    if (!this.#options.access.hasPowers(visitor.account) && name !== visitor.nickname)
      guestJoined(name, visitor.nickname);
    playersChanged();
  }

  /**
   * Waits until a visitor of that name has left: the server ends their connection when somebody takes the name over. If it does not, the line was
   * not the server's own: names that players give to things may contain a line break, and are printed when a creature dies, say.
   */
  #sendOffUnknown(name: string): void {
    const visitor = this.#joinedAs(name);
    if (visitor?.name === name) return void (visitor.isDoubted = true);
    // A selector minds the case, a name alone does not.
    const target = !visitor && /^\w{1,16}$/.test(name) ? name : `@a[name=${JSON.stringify(name)}]`;
    this.#options.tell(`deop ${target}`);
    this.#options.tell(`kick ${target} ${refusals.bypassesProxy}`);
  }

  /** To be called when the managers or the access rules have changed. */
  accessChanged(): void {
    for (const [socket, visitor] of this.#visitors) {
      const barred = this.#options.access.barred(visitor, visitor.account);
      // Players who joined before the whitelist was turned on may stay, as on the game's own servers.
      if (barred?.why === 'banned') this.#sendOff(socket, visitor.name, barredText(barred));
    }
    this.#givePowers();
  }

  /** Nobody can join from now on. */
  close(): void {
    this.#admission.close();
  }

  async #greet(socket: Socket, origin: Origin): Promise<void> {
    const greeting = await readGreeting(socket);
    if (greeting) this.#serve(socket, origin, greeting);
    else socket.destroy();
  }

  #serve(socket: Socket, origin: Origin, { handshake, nickname, rest }: ClientGreeting): void {
    // Anything more that a proxy would put into it is not for a client to claim.
    const serverAddress = normaliseServerAddress(handshake.serverAddress) ?? '';
    if (nickname === null)
      return this.#relay(socket, Buffer.concat([encodeHandshake({ ...handshake, serverAddress }), rest]), null);
    // No client says more before it is answered: it would be another name.
    if (rest.length > 0) return void socket.destroy();
    const admitted = this.#admit(socket, origin, nickname);
    if (typeof admitted === 'string') return refuse(socket, admitted);
    const { visitor, before } = admitted;
    this.#visitors.set(socket, visitor);
    socket.once('close', () => this.#leave(socket, visitor));
    const id = Buffer.from(uuid.nameToMcOfflineUUID(visitor.name).replaceAll('-', ''), 'hex');
    const opening = [
      encodeHandshake({ ...handshake, serverAddress, nextState: 'login' }),
      makeLoginStart(handshake.protocolVersion, visitor.name, id),
    ];
    const open = async (): Promise<void> => {
      if (socket.destroyed) return;
      await this.#options.lists.letIn(visitor.name);
      this.#relay(socket, Buffer.concat(opening), visitor);
    };
    if (!before) return void open();
    // The kick is by name: the player who takes it over must not be in yet.
    this.#sendOff(before, visitor.name, displaced(visitor.name));
    before.once('close', () => void open());
  }

  /** @returns why they may not join, or who they are */
  #admit(socket: Socket, origin: Origin, nickname: string): string | { visitor: Visitor; before: Socket | null } {
    const { address, unregistered, code, account: known } = origin;
    const account = unregistered || code === undefined ? (known ?? null) : this.#prove(nickname, code, address);
    if (typeof account === 'string') return account;
    const why = this.#admission.refuse(socket, nickname, origin, account);
    if (why !== null) return why;
    const before = account && this.#admission.rename(socket, account.nickname).before;
    const name = this.#admission.identity(socket)?.name ?? nickname;
    const loopback = loopbackOf(address, account?.nickname);
    const visitor = {
      name,
      nickname,
      address,
      account,
      loopback,
      hasJoined: false,
      isDoubted: false,
      leftAt: null,
    };
    return { visitor, before: before ?? null };
  }

  #prove(nickname: string, code: string, address: string): string | RealmManager {
    const result = this.#options.loginCodes.take(nickname, code, address);
    if (result.outcome === 'right') return result.account;
    this.#options.log(`${nickname} came with a wrong code (${address})`);
    return result.outcome === 'wrong' ? refusals.wrongCode : refusals.shut(Math.ceil(result.seconds / 60));
  }

  #sendOff(socket: Socket, name: string, reason: string): void {
    this.#options.tell(`kick ${name} ${reason}`);
    setTimeout(() => socket.destroy(), readReasonMs).unref();
  }

  #relay(socket: Socket, opening: Buffer, visitor: Visitor | null): void {
    const { port } = this.#options;
    const localAddress = visitor?.loopback ?? '127.0.0.1';
    const server = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    server.on('error', () => server.destroy());
    let address: string | null = null;
    server.once('connect', () => {
      address = `${localAddress}:${server.localPort}`;
      if (visitor) this.#byAddress.set(address, visitor);
      server.write(opening);
      server.pipe(socket);
      // Until it has answered the name, a Java server would take another in its place.
      if (visitor) server.once('data', () => socket.pipe(server));
      else socket.pipe(server);
    });
    server.once('close', () => {
      if (address !== null) this.#byAddress.delete(address);
      socket.destroySoon();
    });
    socket.once('close', () => server.destroy());
    if (socket.destroyed) server.destroy();
  }

  #leave(socket: Socket, visitor: Visitor): void {
    this.#admission.leave(socket);
    this.#visitors.delete(socket);
    this.#options.lists.hasComeIn(visitor.name);
    if (!visitor.hasJoined) return;
    visitor.leftAt = Date.now();
    this.#givePowers();
    this.#options.log(`${visitor.name} left`);
    this.#options.playersChanged();
    if (visitor.isDoubted) this.#sendOffUnknown(visitor.name);
  }

  #joined(): Visitor[] {
    return [...this.#visitors.values()].filter(({ hasJoined }) => hasJoined);
  }

  /** Case does not matter: only one player with such a name is in at a time. */
  #joinedAs(name: string): Visitor | undefined {
    return this.#joined().find((visitor) => visitor.name.toLowerCase() === name.toLowerCase());
  }

  /** Operators are only those who have proved to be an account with that right: names prove nothing. */
  #givePowers(): void {
    const { access, lists } = this.#options;
    lists.update(this.#joined().flatMap(({ name, account }) => (access.hasPowers(account) ? [name] : [])));
  }
}

function refuse(socket: Socket, reason: string): void {
  socket.end(encodeLoginDisconnect({ text: reason }));
  socket.resume();
  setTimeout(() => socket.destroy(), readReasonMs).unref();
}
