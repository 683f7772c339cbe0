import { encodeFrame } from './frame.ts';
import type { Frame } from './frame.ts';
import { encodeString, encodeUShort, PacketBodyReader } from './packet-body.ts';
import { ProtocolError } from './protocol-error.ts';
import { encodeVarInt } from './var-int.ts';

/**
 * The first packet of every connection, id 0x00.
 * Source: https://minecraft.wiki/w/Java_Edition_protocol/Packets#Handshake
 */
export interface Handshake {
  protocolVersion: number;
  /** As the client typed or resolved it; see normaliseServerAddress. */
  serverAddress: string;
  serverPort: number;
  nextState: NextState;
}

export type NextState = 'status' | 'login' | 'transfer';

const nextStates: Record<number, NextState> = { 1: 'status', 2: 'login', 3: 'transfer' };
const nextStateNumbers: Record<NextState, number> = { status: 1, login: 2, transfer: 3 };

const maxAddressLength = 255;

/** The longest frame that a handshake can be: id, two VarInts, the address in three-byte characters, the port. */
export const maxHandshakeLength = 1 + 5 + 2 + maxAddressLength * 3 + 2 + 5;

export function encodeHandshake(handshake: Handshake): Buffer {
  return encodeFrame(
    0x00,
    encodeVarInt(handshake.protocolVersion),
    encodeString(handshake.serverAddress),
    encodeUShort(handshake.serverPort),
    encodeVarInt(nextStateNumbers[handshake.nextState]),
  );
}

/** Throws ProtocolError when the frame is anything but one whole handshake. */
export function decodeHandshake(frame: Frame): Handshake {
  if (frame.id !== 0x00) throw new ProtocolError(`packet ${frame.id} instead of the handshake`);
  const reader = new PacketBodyReader(frame.body);
  const protocolVersion = reader.readVarInt();
  const serverAddress = reader.readString(maxAddressLength);
  const serverPort = reader.readUShort();
  const stateNumber = reader.readVarInt();
  reader.expectEnd();
  const nextState = nextStates[stateNumber];
  if (!nextState) throw new ProtocolError(`next state ${stateNumber}`);
  return { protocolVersion, serverAddress, serverPort, nextState };
}
