import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, renameSync } from 'node:fs';
import net, { isIPv6 } from 'node:net';
import { getSystemErrorMessage, getSystemErrorName } from 'node:util';
import { shortPath } from './short-path.ts';

/**
 * A socket that other processes accept connections on: a child gets `fd` in its `stdio` and does `server.listen({ fd })`.
 * While it is held no connection is refused once somebody has listened, whether a child runs or not.
 */
export interface HeldSocket {
  fd: number;
  /** Closes it here. Children that have it keep theirs; the file of a unix socket stays. */
  close(): void;
}

export interface HeldTcpSocket extends HeldSocket {
  port: number;
}

/** What libuv wraps a socket in. Node says of neither how it is made, and its own cluster makes them so. */
interface Handle {
  fd: number;
  close(): void;
  getsockname(into: object): number;
  listen(backlog: number): number;
}

type CreateHandle = (address: string, port: number, family: 4 | 6 | -1) => Handle | number;

const { _createServerHandle: createHandle } = net as unknown as { _createServerHandle: CreateHandle };

/** Connections that wait to be accepted. */
const backlog = 511;

/** Listens on descriptor 3, and is gone before its loop turns and could accept a connection. */
const listenerProgram = `const server = require('node:net').createServer();
  server.on('error', ({ errno }) => process.exit(-errno)).on('listening', () => process.exit());
  server.listen({ fd: 3 });`;

/**
 * Holds a port of an address of this machine (`::` is all of them, IPv4's too), listening from now on: a port that is merely bound
 * others may still take. Port 0 is any free one.
 * @throws Error with `code`: EADDRINUSE, EACCES, EADDRNOTAVAIL, EAFNOSUPPORT …
 */
export async function holdTcp(host: string, port: number): Promise<HeldTcpSocket> {
  const where = `${host} port ${port}`;
  const handle = made(createHandle(host, port, isIPv6(host) ? 6 : 4), 'bind', where);
  try {
    // That the port is taken libuv does not say when it binds, but here.
    const name: { port?: number } = {};
    const taken = handle.getsockname(name);
    if (taken !== 0) throw systemError(taken, 'bind', where);
    // Listening in this process would make it accept connections; the state belongs to the socket, so another process can do it.
    const listener = spawn(process.execPath, ['-e', listenerProgram], {
      stdio: ['ignore', 'ignore', 'inherit', handle.fd],
      env: {},
    });
    const [code] = (await once(listener, 'exit')) as [number | null];
    if (code !== 0) throw systemError(-(code ?? 1), 'listen', where);
    return { fd: handle.fd, port: name.port ?? port, close: () => handle.close() };
  } catch (error) {
    handle.close();
    throw error;
  }
}

/**
 * Holds a unix socket at a path, replacing whatever was there. Nobody can connect until somebody listens. The folder must belong to this
 * process: in one that others can write to, a file of theirs could be given away instead of the socket.
 * @throws Error with `code`
 */
export function holdUnix(
  path: string,
  { mode, owner }: { mode: number; owner?: { uid: number; gid: number } },
): HeldSocket {
  const handle = bound(path, { mode, ...(owner && { owner }) });
  return { fd: handle.fd, close: () => handle.close() };
}

/**
 * The same, listening, for a single child, which must be spawned in `give` with the descriptor, at once. Connections from then on
 * wait for the child to accept; when the child ends, they are refused.
 * @throws Error with `code`
 */
export function giveUnix<T>(
  path: string,
  options: { mode: number; owner?: { uid: number; gid: number } },
  give: (fd: number) => T,
): T {
  const handle = bound(path, options);
  try {
    // This process would accept by its loop, which does not turn before the handle is closed.
    const result = handle.listen(backlog);
    if (result !== 0) throw systemError(result, 'listen', path);
    return give(handle.fd);
  } finally {
    handle.close();
  }
}

function bound(path: string, { mode, owner }: { mode: number; owner?: { uid: number; gid: number } }): Handle {
  // Closing removes the path that was bound: the socket is moved away from it, so that it stays as long as a child listens.
  using aside = shortPath(`${path}.${randomBytes(6).toString('hex')}`);
  using final = shortPath(path);
  const before = process.umask(0o777 & ~mode);
  let handle: Handle;
  try {
    handle = made(createHandle(aside.path, -1, -1), 'bind', path);
  } finally {
    process.umask(before);
  }
  try {
    if (owner) chownSync(aside.path, owner.uid, owner.gid);
    renameSync(aside.path, final.path);
  } catch (error) {
    handle.close();
    throw error;
  }
  return handle;
}

function made(handle: Handle | number, call: string, where: string): Handle {
  if (typeof handle === 'number') throw systemError(handle, call, where);
  return handle;
}

function systemError(number: number, syscall: string, where: string): NodeJS.ErrnoException {
  const code = getSystemErrorName(number);
  return Object.assign(new Error(`${code}: ${getSystemErrorMessage(number)}, ${syscall} ${where}`), { code, syscall });
}
