import type { Socket } from 'node:net';
import { decodeProxyHeader } from '@realmkeep/protocol';

/** For a header that a proxy sends at once. */
const patienceMs = 5_000;

/**
 * Reads the PROXY header before anything else of a proxy's connection; what follows it stays unread.
 * @returns the address that it names, the proxy's own where it speaks for itself, or null when it sends no header
 */
export function readProxySource(socket: Socket): Promise<string | null> {
  const { remoteAddress = null } = socket;
  return new Promise((resolve) => {
    let unread = Buffer.alloc(0);
    const end = (source: string | null): void => {
      clearTimeout(timer);
      socket.off('readable', read).off('close', gone).off('error', gone);
      resolve(source);
    };
    const gone = (): void => end(null);
    const read = (): void => {
      for (let piece = socket.read() as Buffer | null; piece !== null; piece = socket.read() as Buffer | null) {
        unread = Buffer.concat([unread, piece]);
      }
      const decoded = decodeProxyHeader(unread);
      if (decoded === 'incomplete') return;
      if (decoded === 'invalid') return end(null);
      if (unread.length > decoded.bytesRead) socket.unshift(unread.subarray(decoded.bytesRead));
      end(decoded.header === 'LOCAL' ? remoteAddress : decoded.header.source.host);
    };
    const timer = setTimeout(gone, patienceMs);
    socket.on('readable', read).once('close', gone).once('error', gone);
  });
}
