import { createHash } from 'node:crypto';

/**
 * The uuid that a game server without licence checks gives a nickname: MD5 of "OfflinePlayer:" and the nickname, as a version 3 uuid (RFC
 * 9562, section 5.3, without a namespace).
 */
export function offlineUuid(nickname: string): string {
  const bytes = createHash('md5').update(`OfflinePlayer:${nickname}`).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x30, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
