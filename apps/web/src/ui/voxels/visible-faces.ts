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
  const nearest = new Map<number, Seen>();
  for (const block of blocks) {
    for (const [side, aStep, bStep, half] of triangles) {
      const a = block.x - block.z + aStep;
      const b = block.y - block.z + bStep;
      const key = (a * mostAcross + b) * 2 + half;
      const other = nearest.get(key)?.block;
      if (!other || depth(block) > depth(other)) nearest.set(key, { a, b, half, block, side });
    }
  }

  const paths = new Map<string, Face>();
  const bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { a, b, half, block, side } of nearest.values()) {
    // A block is 20 wide on the screen, and its edges 11.5 high: near enough to 30 degrees, with short numbers.
    const x = (a - b) * 10;
    const y = (a + b) * 5.75;
    bounds.left = Math.min(bounds.left, half === right ? x : x - 10);
    bounds.right = Math.max(bounds.right, half === right ? x + 10 : x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y + 11.5);
    const key = `${block.material} ${side}`;
    const face = paths.get(key) ?? { material: block.material, side, path: '' };
    face.path += `M${x} ${y}l${half === right ? '10 5.75-10' : '-10 5.75 10'} 5.75z`;
    paths.set(key, face);
  }
  const { left: from, right: to, top, bottom } = bounds;
  return { faces: [...paths.values()], viewBox: `${from} ${top} ${to - from} ${bottom - top}` };
}

/** The halves of a square. */
const left = 0;
const right = 1;

interface Seen {
  a: number;
  b: number;
  half: typeof left | typeof right;
  block: Block;
  side: Side;
}

/** More squares than any picture has. */
const mostAcross = 1024;

/** What a block covers, from its own place on the lattice. */
const triangles = [
  ['top', -1, -1, left],
  ['top', -1, -1, right],
  ['left', -1, 0, right],
  ['left', 0, 0, left],
  ['right', 0, -1, left],
  ['right', 0, 0, right],
] as const satisfies [Side, number, number, number][];

const depth = ({ x, y, z }: Block) => x + y + z;
