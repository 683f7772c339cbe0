import { directions, down, skyCell, up } from './directions.ts';
import type { LightKind, LitColumn } from './lit-column.ts';
import { closedSides, emission, filter } from './traits.ts';

/** Handled entries are cut off in pieces of at least this many. */
const cutAt = 65_536;

/** Cells with a level each, first in, first out. */
class CellQueue {
  #columns: LitColumn[] = [];
  /** The cell, and the level above its 17 bits. */
  #cells: number[] = [];
  #head = 0;

  get length(): number {
    return this.#cells.length - this.#head;
  }

  push(column: LitColumn, cell: number, level: number): void {
    this.#columns.push(column);
    this.#cells.push(cell | (level << 17));
  }

  /** Hands the first to `visit`. @returns whether there was one */
  next(visit: (column: LitColumn, cell: number, level: number) => void): boolean {
    const column = this.#columns[this.#head];
    const cell = this.#cells[this.#head];
    if (!column || cell === undefined) return false;
    this.#head += 1;
    if (this.#head === this.#cells.length || (this.#head >= cutAt && this.#head * 2 > this.#cells.length)) {
      this.#columns = this.#columns.slice(this.#head);
      this.#cells = this.#cells.slice(this.#head);
      this.#head = 0;
    }
    visit(column, cell & 0x1ffff, cell >> 17);
    return true;
  }
}

/**
 * Spreads one kind of light. First, light that came from a cell which is darker now fades; then the remaining light grows back into the gap. A
 * growing cell is read when its turn comes, so one that has faded meanwhile spreads nothing.
 */
export class Spreading {
  readonly #kind: LightKind;
  readonly #fading = new CellQueue();
  readonly #growing = new CellQueue();
  readonly #touched: (column: LitColumn) => void;

  /** @param touched called with each column whose light changes */
  constructor(kind: LightKind, touched: (column: LitColumn) => void) {
    this.#kind = kind;
    this.#touched = touched;
  }

  get isFading(): boolean {
    return this.#fading.length > 0;
  }

  /** How many cells are still to be visited, as far as is known. */
  get waiting(): number {
    return this.#fading.length + this.#growing.length;
  }

  /** The cell's light may reach further than it has. */
  grow(column: LitColumn, cell: number): void {
    this.#growing.push(column, cell, 0);
  }

  /** The block in the cell has become another. */
  change(column: LitColumn, cell: number): void {
    const level = column.level(this.#kind, cell);
    const own = this.#own(column, cell);
    if (level !== own) this.#set(column, cell, own);
    this.#fading.push(column, cell, level);
    if (own > 0) this.grow(column, cell);
  }

  /** Visits one cell. @returns false when all is done */
  step(): boolean {
    return this.#fading.next(this.#fade) || this.#growing.next(this.#spread);
  }

  readonly #fade = (from: LitColumn, cell: number, old: number): void => {
    for (let direction = 0; direction < 6; direction += 1) {
      const to = columnOf(from, cell, direction);
      const next = cellOf(cell, direction);
      if (!to || next < 0) continue;
      const level = to.level(this.#kind, next);
      if (level === 0) continue;
      const isFall = this.#kind === 'sky' && direction === down && old === 15;
      const own = this.#own(to, next);
      const cameFromHere = (level < old || isFall) && level > own;
      if (cameFromHere) {
        this.#set(to, next, own);
        this.#fading.push(to, next, level);
      }
      if (!cameFromHere || own > 0) this.grow(to, next);
    }
  };

  readonly #spread = (from: LitColumn, cell: number): void => {
    const level = from.level(this.#kind, cell);
    if (level <= 1) return;
    const closed = closedSides(from.traits(cell));
    for (let direction = 0; direction < 6; direction += 1) {
      const to = columnOf(from, cell, direction);
      const next = cellOf(cell, direction);
      if (!to || next < 0 || next >= skyCell) continue;
      const before = to.level(this.#kind, next);
      const isFall = this.#kind === 'sky' && direction === down && level === 15;
      if (before >= (isFall ? 15 : level - 1)) continue;
      const traits = to.traits(next);
      // Each direction stands beside its opposite.
      if ((closed >> direction) & 1 || (closedSides(traits) >> (direction ^ 1)) & 1) continue;
      const taken = filter(traits);
      const reached = isFall && taken === 0 ? 15 : level - Math.max(1, taken);
      if (reached <= before) continue;
      this.#set(to, next, reached);
      this.grow(to, next);
    }
  };

  #own(column: LitColumn, cell: number): number {
    return this.#kind === 'sky' ? 0 : emission(column.traits(cell));
  }

  #set(column: LitColumn, cell: number, level: number): void {
    column.setLevel(this.#kind, cell, level);
    this.#touched(column);
  }
}

function columnOf(column: LitColumn, cell: number, direction: number): LitColumn | undefined {
  if (direction <= up) return column;
  const way = directions[direction];
  return way && (cell & way.mask) === way.edge ? column.beside[direction] : column;
}

function cellOf(cell: number, direction: number): number {
  const way = directions[direction];
  if (!way) return cell;
  return cell + ((cell & way.mask) === way.edge ? way.across : way.step);
}
