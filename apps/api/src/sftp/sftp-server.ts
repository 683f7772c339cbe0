import { wideAddressGroup } from '@realmkeep/protocol';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net';
import { serveProxies } from '@realmkeep/sockets';
import ssh2 from 'ssh2';
import type { Context } from '../context.ts';
import type { LoginWaits } from '../domains/identity/login/login-waits.ts';
import type { DirectoryChange } from '../domains/realms/live/realm-directory.ts';
import { maySee } from '../domains/realms/realm-policy.ts';
import { addressList } from '../http/connections/address-list.ts';
import { Crowd } from '../http/connections/crowd.ts';
import { CutNetworks } from '../http/connections/cut-networks.ts';
import { networkOf } from '../http/connections/network.ts';
import type { HostKey } from './host-key.ts';
import { Allowances, LoginTurns, RequestPace } from './allowances.ts';
import { readProxySource } from './proxy-source.ts';
import { SftpConnection } from './sftp-connection.ts';
import { SpoolRoom } from './file-writer.ts';
import { guardAgainstManyResponses } from './ssh2-guards.ts';

/** Connections at once, at this process. rclone opens twelve for four files, all at the same moment, and one for each folder that it looks into. */
const limits = {
  ofNetwork: 64,
  ofAccount: 32,
  /** Who have logged in. */
  known: 400,
  /** Who have not. */
  strangers: 100,
  strangersOfNetwork: 24,
  /** How many of those may not have sent their version, which programs do at once. */
  silentOfNetwork: 3,
  silentAfterMs: 1_000,
};

/**
 * What taking in what clients send may cost, in milliseconds of the process, which serves the pages too: of an account or a stranger's wide
 * network, and of all those who send more than clients do. An SSH packet may hold nothing, and costs what a useful one does.
 */
const intake = { perSecond: 300, atOnce: 250, ofAllPerSecond: 500 };

