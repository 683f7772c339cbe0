export interface ByteRange {
  start: number;
  length: number;
}

/**
 * The single range requested (RFC 9110, 14.1.2); null for the whole file, also when there are several ranges or an empty one.
 * @param size of the file, in bytes
 */
export function byteRange(header: string | undefined, size: number): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  return start < end ? { start, length: end - start } : null;
}
