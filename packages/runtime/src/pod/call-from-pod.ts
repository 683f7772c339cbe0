import { once } from 'node:events';
import { isIPv6, type Socket, type TcpNetConnectOpts } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { callKeyFor, type HostKey } from '../remote/host-key.ts';

/** What a pod may call for: to say where it is, and for its realm's database. */
export const podCalls = ['hello', 'database'] as const;
export type PodCall = (typeof podCalls)[number];

/** Neither end has a certificate: each proves that it has the pod's key. RFC 5489. */
export const podCallTls = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;

/** The answer to a hello from the driver that waited for it. */
export const heard = 'heard';

export function callAddress(host: string, port: number): string {
  return `tls://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** A connection from a pod to its api, to be used for that call alone. @param to as callAddress writes it @param localAddress of the pod, where it matters */
export function callFromPod(to: string, key: HostKey, call: PodCall, localAddress?: string): TLSSocket {
  const { hostname, port } = new URL(to);
  const options: ConnectionOptions & TcpNetConnectOpts = {
    ...podCallTls,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    ...(localAddress !== undefined && { localAddress }),
    ALPNProtocols: [call],
    pskCallback: () => ({ identity: key.hostId, psk: callKeyFor(key) }),
    // There is none.
    checkServerIdentity: () => undefined,
  };
  return connect(options);
}

const tryAgainMs = 100;
const triesAtMost = 50;

/**
 * Reports the pod's address to the driver that created it, which its node would report to the cluster up to a second later. Returns when the driver
 * has it, or it is no longer needed.
 * @param isMet whether a driver has called the pod by then
 */
export async function sayHello(to: string, key: HostKey, address: string, isMet: () => boolean): Promise<void> {
  for (let tries = 0; tries < triesAtMost && !isMet(); tries += 1) {
    const socket = callFromPod(to, key, 'hello', address);
    try {
      socket.write(address);
      await once(socket, 'data', { signal: AbortSignal.timeout(tryAgainMs * 10) });
      return;
    } catch {
      // A network's rules reach a new pod a moment later.
      await sleep(tryAgainMs);
    } finally {
      socket.on('error', () => undefined).destroy();
    }
  }
}

/** Passes on what either says, until one of them is over. */
export function joinSockets(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    // Its last bytes are still passed on.
    from.on('error', () => undefined).once('close', () => to.destroySoon());
    from.pipe(to);
  }
}
