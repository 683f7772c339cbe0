import type { BlockColumn } from '../../../world-format/chunk.ts';
import { bright, type ColumnLight, dark, lightSections } from '../../../world-format/column-light.ts';
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
    const highest = hasSky ? lightSections - 1 : lightSections;
    this.sky = Array.from({ length: lightSections }, (_, section) => (section === highest ? bright : dark));
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

  /** Of the blocks that may be in a section: some may have been there before. Null where they are too many. */
  traitsIn(section: number): Traits[] | null {
    const blocks = this.blocks.sections[section - 1];
    if (!blocks) return [0];
    return blocks.palette?.map((state) => this.#traits(state)) ?? null;
  }
}
