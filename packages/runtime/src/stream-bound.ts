import { Transform } from 'node:stream';

/** Passes on this many bytes, and fails at the next: the sender may have been taken over. */
export function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    highWaterMark: 256 * 1024,
    transform(piece: Buffer, _encoding, done) {
      seen += piece.length;
      if (seen <= bytes) done(null, piece);
      else done(new Error('what is sent of a file is longer than it was said to be'));
    },
  });
}
