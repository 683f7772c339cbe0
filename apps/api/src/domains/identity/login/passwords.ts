import { hash, verify } from '@node-rs/argon2';

/**
 * OWASP's parameters for argon2id, which is the library's default kind: 19 MiB, two passes, one lane. The work is done off
 * the event loop.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

export function passwordMatches(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}
