/** Why the api does not start, in words for the operator that name the way out. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
