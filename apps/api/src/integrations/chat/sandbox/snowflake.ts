import { randomInt } from 'node:crypto';
import { z } from 'zod';

/** An id of the chat platform: a number of 64 bits in decimal. */
export const Snowflake = z.string().refine((id) => /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n);

/** The first millisecond of 2015, which Discord counts from. */
const epochMs = 1_420_070_400_000;

/** An id as Discord makes them: the time in milliseconds, and 22 bits below. */
export function newSnowflake(): string {
  return ((BigInt(Date.now() - epochMs) << 22n) | BigInt(randomInt(2 ** 22))).toString();
}
