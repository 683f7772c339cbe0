import { type DrawnBlock, otherWorldStates as states } from '../blocks.ts';
import { ChunkCanvas } from '../chunk-canvas.ts';
import { chance, hash, noise, noise3, smoothStep } from '../noise.ts';
import type { ChunkBlocks } from '../official-map.ts';
import { drawFortress } from './fortress.ts';

const ceiling = 127;
const lavaLevel = 31;
/** The rock is reckoned at the corners of cells so wide and high, and runs straight between them. */
const cell = { across: 4, up: 8 };
const corners = { across: 16 / cell.across + 1, up: 128 / cell.up + 1 };

/** The Nether: caves between bedrock and bedrock over a sea of lava. Pure, as official maps are. */
export function fillNether(seed: number, chunkX: number, chunkZ: number, blocks: ChunkBlocks): void {
  const canvas = new ChunkCanvas(blocks, chunkX, chunkZ);
  drawRock(seed, canvas, blocks);
  canvas.eachColumn((x, z) => drawSurfaces(seed, canvas, x, z));
  drawOres(seed, canvas);
  canvas.eachThing(seed + 70, 24, 3, (x, z, luck) => drawGlowstone(seed, canvas, x, z, luck));
  drawFortress(seed, canvas);
  canvas.eachColumn((x, z) => {
    for (let y = 0; y < 5; y += 1) {
      if (chance(seed + 80 + y, x, z) * 5 >= y) canvas.set(x, y, z, 'bedrock');
      if (chance(seed + 90 + y, x, z) * 5 >= y) canvas.set(x, ceiling - y, z, 'bedrock');
    }
  });
}

function drawRock(seed: number, { x, z }: ChunkCanvas, blocks: ChunkBlocks): void {
  const density = new Float32Array(corners.across * corners.across * corners.up);
  const at = (i: number, j: number, k: number): number => (i * corners.across + k) * corners.up + j;
  for (let i = 0; i < corners.across; i += 1) {
    for (let k = 0; k < corners.across; k += 1) {
      for (let j = 0; j < corners.up; j += 1) {
        density[at(i, j, k)] = rockAt(seed, x + i * cell.across, j * cell.up, z + k * cell.across);
      }
    }
  }
  for (let n = 0; n < 128 << 8; n += 1) {
    const [dx, y, dz] = [n & 15, n >> 8, (n >> 4) & 15];
    const [i, j, k] = [dx >> 2, y >> 3, dz >> 2];
    const [u, v, w] = [(dx & 3) / cell.across, (y & 7) / cell.up, (dz & 3) / cell.across];
    let sum = 0;
    for (let corner = 0; corner < 8; corner += 1) {
      const [a, b, c] = [corner & 1, (corner >> 1) & 1, corner >> 2];
      const weight = (a ? u : 1 - u) * (b ? v : 1 - v) * (c ? w : 1 - w);
      if (weight > 0) sum += weight * (density[at(i + a, j + b, k + c)] ?? 0);
    }
    blocks[n] = sum > 0 ? states.netherrack : y <= lavaLevel ? states.lava : states.air;
  }
}

/** Rock where it is above 0: more of it below the sea's ground and towards the ceiling. */
function rockAt(seed: number, x: number, y: number, z: number): number {
  const caves = noise3(seed, x / 70, y / 38, z / 70) + noise3(seed + 1, x / 28, y / 20, z / 28) * 0.45;
  return caves - 0.08 + smoothStep(26, 6, y) * 1.2 + smoothStep(100, 122, y) * 1.4;
}

/** What lies on the caves' ground: valleys of soul sand, magma at the sea, fires. */
function drawSurfaces(seed: number, canvas: ChunkCanvas, x: number, z: number): void {
  const valley = noise(seed + 20, x / 90, z / 90);
  for (let y = ceiling - 1; y > 4; y -= 1) {
    if (canvas.at(x, y, z) !== states.netherrack) continue;
    const above = canvas.at(x, y + 1, z);
    if (above !== states.air && above !== states.lava) continue;
    const luck = chance(seed + 21 + y, x, z);
    if (valley > 0.25) {
      const ground = noise(seed + 22, x / 9, z / 9) > 0 ? 'soul_sand' : 'soul_soil';
      for (let depth = 0; depth < 3; depth += 1) replace(canvas, x, y - depth, z, ground);
    } else if (y >= lavaLevel - 4 && y <= lavaLevel + 1 && noise(seed + 23, x / 7, z / 7) > 0.35) {
      canvas.set(x, y, z, 'magma_block');
    } else if (above === states.air && luck < 0.004) canvas.set(x, y + 1, z, 'fire');
  }
}

function drawOres(seed: number, canvas: ChunkCanvas): void {
  for (const [kind, [ore, veins]] of (
    [
      ['nether_quartz_ore', 14],
      ['nether_gold_ore', 8],
    ] as const
  ).entries()) {
    for (let n = 0; n < veins; n += 1) {
      const place = hash(seed + 100 + kind * 50 + n, canvas.x, canvas.z);
      const [x, y, z] = [canvas.x + 1 + (place % 13), 10 + ((place >>> 4) % 108), canvas.z + 1 + ((place >>> 16) % 13)];
      for (let block = 0; block < 12; block += 1) {
        if ((place >>> (block + 4)) & 1)
          replace(canvas, x + (block & 1), y + (block >> 2), z + ((block >> 1) & 1), ore);
      }
    }
  }
}

/** Hangs from the ceiling of a cave, where there is one in this column. */
function drawGlowstone(seed: number, canvas: ChunkCanvas, x: number, z: number, luck: number): void {
  if (luck > 0.7) return;
  // It reaches into the chunk beside it too, so it depends on nothing that is drawn.
  let y = 118 - Math.floor(luck * 60);
  while (y < 118 && rockAt(seed, x, y, z) <= 0) y += 2;
  while (y > 45 && rockAt(seed, x, y, z) > 0) y -= 2;
  for (let n = 0; n < 40; n += 1) {
    const place = hash(seed + 71 + n, x, z);
    const [dx, dy, dz] = [(place % 5) - 2, -((place >>> 8) % 4), ((place >>> 16) % 5) - 2];
    if (Math.abs(dx) + Math.abs(dz) - dy < 6) canvas.fillAir(x + dx, y + 1 + dy, z + dz, 'glowstone');
  }
}

function replace(canvas: ChunkCanvas, x: number, y: number, z: number, block: DrawnBlock): void {
  if (canvas.at(x, y, z) === states.netherrack) canvas.set(x, y, z, block);
}
