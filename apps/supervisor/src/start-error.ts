/** Why it cannot start or go on, in a message for the operator; any other error is a fault of ours. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
