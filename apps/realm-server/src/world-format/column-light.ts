import { encodeVarInt } from '@realmkeep/protocol';

/** One section below the world and one above also have light: section 0 begins at y = -16. */
export const lightSections = 18;
/** 4096 levels from 0 to 15, of two blocks in a byte, the first in its low half; at y << 8 | z << 4 | x. */
const lightBytes = 2048;

/** A section without any light, and one wholly in daylight. All sections that are so share them: they are never written to. */
export const dark = new Uint8Array(lightBytes);
export const bright = new Uint8Array(lightBytes).fill(0xff);

/** The light of a column, in sections from the bottom up. */
export interface ColumnLight {
  readonly sky: readonly Uint8Array[];
  readonly block: readonly Uint8Array[];
}

/** The packet that lights a column (update_light of protocol 754). */
export function lightPacket(x: number, z: number, { sky, block }: ColumnLight): Record<string, unknown> {
  const skyLightMask = maskOf(sky, (levels) => levels !== dark);
  const blockLightMask = maskOf(block, (levels) => levels !== dark);
  return {
    chunkX: x,
    chunkZ: z,
    trustEdges: true,
    skyLightMask,
    blockLightMask,
    emptySkyLightMask: maskOf(sky, (levels) => levels === dark),
    emptyBlockLightMask: maskOf(block, (levels) => levels === dark),
    data: bytesOf([...chosen(sky, skyLightMask), ...chosen(block, blockLightMask)]),
  };
}

/** The packet with new light for some of its sections. Dark ones are written out, as not every client honours the masks of empty ones. */
export function lightChangePacket(
  x: number,
  z: number,
  { sky, block }: ColumnLight,
  changed: { sky: number; block: number },
): Record<string, unknown> {
  return {
    chunkX: x,
    chunkZ: z,
    trustEdges: false,
    skyLightMask: changed.sky,
    blockLightMask: changed.block,
    emptySkyLightMask: 0,
    emptyBlockLightMask: 0,
    data: bytesOf([...chosen(sky, changed.sky), ...chosen(block, changed.block)]),
  };
}

/**
 * What the game's files say of a section's daylight: null where that follows from the section above, whose lowest layer goes on
 * down to the next section that says otherwise. Above all sections is daylight.
 */
export function storedSkyLight({ sky }: ColumnLight, section: number): Uint8Array | null {
  const levels = sky[section] ?? bright;
  const above = sky[section + 1] ?? bright;
  if (levels === bright && above === bright) return null;
  return levels === dark && above.subarray(0, 128).every((pair) => pair === 0) ? null : levels;
}

function maskOf(sections: readonly Uint8Array[], isMeant: (levels: Uint8Array) => boolean): number {
  return sections.reduce((mask, levels, section) => (isMeant(levels) ? mask | (1 << section) : mask), 0);
}

function chosen(sections: readonly Uint8Array[], mask: number): Uint8Array[] {
  return sections.filter((_, section) => (mask >> section) & 1);
}

const length = encodeVarInt(lightBytes);

function bytesOf(sections: Uint8Array[]): Buffer {
  return Buffer.concat(sections.flatMap((levels) => [length, levels]));
}
