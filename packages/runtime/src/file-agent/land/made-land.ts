import { colourOf } from './block-colours.ts';
import type { BlockSection } from './block-sections.ts';

const sections = 16;
const sectionBlocks = 4096;

/** What a world looks like where nobody has changed it. */
export interface MadeLand {
  /** The names of blocks, as `stone`, by the numbers that `fill` writes; 0 is air. */
  names: ReadonlyMap<number, string>;
  /** Writes the chunk's 16 × 256 × 16 blocks, at y << 8 | z << 4 | x, over air. */
  fill: (chunkX: number, chunkZ: number, blocks: Uint16Array) => void;
}

/** What an unchanged world's map makes; null where no map does. @param worldFolder its path */
export type LandMaker = (worldFolder: string) => Promise<MadeLand | null>;

/** The sections of a chunk that is not stored, to be looked at before the next is asked for. */
export function sectionsOf({ names, fill }: MadeLand): (chunkX: number, chunkZ: number) => BlockSection[] {
  const blocks = new Uint16Array(sections * sectionBlocks);
  const colours = new Uint8Array(1 + Math.max(0, ...names.keys()));
  for (const [number, name] of names) colours[number] = colourOf(name);
  const made = Array.from({ length: sections }, (_, y): BlockSection => {
    const own = blocks.subarray(y * sectionBlocks, (y + 1) * sectionBlocks);
    return { y, colours, at: (index) => own[index] ?? 0 };
  });
  return (chunkX, chunkZ) => {
    blocks.fill(0);
    fill(chunkX, chunkZ, blocks);
    return made;
  };
}
