import type { BlockSection } from './block-sections.ts';
import { water } from './block-colours.ts';

/** Blocks along a region's side. */
const side = 512;
const [dark, plain, bright] = [0, 1, 2];
/** Of water whose ground is not there. */
const deep = 255;

/** The columns of a region: the colour of each from above, and its height. */
export class LandDrawing {
  readonly #colours = new Uint8Array(side * side);
  readonly #heights = new Int16Array(side * side);
  readonly #depths = new Uint8Array(side * side);

  /** @param chunkX, chunkZ of the chunk, within the region */
  draw(chunkX: number, chunkZ: number, sections: readonly BlockSection[]): void {
    const from = chunkZ * 16 * side + chunkX * 16;
    // Those whose ground is not found yet, by their place in the chunk.
    let open = Array.from({ length: 256 }, (_, column) => column);
    for (const section of sections.toSorted((a, b) => b.y - a.y)) {
      if (open.length === 0) return;
      const seen = section.colours.some((colour) => colour !== 0);
      open = open.filter((column) => {
        const pixel = from + (column >> 4) * side + (column & 15);
        return (!seen && this.#colours[pixel] === 0) || !this.#look(section, column, pixel);
      });
    }
  }

  /** Looks down a column of a section. @returns whether its ground is found */
  #look({ y, colours, at }: BlockSection, column: number, pixel: number): boolean {
    for (let inSection = 15; inSection >= 0; inSection -= 1) {
      const colour = colours[at((inSection << 8) | column)] ?? 0;
      const height = y * 16 + inSection;
      if (this.#colours[pixel] !== 0) {
        if (colour === water) continue;
        this.#depths[pixel] = Math.min(deep, (this.#heights[pixel] ?? 0) - height);
        return true;
      }
      if (colour === 0) continue;
      this.#colours[pixel] = colour;
      this.#heights[pixel] = height;
      if (colour !== water) return true;
      this.#depths[pixel] = deep;
    }
    return false;
  }

  /** A byte for each column: four times its colour, and its shade, which says how deep water is, and else which way the land rises. */
  shaded(): Buffer {
    return Buffer.from(
      this.#colours.map((colour, pixel) => (colour === 0 ? 0 : colour * 4 + this.#shade(colour, pixel))),
    );
  }

  #shade(colour: number, pixel: number): number {
    if (colour === water) {
      // Every second one turns a little deeper, as on the game's maps.
      const depth = (this.#depths[pixel] ?? 0) * 0.1 + ((pixel + Math.floor(pixel / side)) & 1) * 0.2;
      return depth < 0.5 ? bright : depth > 0.9 ? dark : plain;
    }
    const north = pixel - side;
    if (north < 0 || this.#colours[north] === 0) return plain;
    const rise = (this.#heights[pixel] ?? 0) - (this.#heights[north] ?? 0);
    return rise > 0 ? bright : rise < 0 ? dark : plain;
  }
}
