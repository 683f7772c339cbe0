import { crc32, deflateSync } from 'node:zlib';

export interface Picture {
  width: number;
  height: number;
  /** Red, green and blue of each point, row by row from above. */
  rgb: Uint8Array;
}

/** Encodes a picture with at most 256 colours. Source: https://www.w3.org/TR/png-3/ */
export function encodePng({ width, height, rgb }: Picture): Buffer {
  const { palette, indexOf } = choosePalette(rgb);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf((y * width + x) * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}

const colours = 256;
/** Colours are told apart by their upper 5 bits each. */
const cellOf = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

interface Cell {
  colour: [number, number, number];
  count: number;
}

/** Median cut: halves the colours along their longest side until there are enough groups, and takes each group's mean. */
function choosePalette(rgb: Uint8Array): { palette: number[][]; indexOf: (at: number) => number } {
  const cells = new Map<number, { sum: [number, number, number]; count: number }>();
  for (let i = 0; i < rgb.length; i += 3) {
    const [r, g, b] = [rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0];
    const key = cellOf(r, g, b);
    const cell = cells.get(key) ?? { sum: [0, 0, 0], count: 0 };
    cell.sum[0] += r;
    cell.sum[1] += g;
    cell.sum[2] += b;
    cell.count += 1;
    cells.set(key, cell);
  }
  const all: (Cell & { key: number })[] = [...cells].map(([key, { sum, count }]) => ({
    key,
    count,
    colour: [sum[0] / count, sum[1] / count, sum[2] / count],
  }));
  let groups = [all];
  while (groups.length < colours) {
    const widest = groups.filter((group) => group.length > 1).sort((a, b) => spread(b).weight - spread(a).weight)[0];
    if (!widest) break;
    const { axis } = spread(widest);
    widest.sort((a, b) => a.colour[axis] - b.colour[axis]);
    const half = widest.reduce((sum, cell) => sum + cell.count, 0) / 2;
    let at = 0;
    for (let sum = 0; at < widest.length - 1 && sum < half; at += 1) sum += widest[at]?.count ?? 0;
    groups = [
      ...groups.filter((group) => group !== widest),
      widest.slice(0, Math.max(1, at)),
      widest.slice(Math.max(1, at)),
    ];
  }
  const indexes = new Map<number, number>();
  const palette = groups.map((group, index) => {
    for (const cell of group) indexes.set(cell.key, index);
    const count = group.reduce((sum, cell) => sum + cell.count, 0);
    return [0, 1, 2].map((axis) =>
      Math.round(group.reduce((sum, cell) => sum + (cell.colour[axis] ?? 0) * cell.count, 0) / count),
    );
  });
  return { palette, indexOf: (at) => indexes.get(cellOf(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0)) ?? 0 };
}

function spread(group: Cell[]): { axis: 0 | 1 | 2; weight: number } {
  const widths = ([0, 1, 2] as const).map((axis) => {
    const values = group.map((cell) => cell.colour[axis]);
    return { axis, width: Math.max(...values) - Math.min(...values) };
  });
  const widest = widths.reduce((a, b) => (b.width > a.width ? b : a));
  const count = group.reduce((sum, cell) => sum + cell.count, 0);
  return { axis: widest.axis, weight: widest.width * Math.sqrt(count) };
}
