import { createServer, type Socket } from 'node:net';
import { decodeProxyV2, type ProvenAccount, type ProxyHeader } from '@realmkeep/protocol';

const headerTimeoutMs = 5000;
const maxConnections = 1024;

export interface GamePort {
  /** The number of connections: players, and clients that have not said yet what they want. */
  connections(): number;
  /** Accepts no more connections. Existing ones stay. */
  close(): void;
}

/** What the gateway says of a connection. */
export interface Origin {
  /** The player's own. */
  address: string;
  /** Whether it is certain that no account has the player's nickname. */
  unregistered: boolean;
  /** The code that the player has typed in front of the realm's address, if any. */
  code?: string;
  /** The account that they are known to be without a code, if any. */
  account?: ProvenAccount;
}

type Accept = (socket: Socket, origin: Origin) => void;

/**
 * Accepts connections that begin with a PROXY v2 header from that socket, and passes each on without it.
 * Connections without one, or whose header takes longer than 5 s, are dropped.
 */
export async function openGamePort(accept: Accept, fd: number): Promise<GamePort> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.once('close', () => {
      connections -= 1;
    });
    awaitHeader(socket, accept);
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ fd }, resolve);
  });
  return {
    connections: () => connections,
    close: () => server.close(),
  };
}

function awaitHeader(socket: Socket, accept: Accept): void {
  let received: Buffer = Buffer.alloc(0);
  const drop = (): void => {
    socket.destroy();
  };
  const timeout = setTimeout(drop, headerTimeoutMs);

  function onData(chunk: Buffer): void {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const decoded = decodeProxyV2(received);
    if (decoded === 'incomplete') return;
    if (decoded === 'invalid') return drop();
    clearTimeout(timeout);
    socket.off('data', onData);
    socket.off('close', onClose);
    socket.off('error', drop);
    socket.pause();
    const rest = received.subarray(decoded.bytesRead);
    if (rest.length > 0) socket.unshift(rest);
    accept(socket, originOf(decoded.header));
  }
  const onClose = (): void => clearTimeout(timeout);
  socket.on('data', onData);
  socket.on('close', onClose);
  socket.on('error', drop);
}

function originOf(header: ProxyHeader): Origin {
  if (header === 'LOCAL') return { address: '127.0.0.1', unregistered: false };
  const { source, destination: _, unregistered = false, ...proof } = header;
  return { address: source.host, unregistered, ...proof };
}
