/** The round constants of SHA-256: of the cube roots of the first 64 primes the first 32 bits after the point (FIPS 180-4, 4.2.2). */
const constants = Uint32Array.from(firstPrimes(64), (prime) => fraction(Math.cbrt(prime)));
/** Of the square roots of the first eight (5.3.3). */
const initial = Uint32Array.from(firstPrimes(8), (prime) => fraction(Math.sqrt(prime)));

/** Bytes that a block takes beside the end mark and the length. */
const blockBytes = 55;

/** The first 32 bits of SHA-256 of short texts: the browser's own implementation is asynchronous, too slow for so many. */
export class ShortHash {
  readonly #schedule = new Uint32Array(64);

  /** @throws RangeError when there is more than fits into one block */
  first32(bytes: Uint8Array, length: number): number {
    if (length > blockBytes) throw new RangeError('The text is too long');
    const w = this.#schedule;
    w.fill(0, 0, 16);
    for (let i = 0; i < length; i += 1) w[i >> 2] = (w[i >> 2] ?? 0) | ((bytes[i] ?? 0) << (24 - 8 * (i & 3)));
    w[length >> 2] = (w[length >> 2] ?? 0) | (0x80 << (24 - 8 * (length & 3)));
    w[15] = length * 8;
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15] ?? 0;
      const y = w[i - 2] ?? 0;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = ((w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = initial as unknown as Eight;
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (constants[i] ?? 0) + (w[i] ?? 0)) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    return ((initial[0] ?? 0) + a) >>> 0;
  }
}

type Eight = [number, number, number, number, number, number, number, number];

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}
