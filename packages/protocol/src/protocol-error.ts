/** The only error that the decoders throw: the bytes are not what the protocol allows. Its message is for logs, not players. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
