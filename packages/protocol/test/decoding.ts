import { decodeFrame } from '../src/frame.ts';
import type { Frame } from '../src/frame.ts';

/** The frame that `bytes` hold, which must be whole. */
export function wholeFrame(bytes: Buffer): Frame {
  const frame = decodeFrame(bytes, 1_000_000);
  if (frame === 'incomplete') throw new Error('the frame is not whole');
  return frame;
}

/** The name of what `decode` throws, or 'nothing'. */
export function thrownBy(decode: () => unknown): string {
  try {
    decode();
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? error.name : typeof error;
  }
}
