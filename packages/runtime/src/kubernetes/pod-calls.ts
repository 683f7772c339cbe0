import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { heard, podCalls, podCallTls } from '../pod/call-from-pod.ts';
import { callKeyFor, deriveHostKey } from '../remote/host-key.ts';

const withinMs = 5000;
/** A pod has one, for a moment. */
const maxConnections = 1024;

interface Options {
  address: string;
  port: number;
  installationKey: string;
  /** Called with the name of a pod's secret, and where that pod is: whoever calls so has its key, and the address. @returns whether it is known */
  onHello: (secret: string, address: string) => boolean;
}

export interface ServedCalls {
  port: number;
  close(): void;
}

/** Serves what pods call for, each by its own key. @throws Error when the address or the port is another's */
export async function servePodCalls({ address, port, installationKey, onHello }: Options): Promise<ServedCalls> {
  const secrets = new WeakMap<TLSSocket, string>();
  const open = new Set<TLSSocket>();
  const server = createServer({
    ...podCallTls,
    ALPNProtocols: [...podCalls],
    handshakeTimeout: withinMs,
    pskCallback: (socket, secret) => {
      secrets.set(socket, secret);
      return callKeyFor(deriveHostKey(installationKey, secret));
    },
  });
  server.maxConnections = maxConnections;
  server.on('secureConnection', (socket) => {
    open.add(socket.on('error', () => undefined).once('close', () => open.delete(socket)));
    hear(socket, secrets.get(socket) ?? '').catch(() => socket.destroy());
  });

  async function hear(socket: TLSSocket, secret: string): Promise<void> {
    const [said] = (await once(socket, 'data', { signal: AbortSignal.timeout(withinMs) })) as [Buffer];
    const address = String(said);
    // Behind another's address it is not reached at that.
    if (address === socket.remoteAddress && onHello(secret, address)) socket.end(heard);
    else socket.destroy();
  }

  server.listen(port, address);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
