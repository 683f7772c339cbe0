import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { landColours, landShades } from '@realmkeep/runtime';

const deflated = promisify(deflate);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const palettes = chunk('PLTE', palette());
/** What has no colour is transparent. */
const transparency = chunk('tRNS', Buffer.alloc(landShades.length));
const end = chunk('IEND', Buffer.alloc(0));

/**
 * A picture of land. Every byte is a valid colour, so whatever a realm has drawn becomes a valid picture.
 * Source: https://www.w3.org/TR/png-3/
 * @param pixels as returned by `RealmFiles.drawLand`
 */
export async function palettePng(
  { width, height }: { width: number; height: number },
  pixels: Uint8Array,
): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, of a palette.
  header.set([8, 3], 8);
  // Each row begins with its filter type: none.
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const data = chunk('IDAT', await deflated(rows));
  return Buffer.concat([signature, chunk('IHDR', header), palettes, transparency, data, end]);
}

/** Of all 256 numbers; those that no colour has are black. */
function palette(): Buffer {
  const bytes = Buffer.alloc(256 * 3);
  landColours.forEach((colour, number) =>
    landShades.forEach((shade, place) => {
      const at = (number * landShades.length + place) * 3;
      [16, 8, 0].forEach((shift, i) => (bytes[at + i] = Math.floor((((colour >> shift) & 0xff) * shade) / 255)));
    }),
  );
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
