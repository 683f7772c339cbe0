const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * A typed seed as the game interprets it: a whole number of 64 bits is used as it is, any other text by its hash in Java.
 * Source: https://minecraft.wiki/w/World_seed
 */
export function seedNumber(typed: string): bigint {
  const text = typed.trim();
  if (/^[+-]?\d{1,19}$/.test(text)) {
    const number = BigInt(text.replace('+', ''));
    if (number >= least && number <= most) return number;
  }
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return BigInt(hash);
}
