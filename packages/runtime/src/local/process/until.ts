import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the promise is settled within `ms`. @throws its error, or the signal's reason. */
export async function until(promise: Promise<unknown>, ms: number, signal: AbortSignal): Promise<boolean> {
  const timer = new AbortController();
  const either = AbortSignal.any([timer.signal, signal]);
  const late = sleep(ms, false, { signal: either }).catch(() => false);
  try {
    const done = await Promise.race([promise.then(() => true), late]);
    signal.throwIfAborted();
    return done;
  } finally {
    timer.abort();
  }
}
