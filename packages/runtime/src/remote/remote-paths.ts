/*
 * Placeholders in the spec of a realm for paths that only its machine knows: `java` by its version, and the jar by its
 * SHA-256.
 */

export function javaPath(major: number): string {
  return `/java/${major}`;
}

/** Null for the path of a file. */
export function javaMajorOf(path: string): number | null {
  const major = /^\/java\/(\d{1,3})$/.exec(path)?.[1];
  return major === undefined ? null : Number(major);
}

export function jarPath(sha256: string): string {
  return `/jar/${sha256}`;
}

/** Null for the path of a file. */
export function jarHashOf(path: string): string | null {
  return /^\/jar\/([0-9a-f]{64})$/.exec(path)?.[1] ?? null;
}
