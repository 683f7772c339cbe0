import type { Block, Material } from './visible-faces.ts';

type Range = readonly [from: number, to: number];

/** Collects blocks; a later one takes the place of an earlier. Both ends of a range are included. */
export interface Builder {
  box: (x: Range, y: Range, z: Range, material: Material) => Builder;
  put: (x: number, y: number, z: number, material: Material) => Builder;
  blocks: () => Block[];
}

/** More blocks than any picture is long. */
const mostAlong = 256;

export function createBuilder(): Builder {
  const blocks = new Map<number, Block>();
  const builder: Builder = {
    put: (x, y, z, material) => {
      blocks.set((x * mostAlong + y) * mostAlong + z, { x, y, z, material });
      return builder;
    },
    box: (xs, ys, zs, material) => {
      for (let x = xs[0]; x <= xs[1]; x += 1) {
        for (let y = ys[0]; y <= ys[1]; y += 1) {
          for (let z = zs[0]; z <= zs[1]; z += 1) builder.put(x, y, z, material);
        }
      }
      return builder;
    },
    blocks: () => [...blocks.values()],
  };
  return builder;
}

/** A floating island: grass on soil on stone, narrowing downwards, its grass at z = 0. `radius` in blocks. */
export function island(builder: Builder, radius: number): Builder {
  for (let x = -radius; x <= radius; x += 1) {
    for (let y = -radius; y <= radius; y += 1) {
      const inside = 1 - Math.hypot(x, y) / (radius + 0.5);
      if (inside <= 0) continue;
      // Steep at the rim and ragged below.
      const ragged = (x * 7 + y * 13) & 1;
      const bottom = Math.round(1 + Math.sqrt(inside) * radius * 0.8) + ragged;
      builder.put(x, y, 0, 'grass').box([x, x], [y, y], [-Math.min(bottom, 2), -1], 'soil');
      if (bottom > 2) builder.box([x, x], [y, y], [-bottom, -3], 'stone');
    }
  }
  return builder;
}

/** A tree of four to six blocks. */
export function tree(builder: Builder, x: number, y: number, trunk = 2): Builder {
  return builder
    .box([x - 1, x + 1], [y - 1, y + 1], [trunk, trunk + 1], 'leaf')
    .put(x, y, trunk + 2, 'leaf')
    .box([x, x], [y, y], [1, trunk], 'timber');
}
