import loadData from 'minecraft-data';
import { chance } from '../src/maps/noise.ts';
import { chunkBlocks, type OfficialMap } from '../src/maps/official-map.ts';
import { looks, type Colour, type Look, type Tint } from './block-colours.ts';

/** Drawn twice as large, and then made smaller: that smooths the edges. */
const scale = 2;
const imageWidth = 960 * scale;
const imageHeight = 540 * scale;
/** Half of a block's top, and the height of its sides, in points. */
const halfWidth = 5 * scale;
const halfHeight = 2.5 * scale;
const rise = 5.5 * scale;
/** Below the picture's lowest point. */
const margin = 14 * scale;
const faceShade = { top: 1, left: 0.84, right: 0.68 };
const shadow = 0.74;

const { blocksByStateId } = loadData('1.16.5');
const nameOf = (state: number): string => blocksByStateId[state]?.name ?? '';

/** Pixels in rows, three bytes each. */
interface Picture {
  width: number;
  height: number;
  rgb: Uint8Array;
}

export interface View {
  seed: number;
  /** The square of blocks that is drawn: its corner and its side. */
  x: number;
  z: number;
  side: number;
  /** The lowest layer. */
  floor: number;
}

/** Draws a piece of the map's own world from above at a slant, lit from the left. */
export function drawMap(map: OfficialMap, tint: Tint, view: View): Picture {
  const world = readBlocks(map, view);
  const look = looks(tint);
  const lookAt = (x: number, y: number, z: number): Look | null => {
    const state = world(x, y, z);
    const name = nameOf(state);
    if (state === 0 || (name.endsWith('_leaves') && !hasTrunk(x, y, z))) return null;
    return look[name] ?? null;
  };
  /** Whether the leaves' tree stands in the picture: others would hang in the air. */
  function hasTrunk(x: number, y: number, z: number): boolean {
    for (let dx = -3; dx <= 3; dx += 1) {
      for (let dz = -3; dz <= 3; dz += 1) {
        for (let dy = -3; dy <= 1; dy += 1) if (nameOf(world(x + dx, y + dy, z + dz)).endsWith('_log')) return true;
      }
    }
    return false;
  }
  const isSolid = (x: number, y: number, z: number): boolean => {
    const there = lookAt(x, y, z);
    return there !== null && (there.form ?? 'cube') === 'cube';
  };
  const canvas = new Float32Array(imageWidth * imageHeight * 3);
  paintSky(canvas, tint.sky);
  const highest = highestBlock(view, lookAt);
  /** Where the backmost block of the lowest layer is: so that the foremost one stands just above the lower edge. */
  const backY = imageHeight - margin - view.side * halfHeight * 2 - rise;

  /** In the order from the back to the front, so that what is nearer hides what is behind. */
  for (let diagonal = 0; diagonal < view.side * 2 - 1; diagonal += 1) {
    for (let x = Math.max(0, diagonal - view.side + 1); x <= Math.min(diagonal, view.side - 1); x += 1) {
      const z = diagonal - x;
      for (let y = view.floor; y <= highest; y += 1) {
        const there = lookAt(x, y, z);
        if (!there) continue;
        const left = imageWidth / 2 + (x - z) * halfWidth;
        const top = backY + (x + z) * halfHeight - (y - view.floor) * rise;
        paintBlock(there, x, y, z, left, top);
      }
    }
  }
  return shrink(canvas);

  function paintBlock(there: Look, x: number, y: number, z: number, left: number, top: number): void {
    const grain = 0.96 + chance(7, x * 3 + y * 31, z) * 0.08;
    const lit = isInShadow(x, y, z) ? shadow : 1;
    const form = there.form ?? 'cube';
    if (form === 'plant' || form === 'flower') return paintPlant(there, left, top, grain * lit);
    if (form === 'flat') return paintTop(there.top, left, top + rise, lit, 1);
    if (form === 'liquid') return paintLiquid(there, x, y, z, left, top, lit);
    const side = there.side ?? there.top;
    if (!isSolid(x, y, z + 1)) paintSide(side, left, top, -1, faceShade.left * grain * corner(x, y, z + 1));
    if (!isSolid(x + 1, y, z)) paintSide(side, left, top, 1, faceShade.right * grain * corner(x + 1, y, z));
    if (there.side && there.top === tint.grass) paintTurf(left, top, grain);
    if (!isSolid(x, y + 1, z)) paintTop(there.top, left, top, faceShade.top * grain * lit * crevice(x, y + 1, z), 1);
  }

  /** Only the surface is seen, and the side at the edge of the picture. */
  function paintLiquid(there: Look, x: number, y: number, z: number, left: number, top: number, lit: number): void {
    if (z + 1 >= view.side) paintSide(there.top, left, top, -1, faceShade.left * 0.9, 0.82);
    if (x + 1 >= view.side) paintSide(there.top, left, top, 1, faceShade.right * 0.9, 0.82);
    if (lookAt(x, y + 1, z)?.form === 'liquid') return;
    let depth = 1;
    while (depth < 9 && lookAt(x, y - depth, z)?.form === 'liquid') depth += 1;
    const glitter = chance(11, x, z) > 0.985 ? 1.14 : 1;
    paintTop(
      there.top,
      left,
      top + rise * 0.15,
      (1.04 - depth * 0.022) * glitter * (0.5 + lit / 2),
      0.42 + Math.min(0.48, depth * 0.07),
    );
  }

  function paintPlant(there: Look, left: number, top: number, shade: number): void {
    const stem = there.side ?? there.top;
    const foot = top + rise + halfHeight;
    for (const dx of [-3, 0, 3])
      fill(left + dx - 1, foot - 7 + Math.abs(dx), left + dx + 1, foot + 1, stem, shade * 0.86);
    if (there.form === 'flower') fill(left - 3, foot - 12, left + 3, foot - 6, there.top, shade * 1.04);
  }

  function paintTurf(left: number, top: number, shade: number): void {
    for (const side of [-1, 1] as const)
      paintSide(tint.grass, left, top, side, (side < 0 ? faceShade.left : faceShade.right) * shade, 1, rise * 0.3);
  }

  /** The sun stands to the left, 45 degrees high. */
  function isInShadow(x: number, y: number, z: number): boolean {
    for (let step = 1; step < 22; step += 1) if (isSolid(x - step, y + step, z + Math.floor(step / 3))) return true;
    return false;
  }

  /** Darker where walls stand around. */
  function crevice(x: number, y: number, z: number): number {
    let walls = 0;
    for (let dz = -1; dz <= 1; dz += 1) for (let dx = -1; dx <= 1; dx += 1) if (isSolid(x + dx, y, z + dz)) walls += 1;
    return 1 - walls * 0.035;
  }

  function corner(x: number, y: number, z: number): number {
    return isSolid(x, y - 1, z) ? 0.93 : 1;
  }

  function paintTop(colour: Colour, left: number, top: number, shade: number, opacity: number): void {
    for (let row = 0; row < halfHeight * 2; row += 1) {
      const half = halfWidth * (1 - Math.abs(row + 0.5 - halfHeight) / halfHeight);
      fill(left - half, top + row, left + half, top + row + 1, colour, shade, opacity);
    }
  }

  function paintSide(
    colour: Colour,
    left: number,
    top: number,
    side: -1 | 1,
    shade: number,
    opacity = 1,
    height = rise,
  ): void {
    for (let column = 0; column < halfWidth; column += 1) {
      const x = side < 0 ? left - halfWidth + column : left + halfWidth - column - 1;
      const y = top + halfHeight + (column * halfHeight) / halfWidth;
      fill(x, y, x + 1, y + height + 0.5, colour, shade, opacity);
    }
  }

  function fill(x0: number, y0: number, x1: number, y1: number, colour: Colour, shade: number, opacity = 1): void {
    for (let y = Math.max(0, Math.round(y0)); y < Math.min(imageHeight, Math.round(y1)); y += 1) {
      for (let x = Math.max(0, Math.round(x0)); x < Math.min(imageWidth, Math.round(x1)); x += 1) {
        for (let c = 0; c < 3; c += 1) {
          const at = (y * imageWidth + x) * 3 + c;
          canvas[at] = (canvas[at] ?? 0) * (1 - opacity) + (colour[c] ?? 0) * shade * opacity;
        }
      }
    }
  }
}

