import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { joinWhenUp, sentOff, startClient } from '../../e2e/game-client.ts';
import { Builder } from '../chaos/builder.ts';
import { seeded } from '../chaos/seeded.ts';
import type { Installation, RealmOfBench } from './installation.ts';

const joinWithinMs = 40_000;
const lookEveryMs = 20;

/** @returns milliseconds from a game client's login until it is in the game @throws Error with the reason it was disconnected with */
export async function joinOnce({ place }: Installation, { host }: RealmOfBench): Promise<number> {
  const began = performance.now();
  const bot = startClient(place.gamePort, host, 'Bench');
  const refused = sentOff(bot).then((words) => {
    throw new Error(`${host} let nobody in: ${words}`);
  });
  await Promise.race([once(bot, 'spawn', { signal: AbortSignal.timeout(joinWithinMs) }), refused]);
  const milliseconds = performance.now() - began;
  const ended = once(bot, 'end');
  bot.quit();
  await ended;
  return milliseconds;
}

/** Joins as soon as that is possible, and leaves. */
export async function visit({ place }: Installation, { host }: RealmOfBench): Promise<void> {
  const bot = await joinWhenUp(place.gamePort, host, 'Bench');
  const ended = once(bot, 'end');
  bot.quit();
  await ended;
}

/** One player in each realm who digs and places blocks, and checks on coming back that they are there (bench/chaos/block-ledger.ts). */
export class Builders implements AsyncDisposable {
  readonly all: ReadonlyMap<RealmOfBench, Builder>;
  readonly #playing = new AbortController();
  readonly #players: Promise<void>[];

  constructor({ place }: Installation, realms: readonly RealmOfBench[]) {
    const builderOf = ({ host }: RealmOfBench, index: number): Builder =>
      new Builder({ gamePort: place.gamePort, host, nickname: `Builder_${index}`, share: 0 }, seeded(index + 1));
    this.all = new Map(realms.map((realm, index) => [realm, builderOf(realm, index)]));
    this.#players = [...this.all.values()].map((builder) => builder.play(this.#playing.signal));
  }

  of(realm: RealmOfBench): Builder {
    const builder = this.all.get(realm);
    if (!builder) throw new Error(`nobody builds in ${realm.host}`);
    return builder;
  }

  /** Waits until each of them has changed another block and been shown it. @returns how many milliseconds that took */
  async play(realms: Iterable<RealmOfBench>, withinMs: number): Promise<number> {
    const began = performance.now();
    const before = new Map([...realms].map((realm) => [this.of(realm), this.of(realm).changes]));
    while ([...before].some(([builder, changes]) => !builder.isIn || builder.changes === changes)) {
      if (performance.now() - began > withinMs) throw new Error(`not all play within ${withinMs} ms`);
      await pause(lookEveryMs);
    }
    return performance.now() - began;
  }

  /** Has them leave. @returns a sentence for each block they have found missing */
  async end(): Promise<string[]> {
    this.#playing.abort();
    await Promise.all(this.#players);
    return this.lost();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  /** Has them come back once more to check their blocks. */
  async look(withinMs: number): Promise<string[]> {
    for (const builder of this.all.values()) await builder.look(withinMs);
    return this.lost();
  }

  lost(): string[] {
    return [...this.all.values()].flatMap(({ lost }) => lost);
  }

  changes(): number {
    return [...this.all.values()].reduce((sum, { changes }) => sum + changes, 0);
  }

  joins(): number {
    return [...this.all.values()].reduce((sum, { joins }) => sum + joins, 0);
  }
}
