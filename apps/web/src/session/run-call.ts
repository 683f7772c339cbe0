export interface CallHandlers<T> {
  start?: () => void;
  success?: (value: T) => void;
  failure?: (error: unknown) => void;
  /** Runs last, whatever the outcome. */
  final?: () => void;
}

/**
 * Runs a call with its handlers and records how long it took as the performance measure `call:<name>` (the last of each
 * name is kept). Resolves and rejects as the call does, after the handlers.
 */
export async function runCall<T>(name: string, call: () => Promise<T>, handlers: CallHandlers<T> = {}): Promise<T> {
  const start = performance.now();
  handlers.start?.();
  try {
    const value = await call();
    handlers.success?.(value);
    return value;
  } catch (error) {
    handlers.failure?.(error);
    throw error;
  } finally {
    const measure = `call:${name}`;
    performance.clearMeasures(measure);
    performance.measure(measure, { start, end: performance.now() });
    handlers.final?.();
  }
}
