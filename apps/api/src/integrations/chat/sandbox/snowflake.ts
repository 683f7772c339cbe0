import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { snowflakeEpochMs } from '../snowflake.ts';

/** An id of the chat platform: a number of 64 bits in decimal. */
export const Snowflake = z.string().refine((id) => /^\d{1,19}$/.test(id) && BigInt(id) < 2n ** 63n);

/** An id as Discord makes them, or has made them so many milliseconds ago: the time in milliseconds, and 22 bits below. */
export function newSnowflake(ageMs = 0): string {
  return ((BigInt(Date.now() - ageMs - snowflakeEpochMs) << 22n) | BigInt(randomInt(2 ** 22))).toString();
}
