import type { BlockColumn } from '../../../world-format/chunk.ts';
import { bright, type ColumnLight, dark, lightSections } from '../../../world-format/column-light.ts';
import { unpack } from '../../../world-format/block-column.ts';
import { skyCell } from './directions.ts';
import type { Traits } from './traits.ts';

/** Light of the sky, which falls without getting weaker, or of blocks. */
export type LightKind = 'sky' | 'block';

/** The light of a column, in cells as in `directions`. */
export class LitColumn implements ColumnLight {
  readonly x: number;
  readonly z: number;
  readonly blocks: BlockColumn;
  readonly hasSky: boolean;
  readonly sky: Uint8Array[];
  readonly block: Uint8Array[] = Array.from({ length: lightSections }, () => dark);
  /** Those that are there, in the order of `directions`. */
  readonly beside: (LitColumn | undefined)[] = [];
  /** One bit for each section that is other than when it was last shown. */
  changed = { sky: 0, block: 0 };
  readonly #traits: (state: number) => Traits;

  constructor(x: number, z: number, blocks: BlockColumn, traits: (state: number) => Traits, hasSky = true) {
    this.x = x;
    this.z = z;
    this.blocks = blocks;
    this.#traits = traits;
    this.hasSky = hasSky;
    this.sky = Array.from({ length: lightSections }, () => (hasSky ? bright : dark));
  }

  level(kind: LightKind, cell: number): number {
    const pair = this[kind][cell >> 12]?.[(cell & 4095) >> 1] ?? 0;
    return cell & 1 ? pair >> 4 : pair & 15;
  }

  setLevel(kind: LightKind, cell: number, level: number): void {
    const section = cell >> 12;
    let levels = this[kind][section] ?? dark;
    if (levels === dark || levels === bright) this[kind][section] = levels = levels.slice();
    const at = (cell & 4095) >> 1;
    const pair = levels[at] ?? 0;
    levels[at] = cell & 1 ? (pair & 15) | (level << 4) : (pair & 0xf0) | level;
    this.changed[kind] |= 1 << section;
  }

  traits(cell: number): Traits {
    const section = this.blocks.sections[(cell >> 12) - 1];
    if (!section) return 0;
    const value = section.data.get(cell & 4095);
    return this.#traits(section.palette ? (section.palette[value] ?? 0) : value);
  }

  /** Reads the traits of all cells. @returns the first cell from which on there is only air, without block light */
  readTraits(all: Uint16Array): number {
    const highest = this.blocks.sections.findLastIndex((section) => section !== null && section !== undefined);
    const top = Math.min(skyCell, (highest + 3) << 12);
    all.fill(0, 0, top);
    this.blocks.sections.forEach((section, y) => {
      if (!section) return;
      const cells = all.subarray((y + 1) << 12, (y + 2) << 12);
      unpack(section.data, cells);
      const known = section.palette?.map((state) => this.#traits(state));
      for (let i = 0; i < cells.length; i += 1) {
        const value = cells[i] ?? 0;
        cells[i] = known ? (known[value] ?? 0) : this.#traits(value);
      }
    });
    return top;
  }

  /** Takes over the light of all cells below `top`; above it nothing is other than it was. */
  keep(kind: LightKind, levels: Uint8Array, top: number): void {
    for (let section = 0; section < top >> 12; section += 1) {
      const from = section << 12;
      const first = levels[from] ?? 0;
      let isEven = first === 0 || first === 15;
      for (let cell = from + 1; isEven && cell < from + 4096; cell += 1) isEven = levels[cell] === first;
      if (isEven) {
        this[kind][section] = first === 0 ? dark : bright;
        continue;
      }
      const pairs = new Uint8Array(2048);
      for (let i = 0; i < pairs.length; i += 1) {
        pairs[i] = (levels[from + 2 * i] ?? 0) | ((levels[from + 2 * i + 1] ?? 0) << 4);
      }
      this[kind][section] = pairs;
    }
  }
}
