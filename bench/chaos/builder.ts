import { setTimeout as pause } from 'node:timers/promises';
import type { Bot } from 'mineflayer';
import { blockName, dig, groundAround, joinRealm, type Position } from '../../e2e/game-client.ts';
import { BlockLedger } from './block-ledger.ts';
import { pick, seeded } from './seeded.ts';

const kinds = [
  'white_wool',
  'orange_wool',
  'lime_wool',
  'gray_wool',
  'blue_wool',
  'brown_wool',
  'red_wool',
  'black_wool',
];
const groundBlocks = 60;
const shownWithinMs = 5_000;
const changeEveryMs = 40;
const comeAgainMs = 100;

export interface BuilderPlace {
  gamePort: number;
  host: string;
  nickname: string;
  /** Which half of the ground is theirs, so that no two builders change the same block. */
  share: 0 | 1;
}

/** A player who digs and places blocks, rejoins whenever they are dropped, and then checks that their blocks are there. */
export class Builder {
  readonly ledger = new BlockLedger();
  /** A sentence for each block they have found missing. */
  readonly lost: string[] = [];
  isIn = false;
  joins = 0;
  changes = 0;
  readonly #place: BuilderPlace;
  readonly #random: () => number;
  #ground: Position[] = [];

  constructor(place: BuilderPlace, random: () => number) {
    this.#place = place;
    this.#random = random;
  }

  /** Plays until the signal is aborted. */
  async play(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const bot = await this.#join();
      if (bot) await this.#build(bot, signal);
      else await pause(comeAgainMs);
    }
  }

  /** Joins once more to look, and leaves. Tries again while the previous connection is still closing. @throws when nothing helps within the time */
  async look(withinMs: number): Promise<void> {
    const latest = Date.now() + withinMs;
    for (let bot = await this.#join(); ; bot = await this.#join()) {
      if (bot) return this.#leave(bot);
      if (Date.now() > latest) throw new Error(`${this.#place.nickname} cannot come`);
      await pause(comeAgainMs);
    }
  }

  /** Returns null when they are refused. */
  async #join(): Promise<Bot | null> {
    const { gamePort, host, nickname, share } = this.#place;
    const began = Date.now();
    const bot = await joinRealm(gamePort, host, nickname).catch(() => null);
    if (!bot) return null;
    if (this.#ground.length === 0) {
      this.#ground = groundAround(bot, groundBlocks).filter(({ x, z }) => ((x + z) & 1) === share);
      for (const at of this.#ground) this.ledger.know(String(at), kindAt(bot, at));
    }
    const places = new Map(this.#ground.map((at) => [String(at), at]));
    const seen = (key: string): string => {
      const at = places.get(key);
      return at ? kindAt(bot, at) : 'unknown';
    };
    const lost = this.ledger.compare(seen, began, Date.now());
    this.lost.push(...lost.map((words) => `${host}, ${nickname}: ${words}`));
    this.joins += 1;
    this.isIn = true;
    bot.once('end', () => {
      this.isIn = false;
    });
    return bot;
  }

  async #build(bot: Bot, signal: AbortSignal): Promise<void> {
    // Called on each block update and at the end of the connection.
    let tell: (() => void) | undefined;
    bot.on('blockUpdate', () => tell?.());
    bot.once('end', () => tell?.());
    // If the first request is only late, a second block for the same spot would land on top of the first.
    const unanswered = new Set<Position>();
    while (!signal.aborted && this.isIn) {
      const at = pick(
        this.#random,
        this.#ground.filter((spot) => !unanswered.has(spot)),
      );
      const kind = blockName(bot, at) === 'air' ? pick(this.#random, kinds) : 'air';
      const isShown = this.ledger.ask(String(at), kind);
      const { promise, resolve } = Promise.withResolvers<void>();
      const patience = setTimeout(resolve, shownWithinMs);
      tell = () => {
        if (!this.isIn || blockName(bot, at) === kind) resolve();
      };
      if (kind === 'air') dig(bot, at);
      else place(bot, at, kind);
      await promise;
      clearTimeout(patience);
      if (this.isIn && blockName(bot, at) === kind) {
        isShown(Date.now());
        this.changes += 1;
      } else unanswered.add(at);
      await pause(changeEveryMs);
    }
    this.#leave(bot);
  }

  #leave(bot: Bot): void {
    this.isIn = false;
    bot.end();
  }
}

/** One or two builders for each realm, by the realm's id. @param realms host names by id */
export function buildersFor(
  gamePort: number,
  realms: ReadonlyMap<string, string>,
  seed: number,
): Map<string, Builder[]> {
  return new Map(
    [...realms].map(([id, host], index) => {
      const shares = index % 2 === 0 ? ([0, 1] as const) : ([0] as const);
      const place = (share: 0 | 1) => ({ gamePort, host, nickname: `Chaos_${index}_${share}`, share });
      return [id, shares.map((share) => new Builder(place(share), seeded(seed + 10 * index + share + 1)))];
    }),
  );
}

/** Dirt and grass count as the same: grass spreads over dirt, and dies beneath a block, by itself. */
function kindAt(bot: Bot, at: Position): string {
  return blockName(bot, at).replace('grass_block', 'dirt');
}

/** Places a block in an empty spot, in creative mode. */
function place(bot: Bot, location: Position, kind: string): void {
  const itemId = bot.registry.itemsByName[kind]?.id;
  bot._client.write('set_creative_slot', { slot: 36, item: { present: true, itemId, itemCount: 1 } });
  const middle = { cursorX: 0.5, cursorY: 0.5, cursorZ: 0.5 };
  bot._client.write('block_place', { hand: 0, location, direction: 1, ...middle, insideBlock: false });
}
