import { expect } from 'vitest';

/** Expects of what `read` tells, which is asked again until it is so: `await becomes(name).toBe('Quiet Place')`. */
export const becomes = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 50_000, interval: 50 });
