import { Vec3 } from 'vec3';
import type { Section } from '../../../world-format/chunk.ts';
import { type PlacedBlock, placedBlock } from '../land/block-state.ts';
import { coordinates } from '../land/world.ts';
import { seldom } from '../messages/notices.ts';
import type { Game } from '../rules/game.ts';
import { kindle } from './fire.ts';
import { growing } from './growth.ts';
import { living } from './soil.ts';

/** So many blocks are picked in one tick of the realm. */
const mostPicks = 20_000;
const sectionBlocks = 4096;

/** What a block does when it is its turn by chance. */
export type ByChance = readonly [name: RegExp, act: (game: Game, at: Vec3, block: PlacedBlock) => void];

const all: readonly ByChance[] = [...growing, ...living, [/^lava$/, kindle]];

/** Picks some blocks of every section of 16 × 16 × 16 that somebody sees in each tick, by chance: plants grow by that. Source: the game's (1.16.5) */
export class RandomTicks {
  readonly #game: () => Game;
  /** The place in `all`, and one more, by the state's number; 0 for what does nothing. */
  #acts: Uint8Array | undefined;
  /** In which something may happen, in the last tick. */
  #sections = 0;
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  tick(): void {
    const { world, rules } = this.#game();
    const wanted = Number(rules.get('randomTickSpeed'));
    if (wanted <= 0) return;
    const each = Math.min(wanted, mostPicks / Math.max(1, this.#sections));
    if (each < wanted) this.#say(`More than ${mostPicks} blocks could grow in a tick: all grow more slowly`);
    const acts = (this.#acts ??= this.#readActs());
    this.#sections = 0;
    let left = mostPicks;
    for (const [key, column] of world.seenColumns()) {
      for (let y = 0; y < 16; y += 1) {
        const section = column.sections[y];
        if (!section || !mayAct(section, acts)) continue;
        this.#sections += 1;
        const picks = Math.min(left, Math.floor(each + Math.random()));
        left -= picks;
        for (let n = 0; n < picks; n += 1) this.#pick(key, section, y, acts);
      }
    }
  }

  #pick(key: string, section: Section, y: number, acts: Uint8Array): void {
    const index = Math.floor(Math.random() * sectionBlocks);
    const value = section.data.get(index);
    const state = section.palette ? (section.palette[value] ?? 0) : value;
    const act = all[(acts[state] ?? 0) - 1]?.[1];
    const block = act && placedBlock(this.#game().squid.registry, state);
    if (!act || !block) return;
    const [x, z] = coordinates(key);
    act(this.#game(), new Vec3(x * 16 + (index & 15), y * 16 + (index >> 8), z * 16 + ((index >> 4) & 15)), block);
  }

  #readActs(): Uint8Array {
    const { blocksByName } = this.#game().squid.registry;
    const acts = new Uint8Array(1 << 15);
    for (const { name, minStateId, maxStateId } of Object.values(blocksByName)) {
      acts.fill(all.findIndex(([pattern]) => pattern.test(name)) + 1, minStateId, maxStateId + 1);
    }
    return acts;
  }
}

/** Blocks that are gone may still be in its palette. One without has many kinds. */
function mayAct({ palette }: Section, acts: Uint8Array): boolean {
  return palette?.some((state) => acts[state] !== 0) ?? true;
}
