/** What Linux allows for one name. */
const maxNameBytes = 255;

/** One name of a path, that is itself and nothing else: no way up, no control character, no byte that was no UTF-8. */
export function isPlainName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || Buffer.byteLength(name) > maxNameBytes) return false;
  return !/[\p{Cc}\u2028\u2029\ufffd\\/]/u.test(name) && name.isWellFormed();
}
