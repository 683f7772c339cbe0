/** How the process ends, beside 0 for an end that was asked for. */
export const exitCode = {
  /** An internal error; everything that could be saved is. */
  internalError: 70,
  /** spec.json names a map that there is none of. */
  unknownMap: 65,
  /** It did not end in time after it was asked to. */
  stopTimeout: 75,
  /** The world's folder belongs to a later start. */
  fencingTokenRefused: 76,
  /** The arguments or spec.json cannot be used. */
  invalidInput: 78,
} as const;
