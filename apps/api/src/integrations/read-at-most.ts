/** The body of an answer from outside. @throws Failure when it has more than so many bytes */
export async function readAtMost(
  answer: Response,
  bytes: number,
  Failure: new (message: string) => Error = Error,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.byteLength;
    // Leaving the loop ends the connection.
    if (size > bytes) throw new Failure(`an answer is larger than ${bytes} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
