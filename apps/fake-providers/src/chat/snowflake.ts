import { randomInt } from 'node:crypto';
import { z } from 'zod';

/** The first millisecond of 2015, which Discord counts from (https://docs.discord.com/developers/reference#snowflakes). */
const epochMs = 1_420_070_400_000;

/** An id of the chat platform: a 64-bit number in decimal. Ids made today have 19 digits, so they can be sorted as texts. */
export const Snowflake = z.string().refine((id) => /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n);

/** An id as Discord makes them, or has made them so many milliseconds ago: the time in milliseconds, and 22 bits below. */
export function newSnowflake(ageMs = 0): string {
  return ((BigInt(Date.now() - ageMs - epochMs) << 22n) | BigInt(randomInt(2 ** 22))).toString();
}

/** How long ago it was made; below 0 for one of the future. */
export function snowflakeAgeMs(id: string): number {
  return Date.now() - epochMs - Number(BigInt(id) >> 22n);
}
