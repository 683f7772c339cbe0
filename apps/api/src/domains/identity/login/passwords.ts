import { hash, verify } from '@node-rs/argon2';
import { callerNetwork } from '../../../limits/caller-network.ts';
import { FairTurns } from '../../../limits/fair-turns.ts';

/** OWASP's parameters for argon2id, the library's default variant: 19 MiB, two passes, one lane. The work runs off the event loop. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** For this process, by wide network: some 20 ms of a core each. One of Node's four threads is left for files. */
const turns = new FairTurns({ atOnce: 3, each: 2, waiting: 64, waitMs: 15_000 });
const inTurn = <T>(work: () => Promise<T>): Promise<T> => turns.run(callerNetwork() ?? '', work);

/** @throws AppError unavailable, when the caller's network has too many in progress */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

/** @throws AppError unavailable, as above */
export function passwordMatches(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password));
}
