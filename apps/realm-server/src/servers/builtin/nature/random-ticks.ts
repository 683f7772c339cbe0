import { Vec3 } from 'vec3';
import type { Section } from '../../../world-format/chunk.ts';
import { letOut } from '../creatures/species/hives.ts';
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
/** So often it is looked where something may grow. */
const lookTicks = 20;
/** Where there are many, each section has its turn once in so many ticks, with so many times the picks: fetching it from memory is what takes time. */
const mostTurns = 4;

/** What a block does when it is its turn by chance. */
export type ByChance = readonly [name: RegExp, act: (game: Game, at: Vec3, block: PlacedBlock) => void];

/** The blocks of a section in which something may grow, and its corner. */
interface Place extends Pick<Section, 'data' | 'palette'> {
  x: number;
  y: number;
  z: number;
}

const all: readonly ByChance[] = [...growing, ...living, [/^lava$/, kindle], [/^(beehive|bee_nest)$/, letOut]];

/** Picks random blocks of every visible section of 16 × 16 × 16 in each tick, which makes plants grow. Source: the game (1.16.5) */
export class RandomTicks {
  readonly #game: () => Game;
  /** The place in `all`, and one more, by the state's number; 0 for what does nothing. */
  #acts: Uint8Array | undefined;
  #places: Place[] = [];
  #due = 0;
  readonly #say = seldom((line) => this.#game().log(line));

  constructor(game: () => Game) {
    this.#game = game;
  }

  tick(): void {
    const { rules, squid } = this.#game();
    const wanted = Number(rules.get('randomTickSpeed'));
    if (wanted <= 0) return;
    const acts = (this.#acts ??= this.#readActs());
    if (squid.tickCount >= this.#due) this.#places = this.#look(acts);
    const each = Math.min(wanted, mostPicks / Math.max(1, this.#places.length));
    if (each < wanted) this.#say(`More than ${mostPicks} blocks could grow in a tick: all grow more slowly`);
    const turns = Math.max(1, Math.min(mostTurns, this.#places.length));
    for (let i = squid.tickCount % turns; i < this.#places.length; i += turns) {
      const place = this.#places[i];
      if (!place) break;
      for (let n = Math.floor(each * turns + Math.random()); n > 0; n -= 1) this.#pick(place, acts);
    }
  }

  /** Nobody is online: references to the land are dropped. */
  rest(): void {
    this.#places = [];
    this.#due = 0;
  }

  /** Nothing happens at the edge of the loaded land, as effects could reach beyond it. */
  #look(acts: Uint8Array): Place[] {
    const { world, squid } = this.#game();
    this.#due = squid.tickCount + lookTicks;
    const places: Place[] = [];
    for (const [key, { sections }] of world.seenColumns()) {
      const [x, z] = coordinates(key);
      const corners = [-16, 16].flatMap((dx) => [-16, 16].map((dz) => ({ x: x * 16 + dx, y: 0, z: z * 16 + dz })));
      if (!corners.every((corner) => world.isSeen(corner))) continue;
      sections.forEach((section, y) => {
        if (!section || !mayAct(section, acts)) return;
        places.push({ data: section.data, palette: section.palette, x: x * 16, y: y * 16, z: z * 16 });
      });
    }
    return places;
  }

  #pick({ data, palette, x, y, z }: Place, acts: Uint8Array): void {
    const index = Math.floor(Math.random() * sectionBlocks);
    const value = data.get(index);
    const state = palette ? (palette[value] ?? 0) : value;
    const act = all[(acts[state] ?? 0) - 1]?.[1];
    if (!act) return;
    const { world, squid } = this.#game();
    const at = new Vec3(x + (index & 15), y + (index >> 8), z + ((index >> 4) & 15));
    const block = placedBlock(squid.registry, state);
    // The block may have changed, and the column gone, since they were looked at.
    if (block && world.isSeen(at) && world.blockStateAt(at) === state) act(this.#game(), at, block);
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
