import { setImmediate as eventsRead } from 'node:timers/promises';
import { callerNetwork, forManyNetworks } from './caller-network.ts';
import { FairTurns } from './fair-turns.ts';

/** Bounds on callers in the queries under way and in the next one, together; a wide network waits only for its own calls. */
const seats = { atOnce: 128, each: 96, waiting: 5_000, waitMs: 15_000 };

/** More than one, so that one which takes long does not hold up all that come after it. */
const queriesAtOnce = 2;

/**
 * Answers many callers by one query: those who ask while queries are under way are together in the next one, so the busier the process, the
 * less a call costs. Nobody gets what was read before they asked.
 */
export class AskedTogether<Answer> {
  readonly #query: (keys: string[]) => Promise<Map<string, Answer>>;
  readonly #seats = new FairTurns(seats);
  #next = new Map<string, PromiseWithResolvers<Answer | undefined>>();
  #underWay = 0;

  /** @param query gets no key twice, and answers with what there is, by key */
  constructor(query: (keys: string[]) => Promise<Map<string, Answer>>) {
    this.#query = query;
  }

  /** @returns undefined: there is none. @throws AppError unavailable, when too many wait or it waited too long; what the query throws */
  get(key: string): Promise<Answer | undefined> {
    // A message of a socket has no network; whoever asks by it waits for others of the same key only.
    return this.#seats.run(callerNetwork() ?? key, () => this.#join(key));
  }

  #join(key: string): Promise<Answer | undefined> {
    const known = this.#next.get(key);
    if (known) return known.promise;
    const asked = Promise.withResolvers<Answer | undefined>();
    this.#next.set(key, asked);
    if (this.#underWay < queriesAtOnce) void forManyNetworks(() => this.#askOn());
    return asked.promise;
  }

  async #askOn(): Promise<void> {
    this.#underWay += 1;
    // Calls that arrived together are asked for together.
    await eventsRead();
    while (this.#next.size > 0) {
      const asked = this.#next;
      this.#next = new Map();
      try {
        const answers = await this.#query([...asked.keys()]);
        for (const [key, { resolve }] of asked) resolve(answers.get(key));
      } catch (error) {
        for (const { reject } of asked.values()) reject(error);
      }
    }
    this.#underWay -= 1;
  }
}
