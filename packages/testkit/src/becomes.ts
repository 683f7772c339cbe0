import { expect } from 'vitest';

/** Expects something of the result of `read`, which is called until it is met: `await becomes(name).toBe('Quiet Place')`. */
export const becomes = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 50_000, interval: 50 });
