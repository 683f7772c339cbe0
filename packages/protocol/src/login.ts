import type { Chat } from './chat.ts';
import { encodeFrame } from './frame.ts';
import type { Frame } from './frame.ts';
import { encodeString, PacketBodyReader } from './packet-body.ts';
import { ProtocolError } from './protocol-error.ts';

/**
 * The login state's first packets. Source: https://minecraft.wiki/w/Java_Edition_protocol/Packets#Login
 * Login start is id 0x00: the name, then fields that differ by version (a key, a uuid) and are kept as they are.
 */
export interface LoginStart {
  name: string;
  rest: Buffer;
}

const maxNameLength = 16;
const maxChatLength = 262_144;

export function encodeLoginStart({ name, rest }: LoginStart): Buffer {
  return encodeFrame(0x00, encodeString(name), rest);
}

/** Numbers of the protocol from which on the login start has another form: 1.19, 1.19.1, 1.19.3 and 1.20.2. */
const withKey = 759;
const withKeyAndUuid = 760;
const withOptionalUuid = 761;
const withUuid = 764;

/**
 * Builds a login start packet for a version of the game, without the key by which a client signs its chat. For a server that
 * does not check licences.
 * @param protocolVersion from the client's handshake; a snapshot's, which is over 0x40000000, is treated as the newest
 * @param uuid 16 bytes
 */
export function makeLoginStart(protocolVersion: number, name: string, uuid: Buffer): Buffer {
  return encodeLoginStart({ name, rest: restOf(protocolVersion, uuid) });
}

function restOf(protocolVersion: number, uuid: Buffer): Buffer {
  const none = Buffer.from([0]);
  const some = Buffer.from([1]);
  if (protocolVersion >= withUuid) return uuid;
  if (protocolVersion >= withOptionalUuid) return Buffer.concat([some, uuid]);
  if (protocolVersion >= withKeyAndUuid) return Buffer.concat([none, some, uuid]);
  return protocolVersion >= withKey ? none : Buffer.alloc(0);
}

/** Throws ProtocolError when the frame is not a login start. */
export function decodeLoginStart(frame: Frame): LoginStart {
  if (frame.id !== 0x00) throw new ProtocolError(`packet ${frame.id} instead of the login start`);
  const reader = new PacketBodyReader(frame.body);
  const name = reader.readString(maxNameLength);
  return { name, rest: reader.readRest() };
}

/** Login disconnect, server to client, id 0x00: the reason is JSON chat in every version of the game. */
export function encodeLoginDisconnect(reason: Chat): Buffer {
  return encodeFrame(0x00, encodeString(JSON.stringify(reason)));
}

/** The reason's JSON text. Throws ProtocolError when the frame is not a login disconnect. */
export function decodeLoginDisconnect(frame: Frame): string {
  if (frame.id !== 0x00) throw new ProtocolError(`packet ${frame.id} instead of the login disconnect`);
  const reader = new PacketBodyReader(frame.body);
  const json = reader.readString(maxChatLength);
  reader.expectEnd();
  return json;
}
