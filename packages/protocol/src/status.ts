import type { Chat } from './chat.ts';
import { encodeFrame } from './frame.ts';
import type { Frame } from './frame.ts';
import { encodeLong, encodeString, PacketBodyReader } from './packet-body.ts';
import { ProtocolError } from './protocol-error.ts';

/**
 * The server list: request 0x00 and response 0x00, then ping 0x01 and the same eight bytes back.
 * Source: https://minecraft.wiki/w/Java_Edition_protocol/Server_List_Ping
 */
export interface ServerStatus {
  version: { name: string; protocol: number };
  players: { max: number; online: number; sample?: { name: string; id: string }[] };
  description: Chat;
  favicon?: string;
}

const maxStatusLength = 32_767;

/** The longest frame that a status response can be. */
export const maxStatusResponseLength = 1 + 3 + maxStatusLength * 3;

export function encodeStatusRequest(): Buffer {
  return encodeFrame(0x00);
}

export function encodeStatusResponse(status: ServerStatus): Buffer {
  return encodeFrame(0x00, encodeString(JSON.stringify(status)));
}

/** The status as JSON text, unparsed: servers add fields of their own. Throws ProtocolError when it is not a status response. */
export function decodeStatusResponse(frame: Frame): string {
  if (frame.id !== 0x00) throw new ProtocolError(`packet ${frame.id} instead of the status response`);
  const reader = new PacketBodyReader(frame.body);
  const json = reader.readString(maxStatusLength);
  reader.expectEnd();
  return json;
}

/** Ping (client to server) and pong (back) are the same packet. */
export function encodePing(payload: bigint): Buffer {
  return encodeFrame(0x01, encodeLong(payload));
}

export type StatusRequest = { kind: 'status' } | { kind: 'ping'; payload: bigint };

/** Decodes what a client may send in the status state. Throws ProtocolError for anything else. */
export function decodeStatusRequest(frame: Frame): StatusRequest {
  const reader = new PacketBodyReader(frame.body);
  if (frame.id === 0x00) {
    reader.expectEnd();
    return { kind: 'status' };
  }
  if (frame.id === 0x01) {
    const payload = reader.readLong();
    reader.expectEnd();
    return { kind: 'ping', payload };
  }
  throw new ProtocolError(`packet ${frame.id} in the status state`);
}
