import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findOfficialMap, officialSeed } from '../src/maps/official-maps.ts';
import { tints } from './block-colours.ts';
import { drawMap } from './isometric.ts';

/** What of each map is shown: around the spawn, or where the map is at its best. */
const views: Record<string, { x: number; z: number; side: number; floor: number }> = {
  normal: { x: -36, z: 40, side: 82, floor: 60 },
  meadow: { x: -42, z: -62, side: 82, floor: 56 },
  islands: { x: -38, z: -30, side: 78, floor: 51 },
  canyon: { x: -40, z: -80, side: 80, floor: 58 },
};

/** Points; the page names both in `srcset`. */
const widths = [960, 480];

/**
 * Draws apps/api/assets/maps/<map>-<width>.webp of every map that is offered, from the very code that makes the worlds. cwebp is of
 * Debian's package webp.
 */
const folder = fileURLToPath(new URL('../../api/assets/maps/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const [name, view] of Object.entries(views)) {
  const [map, tint] = [findOfficialMap(name), tints[name]];
  if (!map || !tint) throw new Error(`nobody has said how ${name} is drawn`);
  const { width: across, height, rgb } = drawMap(map, tint, { seed: officialSeed, ...view });
  // A portable pixmap, ppm(5).
  const picture = Buffer.concat([Buffer.from(`P6\n${across} ${height}\n255\n`), rgb]);
  for (const width of widths) {
    const file = `${name}-${width}.webp`;
    const settings = ['-quiet', '-m', '6', '-q', '80', '-sharp_yuv', '-resize', String(width), '0'];
    const webp = execFileSync('cwebp', [...settings, '-o', '-', '--', '-'], { input: picture });
    writeFileSync(`${folder}${file}`, webp);
    console.log(`${file}: ${Math.round(webp.length / 1024)} KiB`);
  }
}
