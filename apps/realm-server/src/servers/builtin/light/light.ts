import type { BlockColumn, ColumnPosition, Registry } from '../../../world-format/chunk.ts';
import { lightAlone } from './daylight.ts';
import { directions, skyCell, up } from './directions.ts';
import { type LightKind, LitColumn } from './lit-column.ts';
import { Spreading } from './spreading.ts';
import { lightTraits, type Traits } from './traits.ts';

/** Cells visited at once, which takes about 10 ms, before others have their turn. */
const visitsAtOnce = 30_000;
const pauseMs = 50;
/** For a new column, so that it is mostly right when it is first shown. */
const visitsOfColumn = 4096;
/** With more cells than this queued, a block change does some of the work first. */
const maxWaiting = 262_144;
const visitsOfChange = 64;

/** The sections whose light has changed since the last call of `show`. */
export type LightChange = { sky: number; block: number };

/**
 * The light of the loaded columns. A column is lit when it is loaded, and again where its neighbours' light differs. Later
 * changes spread a bounded number of cells at a time.
 */
export class Light {
  readonly #registry: Registry;
  readonly #hasSky: boolean;
  readonly #columns = new Map<string, LitColumn>();
  readonly #touched = new Set<LitColumn>();
  readonly #spreading = {
    sky: new Spreading('sky', (column) => this.#touched.add(column)),
    block: new Spreading('block', (column) => this.#touched.add(column)),
  };
  readonly #show: (column: LitColumn, change: LightChange, isOfBlocks: boolean) => void;
  #traits: ((state: number) => Traits) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #haveBlocksChanged = false;
  #isClosed = false;

  /**
   * @param show called with the sections of a column (one bit each) that have changed, and whether because of changed blocks
   * @param hasSky whether the dimension has daylight
   */
  constructor(
    registry: Registry,
    show: (column: LitColumn, change: LightChange, isOfBlocks: boolean) => void,
    hasSky = true,
  ) {
    this.#registry = registry;
    this.#hasSky = hasSky;
    this.#show = show;
  }

  /** Whether nothing is on its way. */
  get isSettled(): boolean {
    return this.#spreading.sky.waiting + this.#spreading.block.waiting === 0;
  }

  /** The light of a loaded column. */
  of(x: number, z: number): LitColumn | undefined {
    return this.#columns.get(`${x},${z}`);
  }

  /** A column was loaded. */
  add(x: number, z: number, blocks: BlockColumn): void {
    this.#traits ??= lightTraits(this.#registry);
    const column = new LitColumn(x, z, blocks, this.#traits, this.#hasSky);
    lightAlone(column);
    this.#columns.set(`${x},${z}`, column);
    this.#join(column);
    this.#work(visitsOfColumn);
    // Nobody has been shown it yet.
    column.changed = { sky: 0, block: 0 };
    this.#goOn();
  }

  /** A column goes. */
  remove(x: number, z: number): void {
    const column = this.of(x, z);
    this.#columns.delete(`${x},${z}`);
    column?.beside.forEach((beside, direction) => {
      if (beside) beside.beside[direction ^ 1] = undefined;
    });
    column?.beside.fill(undefined);
  }

  /** A block has become another. */
  blockChanged(at: ColumnPosition, before: number, after: number): void {
    const column = this.of(Math.floor(at.x / 16), Math.floor(at.z / 16));
    if (!column || !this.#traits || at.y < 0 || at.y > 255) return;
    const difference = this.#traits(before) ^ this.#traits(after);
    if (difference === 0) return;
    const { sky, block } = this.#spreading;
    const cell = ((Math.floor(at.y) + 16) << 8) | ((Math.floor(at.z) & 15) << 4) | (Math.floor(at.x) & 15);
    if (difference >> 4 !== 0) sky.change(column, cell);
    block.change(column, cell);
    this.#haveBlocksChanged = true;
    if (sky.waiting + block.waiting > maxWaiting) this.#work(visitsOfChange);
    this.#goOn();
  }

  /** Nothing spreads any more. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #goOn(): void {
    if (this.#isClosed || (this.isSettled && this.#touched.size === 0)) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#work(visitsAtOnce);
      // Not while it fades: cells lit from elsewhere would be dark for a moment.
      if (!this.#spreading.sky.isFading && !this.#spreading.block.isFading) this.#tell();
      this.#goOn();
    }, pauseMs);
  }

  #work(visits: number): void {
    const { sky, block } = this.#spreading;
    for (let left = visits; left > 0 && (sky.step() || block.step()); left -= 1);
  }

  #tell(): void {
    const touched = [...this.#touched];
    this.#touched.clear();
    for (const column of touched) {
      const change = column.changed;
      if (change.sky === 0 && change.block === 0) continue;
      column.changed = { sky: 0, block: 0 };
      this.#show(column, change, this.#haveBlocksChanged);
    }
    if (this.isSettled) this.#haveBlocksChanged = false;
  }

  /** Makes it known to its neighbours; light goes both ways. */
  #join(column: LitColumn): void {
    const besides = [
      [column.x, column.z - 1],
      [column.x, column.z + 1],
      [column.x - 1, column.z],
      [column.x + 1, column.z],
    ] as const;
    besides.forEach(([x, z], index) => {
      const direction = index + up + 1;
      const beside = this.of(x, z);
      if (!beside) return;
      column.beside[direction] = beside;
      beside.beside[direction ^ 1] = column;
      this.#exchange('sky', column, beside, direction);
      this.#exchange('block', column, beside, direction);
    });
  }

  #exchange(kind: LightKind, column: LitColumn, beside: LitColumn, direction: number): void {
    const way = directions[direction];
    if (!way) return;
    const along = way.mask === 0xf0 ? 1 : 16;
    for (let section = 0; section <= (skyCell >> 12) - 1; section += 1) {
      // Both wholly dark, or both in daylight.
      if (column[kind][section] === beside[kind][section]) continue;
      for (let n = 0; n < 256; n += 1) {
        const cell = (section << 12) + ((n >> 4) << 8) + way.edge + (n & 15) * along;
        const here = column.level(kind, cell);
        const there = beside.level(kind, cell + way.across);
        if (here > there + 1) this.#spreading[kind].grow(column, cell);
        if (there > here + 1) this.#spreading[kind].grow(beside, cell + way.across);
      }
    }
  }
}
