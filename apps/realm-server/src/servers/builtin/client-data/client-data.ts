import type { Client } from '../squid/squid.ts';
import { clientPackets } from './client-packets.ts';

/**
 * What every client must know to play: what can be swum in, climbed and crafted. All clients are sent the same bytes, which are
 * loaded when the first one joins.
 */
export class ClientData {
  #packets: Buffer[] | null = null;

  send({ serializer }: Client): void {
    const write = serializer.createPacketBuffer.bind(serializer);
    this.#packets ??= clientPackets();
    // Written packets go the way of all others, or they would overtake what waits there.
    serializer.createPacketBuffer = (packet) => (Buffer.isBuffer(packet) ? packet : write(packet));
    for (const packet of this.#packets) serializer.write(packet);
  }
}
