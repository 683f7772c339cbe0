/** Why it cannot start or go on, in words for the operator; anything else thrown is a fault of ours. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