/** What OpenSSH, PuTTY and libssh of the last years have all of. Nothing is compressed. */
const algorithms: ssh2.Algorithms = {
  kex: ['curve25519-sha256', 'curve25519-sha256@libssh.org'],
  serverHostKey: ['ssh-ed25519'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes192-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
};

guardAgainstManyResponses();

/** SFTP for realms' files, on a port of its own. */
export class SftpServer {
  readonly #ctx: Context;
  readonly #waits: LoginWaits;
  readonly #room: SpoolRoom;
  readonly #pace = new RequestPace();
  readonly #turns = new LoginTurns();
  readonly #net: NetServer;
  /** For proxies of this machine. */
  #proxies: NetServer | null = null;
  readonly #ssh: ssh2.Server;
  readonly #connections = new Set<SftpConnection>();
  /** The latest by the other end's address and port, which another may have while one is still cleared up. */
  readonly #byPeer = new Map<string, SftpConnection>();
  readonly #strangers = new Crowd<SftpConnection>();
  readonly #known = new Crowd<SftpConnection>();
  /** The longest silent one first. */
  readonly #silent = new Set<SftpConnection>();
  readonly #intake = new Allowances(intake);
  readonly #cuts = new CutNetworks();
  readonly #unlisten: () => void;
  readonly #isProxy: (address: string) => boolean;
  /** Connections from proxies whose headers have not arrived yet. */
  readonly #coming = new Set<Socket>();

  constructor(ctx: Context, waits: LoginWaits, { privateKey }: HostKey) {
    this.#ctx = ctx;
    this.#waits = waits;
    this.#room = new SpoolRoom(ctx);
    this.#net = createServer({ noDelay: true }, (socket) => this.#meet(socket));
    this.#isProxy = addressList(ctx.config.sftpProxyFrom);
    this.#ssh = new ssh2.Server(
      { hostKeys: [privateKey], algorithms, ident: 'Realmkeep' },
      (client, { ip, port, header }) => {
        const connection = this.#byPeer.get(`${ip} ${port}`);
        if (connection === undefined) {
          client.end();
          return;
        }
        this.#silent.delete(connection);
        this.#strangers.setBusy(connection, true);
        connection.serve(client, header.versions.software);
      },
    );
    this.#unlisten = ctx.directory.onChange((change) => this.#holdAccess(change));
  }

  /** @returns the port. @throws Error when the port is taken */
  async listen({ host, port, fd }: { host: string; port: number; fd: number | null }): Promise<number> {
    const { sftpProxyFd } = this.#ctx.config;
    if (sftpProxyFd !== null) {
      this.#proxies = await serveProxies(sftpProxyFd, { noDelay: true }, (socket) => this.#meet(socket));
    }
    this.#net.listen(fd === null ? { port, host } : { fd });
    await once(this.#net, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw new Error(`SFTP_PORT: nothing can listen on ${host}, port ${port} (${error.code})`);
    });
    return (this.#net.address() as AddressInfo).port;
  }

  /** Ends the connection of a session that has ended. */
  endSession(sessionId: string): void {
    for (const connection of this.#connections) {
      if (connection.actor?.sessionId === sessionId) connection.end();
    }
  }

  /** Ends them all: events were lost meanwhile. */
  endAll(): void {
    for (const connection of this.#connections) connection.end();
  }

  /** Accepts no more connections, and ends each after its current transfer. Resolves when none is left. */
  async leave(): Promise<void> {
    this.#net.close();
    this.#proxies?.close();
    for (const socket of this.#coming) socket.destroy();
    for (const connection of this.#connections) connection.leave();
    await this.#allGone();
  }

  async close(): Promise<void> {
    this.#unlisten();
    this.#cuts.close();
    this.#net.close();
    this.#proxies?.close();
    for (const socket of this.#coming) socket.destroy();
    this.endAll();
    await this.#allGone();
  }

  async #allGone(): Promise<void> {
    await Promise.all([...this.#connections].map(({ gone }) => gone));
  }

  #meet(socket: Socket): void {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return void socket.destroy();
    if (!this.#isProxy(remoteAddress)) return this.#greet(socket, remoteAddress);
    if (this.#coming.size >= limits.strangers) return void socket.destroy();
    void this.#meetProxy(socket, remoteAddress);
  }

  async #meetProxy(socket: Socket, proxy: string): Promise<void> {
    this.#coming.add(socket);
    const ip = await readProxySource(socket);
    this.#coming.delete(socket);
    if (ip !== null && !socket.destroyed) return this.#greet(socket, ip);
    const message =
      'refused a connection by SFTP: SFTP_PROXY_FROM or PROXY_SOCKETS lets it in, but it sent no PROXY header';
    this.#ctx.proxyWatch.refused('proxy_header', proxy, message);
    socket.destroy();
  }

  #greet(socket: Socket, from: string): void {
    const network = networkOf(from);
    const near = [...this.#connections].filter(({ ip }) => networkOf(ip) === network);
    const isFull =
      near.length >= limits.ofNetwork || near.filter(({ actor }) => actor === null).length >= limits.strangersOfNetwork;
    if (isFull || this.#cuts.isKeptOut(network) || socket.remoteAddress === undefined) return void socket.destroy();
    const key = `${socket.remoteAddress} ${socket.remotePort}`;
    const connection = new SftpConnection(
      {
        ctx: this.#ctx,
        waits: this.#waits,
        turns: this.#turns,
        room: this.#room,
        pace: this.#pace,
        letIn: (userId) => this.#letIn(connection, userId),
        charge: (ms) => this.#charge(connection, ms),
      },
      socket,
      from,
    );
    this.#connections.add(connection);
    this.#byPeer.set(key, connection);
    addTo(this.#strangers, connection, limits.strangers);
    const silence = setTimeout(() => this.#noteSilence(connection, network), limits.silentAfterMs);
    connection.gone
      .catch((error: unknown) => this.#ctx.log.error({ err: error }, 'failed to end a connection of SFTP in order'))
      .finally(() => {
        this.#connections.delete(connection);
        if (this.#byPeer.get(key) === connection) this.#byPeer.delete(key);
      });
    socket.once('close', () => {
      clearTimeout(silence);
      this.#silent.delete(connection);
      this.#strangers.delete(connection);
      this.#known.delete(connection);
      if (connection.wasCut) this.#cuts.note(network);
    });
    this.#ssh.injectSocket(socket);
  }

  /** Pauses all connections of an account that has used more than its share of the process: nothing more of theirs is read. */
  #charge(connection: SftpConnection, ms: number): void {
    const who = payerOf(connection);
    const restMs = this.#intake.spend(who, ms);
    if (restMs === 0) return;
    for (const other of this.#connections) if (payerOf(other) === who) other.rest(restMs);
  }

  /** Moves a connection from the strangers to its account. @returns false if the account has too many connections */
  #letIn(connection: SftpConnection, userId: string): boolean {
    const ofAccount = [...this.#connections].filter(({ actor }) => actor?.userId === userId);
    if (ofAccount.length >= limits.ofAccount) return false;
    this.#strangers.delete(connection);
    addTo(this.#known, connection, limits.known);
    return true;
  }

  #noteSilence(connection: SftpConnection, network: string): void {
    if (connection.hasSpoken) return;
    this.#silent.add(connection);
    const near = [...this.#silent].filter(({ ip }) => networkOf(ip) === network);
    const [first] = near;
    if (first === undefined || near.length <= limits.silentOfNetwork) return;
    this.#silent.delete(first);
    first.end();
  }

  /** Disconnects accounts that no longer manage the realm, whatever they are doing, or have a file of a deleted realm open. */
  #holdAccess({ id, of, row, before }: DirectoryChange): void {
    if (of !== 'row' || before === null) return;
    const isGone = row === null || row.deleted_at !== null;
    for (const connection of this.#connections) {
      const userId = connection.actor?.userId;
      if (userId === undefined || !maySee(userId, before)) continue;
      if (isGone ? connection.hasOpen(id) : !maySee(userId, row)) connection.end();
    }
  }
}

/** Where all places are taken, one of the wide network that has most gives way. */
function addTo(crowd: Crowd<SftpConnection>, connection: SftpConnection, most: number): void {
  const gone = crowd.size >= most ? crowd.firstToGo() : undefined;
  if (gone) crowd.delete(gone);
  gone?.end();
  crowd.add(connection, connection.ip);
}

const payerOf = ({ actor, ip }: SftpConnection): string => actor?.userId ?? wideAddressGroup(ip);
