/** Makes it when it is first asked for, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
