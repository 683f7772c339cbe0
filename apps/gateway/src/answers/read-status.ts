import type { GatewayEndpoint } from '@realmkeep/contract/gateway';
import {
  decodeFrame,
  decodeStatusResponse,
  encodeHandshake,
  encodeStatusRequest,
  maxStatusResponseLength,
} from '@realmkeep/protocol';
import type { LegacyStatus } from '@realmkeep/protocol';
import { dial } from '../clients/dial.ts';
import { proxyHeaderFor } from '../clients/proxy-header.ts';
import { legacyFields } from './legacy-fields.ts';

/** A realm's answer to the server list. */
export interface RealmStatus {
  /** The packet as the realm sent it, for modern clients. */
  frame: Buffer;
  /** The same in short, for legacy clients. */
  legacy: LegacyStatus;
}

/** The game's own. */
const gamePort = 25_565;
/** The version that monitoring tools send to say that they only ask: the realm then names its own. */
const anyProtocolVersion = -1;

/**
 * Asks a realm for its status. Rejects when it does not answer within `timeoutMs`, or not with a status.
 * With `proxyProtocol` the header is LOCAL: the gateway asks for itself, not for a player.
 */
export function readStatus(endpoint: GatewayEndpoint, hostname: string, timeoutMs: number): Promise<RealmStatus> {
  const { promise, resolve, reject } = Promise.withResolvers<RealmStatus>();
  const socket = dial(endpoint, {});
  const timer = setTimeout(() => socket.destroy(new Error('no status in time')), timeoutMs);
  let received = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    try {
      const frame = decodeFrame(received, maxStatusResponseLength);
      if (frame === 'incomplete') return;
      const legacy = legacyFields(decodeStatusResponse(frame));
      resolve({ frame: Buffer.from(received.subarray(0, frame.bytesRead)), legacy });
      socket.destroy();
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
    }
  });
  socket.on('error', reject);
  socket.on('close', () => {
    clearTimeout(timer);
    reject(new Error('the realm hung up'));
  });
  const opening = [
    encodeHandshake({
      protocolVersion: anyProtocolVersion,
      serverAddress: hostname,
      // For a realm behind a unix socket it does not matter.
      serverPort: 'port' in endpoint ? endpoint.port : gamePort,
      nextState: 'status',
    }),
    encodeStatusRequest(),
  ];
  socket.write(Buffer.concat(endpoint.proxyProtocol ? [proxyHeaderFor(endpoint, 'LOCAL'), ...opening] : opening));
  return promise;
}
