export { addressGroup, wideAddressGroup, widestAddressGroup } from './address-group.ts';
export type { Chat } from './chat.ts';
export { decodeFrame, encodeFrame } from './frame.ts';
export type { Frame } from './frame.ts';
export { isProved, proveGateway, readGameProof, withoutProof } from './game-proof.ts';
export { decodeHandshake, encodeHandshake, maxHandshakeLength } from './handshake.ts';
export type { Handshake, NextState } from './handshake.ts';
export { formatIpAddress, parseIpAddress } from './ip-address.ts';
export { decodeLegacyPing, encodeLegacyPing, encodeLegacyStatus } from './legacy-ping.ts';
export type { LegacyPing, LegacyPingDecoded, LegacyStatus } from './legacy-ping.ts';
export {
  decodeLoginDisconnect,
  decodeLoginStart,
  encodeLoginDisconnect,
  encodeLoginStart,
  makeLoginStart,
} from './login.ts';
export type { LoginStart } from './login.ts';
export { encodeString, PacketBodyReader } from './packet-body.ts';
export { ProtocolError } from './protocol-error.ts';
export { decodeProxyHeader } from './proxy-header.ts';
export { decodeProxyV2, encodeProxyV2 } from './proxy-v2.ts';
export type { ProvenAccount, ProxyAddress, ProxyHeader } from './proxy-v2.ts';
export { normaliseServerAddress } from './server-address.ts';
export {
  decodeStatusRequest,
  decodeStatusResponse,
  encodePing,
  encodeStatusRequest,
  encodeStatusResponse,
  maxStatusResponseLength,
} from './status.ts';
export type { ServerStatus, StatusRequest } from './status.ts';
export { decodeVarInt, encodeVarInt } from './var-int.ts';
export type { Decoded } from './var-int.ts';
