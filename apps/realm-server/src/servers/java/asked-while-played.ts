import type { Heard } from './console-line.ts';

const everyMs = 15_000;
/** A later answer is to somebody else's question, and is shown to them. */
const answerWithinMs = 5000;

/** Each player's, as `minecraft:the_nether`: the game's own data, in every version since 1.16. Source: https://minecraft.wiki/w/Player.dat_format */
const dimensionsCommand = 'execute as @a run data get entity @s Dimension';
/** As the pages know them. */
const worldNames: Record<string, string> = { the_nether: 'nether', the_end: 'end' };
const overworld = 'overworld';
/** Of a pack of data there may be any number; so many are reported. */
const maxWorlds = 16;
const longestName = 64;

/** Asks the server while players are online: for its ticks per second, which only Paper reports, and where the players are. */
export class AskedWhilePlayed {
  readonly #tell: (command: string) => void;
  readonly #isPaper: boolean;
  #tps: number | null = null;
  /** By player, if it is another than the overworld. */
  #worlds = new Map<string, string>();
  #players: readonly string[] = [];
  /** Players whose answer is outstanding, and whether the one on ticks is. */
  #awaited = new Set<string>();
  #isTpsAwaited = false;
  #askedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(tell: (command: string) => void, isPaper: boolean) {
    this.#tell = tell;
    this.#isPaper = isPaper;
  }

  tps(): number | null {
    return this.#tps;
  }

  /** The overworld until the server has answered. */
  worldOf(player: string): string {
    return this.#worlds.get(player) ?? overworld;
  }

  /** The overworld, and every other world with a player in it. */
  worlds(): { name: string; players: number }[] {
    const counts = new Map([[overworld, 0]]);
    for (const player of this.#players) {
      const world = this.worldOf(player);
      counts.set(world, (counts.get(world) ?? 0) + 1);
    }
    return Array.from(counts, ([name, players]) => ({ name, players })).slice(0, maxWorlds);
  }

  /** @param players who are on: without any nothing is asked, and nothing known */
  follow(players: readonly string[]): void {
    this.#players = players;
    for (const known of this.#worlds.keys()) if (!players.includes(known)) this.#worlds.delete(known);
    if (players.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#tps = null;
      return;
    }
    if (this.#timer) return;
    this.#timer = setInterval(() => this.#ask(), everyMs);
    this.#ask();
  }

  /** @returns whether it is the answer to our own question */
  take(heard: Extract<Heard, { kind: 'tps' | 'dimension' }>): boolean {
    const isInTime = performance.now() - this.#askedAt < answerWithinMs;
    if (heard.kind === 'tps') {
      if (this.#timer) this.#tps = heard.perSecond;
      const isOurs = isInTime && this.#isTpsAwaited;
      this.#isTpsAwaited = false;
      return isOurs;
    }
    const { name, dimension } = heard;
    const isOurs = this.#awaited.delete(name) && isInTime;
    const world = worldNames[dimension] ?? dimension.replaceAll('/', '.').slice(0, longestName);
    if (this.#players.includes(name)) this.#worlds.set(name, world);
    return isOurs;
  }

  #ask(): void {
    this.#askedAt = performance.now();
    this.#awaited = new Set(this.#players);
    this.#isTpsAwaited = this.#isPaper;
    if (this.#isPaper) this.#tell('tps');
    this.#tell(dimensionsCommand);
  }
}
