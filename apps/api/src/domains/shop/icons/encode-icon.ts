/**
 * Reads a picture from standard input and writes it to standard output as a square WebP, without anything else that was in the file. It is
 * a process of its own, started by draw-icon.ts, so that whatever a picture makes its decoder do happens here. Its arguments are the most
 * pixels allowed, and the square's side.
 */
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { iconExitCodes } from './icon-exit-codes.ts';

const [maxPixels = 0, side = 0] = process.argv.slice(2).map(Number);

// libvips also reads SVG, PDF and much else: only these formats are accepted, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

const unreadable = () => process.exit(iconExitCodes.unreadable);

const file = await buffer(process.stdin);
// From the head alone: nothing is decoded yet.
const { width, height } = await sharp(file, { limitInputPixels: false }).metadata().catch(unreadable);
if (width * height > maxPixels) process.exit(iconExitCodes.tooManyPixels);

const encoded = await sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  .autoOrient()
  .resize(side, side, {
    fit: 'contain',
    background: { r: 0, g: 0, b: 0, alpha: 0 },
    // Small pictures are mostly pixel art, whose edges should stay sharp.
    kernel: Math.max(width, height) < side ? 'nearest' : 'lanczos3',
  })
  .webp({ quality: 90, smartSubsample: true })
  .toBuffer()
  .catch(unreadable);
process.stdout.write(encoded);