/** The block state at a place of the view; air outside. */
function readBlocks(map: OfficialMap, view: View): (x: number, y: number, z: number) => number {
  const chunks = new Map<string, Uint16Array>();
  const chunkAt = (chunkX: number, chunkZ: number): Uint16Array => {
    const key = `${chunkX},${chunkZ}`;
    let blocks = chunks.get(key);
    if (!blocks) {
      chunks.set(key, (blocks = new Uint16Array(chunkBlocks)));
      map.fill(view.seed, chunkX, chunkZ, blocks);
    }
    return blocks;
  };
  return (x, y, z) => {
    if (x < 0 || z < 0 || x >= view.side || z >= view.side || y < view.floor || y > 255) return 0;
    const [worldX, worldZ] = [view.x + x, view.z + z];
    return chunkAt(worldX >> 4, worldZ >> 4)[(y << 8) | ((worldZ & 15) << 4) | (worldX & 15)] ?? 0;
  };
}

function highestBlock(view: View, lookAt: (x: number, y: number, z: number) => Look | null): number {
  for (let y = 140; y > view.floor; y -= 1) {
    for (let x = 0; x < view.side; x += 1) for (let z = 0; z < view.side; z += 1) if (lookAt(x, y, z)) return y;
  }
  return view.floor;
}

function paintSky(canvas: Float32Array, [top, bottom]: Tint['sky']): void {
  for (let y = 0; y < imageHeight; y += 1) {
    const t = Math.round((y / imageHeight) * 24) / 24;
    for (let x = 0; x < imageWidth; x += 1) {
      for (let c = 0; c < 3; c += 1)
        canvas[(y * imageWidth + x) * 3 + c] = (top[c] ?? 0) * (1 - t) + (bottom[c] ?? 0) * t;
    }
  }
}

function shrink(canvas: Float32Array): Picture {
  const [width, height] = [imageWidth / scale, imageHeight / scale];
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (let c = 0; c < 3; c += 1) {
        let sum = 0;
        for (let dy = 0; dy < scale; dy += 1) {
          for (let dx = 0; dx < scale; dx += 1)
            sum += canvas[((y * scale + dy) * imageWidth + x * scale + dx) * 3 + c] ?? 0;
        }
        rgb[(y * width + x) * 3 + c] = Math.min(255, Math.round(sum / scale ** 2));
      }
    }
  }
  return { width, height, rgb };
}
