export type Material =
  | 'grass'
  | 'leaf'
  | 'soil'
  | 'stone'
  | 'timber'
  | 'roof'
  | 'water'
  | 'sand'
  | 'window'
  | 'lantern'
  | 'cloud';

/** x runs down to the right, y down to the left, z up. */
export interface Block {
  x: number;
  y: number;
  z: number;
  material: Material;
}

export type Side = 'top' | 'left' | 'right';

interface Face {
  material: Material;
  side: Side;
  /** An SVG path of all that is seen of this material's sides. */
  path: string;
}

export interface Picture {
  faces: Face[];
  /** minX, minY, width, height, for `viewBox`. */
  viewBox: string;
}

/**
 * Draws blocks in isometric projection without a hidden line. Seen along (1, 1, 1) every side of a block covers two
 * triangles of one lattice, so each triangle belongs to the block nearest to the eye, and nothing is drawn twice.
 *
 * On the lattice a = x - z, b = y - z; the square (a, b) is cut by its diagonal, upright on the screen, into a left and a
 * right triangle.
 */
export function visibleFaces(blocks: Block[]): Picture {
  const nearest = new Map<string, { triangle: Triangle; block: Block; side: Side }>();
  for (const block of blocks) {
    for (const [side, triangle] of trianglesOf(block)) {
      const key = triangle.join();
      const other = nearest.get(key)?.block;
      if (!other || depth(block) > depth(other)) nearest.set(key, { triangle, block, side });
    }
  }

  const paths = new Map<string, Face>();
  const bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { triangle, block, side } of nearest.values()) {
    const corners = cornersOf(triangle).map(project);
    for (const [x, y] of corners) {
      bounds.left = Math.min(bounds.left, x);
      bounds.right = Math.max(bounds.right, x);
      bounds.top = Math.min(bounds.top, y);
      bounds.bottom = Math.max(bounds.bottom, y);
    }
    const key = `${block.material} ${side}`;
    const face = paths.get(key) ?? { material: block.material, side, path: '' };
    face.path += `M${corners.map((corner) => corner.join(' ')).join('L')}Z`;
    paths.set(key, face);
  }
  const { left, right, top, bottom } = bounds;
  return { faces: [...paths.values()], viewBox: `${left} ${top} ${right - left} ${bottom - top}` };
}

type Triangle = readonly [a: number, b: number, half: 'left' | 'right'];

const depth = ({ x, y, z }: Block) => x + y + z;

function trianglesOf({ x, y, z }: Block): [Side, Triangle][] {
  const a = x - z - 1;
  const b = y - z - 1;
  return [
    ['top', [a, b, 'left']],
    ['top', [a, b, 'right']],
    ['left', [a, b + 1, 'right']],
    ['left', [a + 1, b + 1, 'left']],
    ['right', [a + 1, b, 'left']],
    ['right', [a + 1, b + 1, 'right']],
  ];
}

function cornersOf([a, b, half]: Triangle): [number, number][] {
  return [[a, b], half === 'right' ? [a + 1, b] : [a, b + 1], [a + 1, b + 1]];
}

/** A block is 20 wide on the screen, and its edges 11.5 high: near enough to 30 degrees, with short numbers. */
function project([a, b]: [number, number]): [number, number] {
  return [(a - b) * 10, (a + b) * 5.75];
}
