import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { OFFICIAL_SEED, officialMaps } from '../src/maps/official-maps.ts';
import { TINTS } from './block-colours.ts';
import { drawMap } from './isometric.ts';
import { encodePng } from './png.ts';

/** What of each map is shown: around the spawn, or where the map is at its best. */
const VIEWS: Record<string, { x: number; z: number; side: number; floor: number }> = {
  meadow: { x: -42, z: -62, side: 82, floor: 56 },
  islands: { x: -38, z: -30, side: 78, floor: 51 },
  canyon: { x: -40, z: -80, side: 80, floor: 58 },
};

/** Draws apps/api/assets/maps/<map>.png of every official map, from the very code that makes the worlds. */
const folder = fileURLToPath(new URL('../../api/assets/maps/', import.meta.url));
mkdirSync(folder, { recursive: true });
for (const map of officialMaps) {
  const tint = TINTS[map.name];
  const view = VIEWS[map.name];
  if (!tint || !view) throw new Error(`nobody has said how ${map.name} is drawn`);
  const png = encodePng(drawMap(map, tint, { seed: OFFICIAL_SEED, ...view }));
  writeFileSync(`${folder}${map.name}.png`, png);
  console.log(`${map.name}.png: ${Math.round(png.length / 1024)} KiB`);
}
