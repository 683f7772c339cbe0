import { connect } from 'node:net';
import { decodeFrame, encodeHandshake, encodeProxyV2, encodeStatusRequest } from '@realmkeep/protocol';

const patienceMs = 2_000;
let players = 0;

/**
 * Asks a gateway for a realm's entry in the server list, as a proxy would on behalf of a player with an address of their own.
 * @param gateway one that accepts PROXY headers from here
 * @returns its raw answer @throws Error when there is none in time
 */
export async function ping(gateway: { host: string; port: number }, hostname: string): Promise<string> {
  players += 1;
  const source = { host: `10.${(players >> 16) & 255}.${(players >> 8) & 255}.${players & 255}`, port: 30_000 };
  const handshake = { protocolVersion: 754, serverAddress: hostname, serverPort: 25_565 };
  const socket = connect({ ...gateway, noDelay: true });
  const answer = Promise.withResolvers<string>();
  let received = Buffer.alloc(0);
  socket.setTimeout(patienceMs, () => answer.reject(new Error('no answer in time')));
  socket.on('error', answer.reject);
  socket.on('close', () => answer.reject(new Error('closed without a status')));
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    if (decodeFrame(received, 100_000) !== 'incomplete') answer.resolve(received.toString());
  });
  socket.write(
    Buffer.concat([
      encodeProxyV2({ source, destination: { host: '127.0.0.1', port: 25_565 } }),
      encodeHandshake({ ...handshake, nextState: 'status' }),
      encodeStatusRequest(),
    ]),
  );
  try {
    return await answer.promise;
  } finally {
    socket.destroy();
  }
}
