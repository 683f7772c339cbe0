import type { ChunkCanvas } from '../chunk-canvas.ts';
import { chance, hash } from '../noise.ts';

/** One place at random in each square so wide has a fortress, or none. */
const square = 320;
const share = 0.7;
const reach = 64;
const floor = 64;
const height = 5;
const halfWidth = 2;
const pillarEvery = 12;

/** Two corridors of brick on pillars that cross above the sea, with a spawner in the middle. */
export function drawFortress(seed: number, canvas: ChunkCanvas): void {
  const [squareX, squareZ] = [Math.floor(canvas.x / square), Math.floor(canvas.z / square)];
  if (chance(seed + 60, squareX, squareZ) > share) return;
  const place = hash(seed + 61, squareX, squareZ);
  const middle = (corner: number, luck: number): number => corner * square + reach + (luck % (square - 2 * reach));
  const [middleX, middleZ] = [middle(squareX, place), middle(squareZ, place >>> 12)];
  canvas.eachColumn((x, z) => {
    const [dx, dz] = [Math.abs(x - middleX), Math.abs(z - middleZ)];
    const [along, across] = dx > dz ? [dx, dz] : [dz, dx];
    if (along > reach || across > halfWidth) return;
    const isWall = across === halfWidth && along > halfWidth;
    canvas.column(x, floor - 1, floor, z, 'nether_bricks');
    canvas.column(x, floor + 1, floor + height - 1, z, isWall ? 'nether_bricks' : 'air');
    // Windows.
    if (isWall && along % 4 === 0) canvas.column(x, floor + 2, floor + 3, z, 'nether_brick_fence');
    canvas.column(x, floor + height, floor + height, z, 'nether_bricks');
    if (along % pillarEvery < 2) canvas.column(x, 20, floor - 2, z, 'nether_bricks');
    if (along === 0) canvas.set(x, floor + 1, z, 'spawner');
  });
}
