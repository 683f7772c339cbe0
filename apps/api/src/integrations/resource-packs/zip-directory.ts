/** The list of contents at the end of a zip archive. Source: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3.12, 4.3.16 */

const endRecord = { signature: 0x06054b50, length: 22, longestComment: 0xffff };
const entry = { signature: 0x02014b50, length: 46 };

/** No list that a 16-bit number can count, with names of usual length, is longer. */
export const longestDirectory = 8 * 1024 * 1024;

/**
 * Whether the archive holds a file of this name.
 * @param tail the last bytes of the archive, up to `longestDirectory` of them
 * @param total bytes of the whole archive
 * @returns false also for what is no zip archive, or one that has been cut off
 */
export function holdsFile(tail: Buffer, total: number, name: string): boolean {
  const end = endOf(tail);
  if (end === null) return false;
  let at = tail.readUInt32LE(end + 16) - (total - tail.length);
  while (at >= 0 && at + entry.length <= end && tail.readUInt32LE(at) === entry.signature) {
    const nameLength = tail.readUInt16LE(at + 28);
    const start = at + entry.length;
    if (tail.toString('utf8', start, start + nameLength) === name) return true;
    at = start + nameLength + tail.readUInt16LE(at + 30) + tail.readUInt16LE(at + 32);
  }
  return false;
}

/** Where the end record begins: the comment after it reaches exactly to the end of the archive. */
function endOf(tail: Buffer): number | null {
  const last = tail.length - endRecord.length;
  for (let at = last; at >= Math.max(0, last - endRecord.longestComment); at -= 1) {
    if (tail.readUInt32LE(at) === endRecord.signature && tail.readUInt16LE(at + 20) === last - at) return at;
  }
  return null;
}
