/** The first millisecond of 2015, which Discord counts from. */
const snowflakeEpochMs = 1_420_070_400_000;

/** When the object with this id was created: the time in milliseconds is above the lowest 22 bits (https://docs.discord.com/developers/reference#snowflakes). */
export function snowflakeDate(id: string): Date {
  return new Date(Number(BigInt(id) >> 22n) + snowflakeEpochMs);
}

/** The largest id that there was at this time. */
export function snowflakeOf(date: Date): string {
  return ((BigInt(date.getTime() - snowflakeEpochMs + 1) << 22n) - 1n).toString();
}
