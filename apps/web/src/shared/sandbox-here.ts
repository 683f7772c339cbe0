/**
 * Where a visitor goes who is sent to another site. One that is played lies below our own origin: then by the name that he has come
 * by, as a phone does by the address of the machine, so that he comes back with his session.
 */
export function sandboxHere(url: string, origin: string = location.origin): string {
  const { pathname, search, hash } = new URL(url);
  return pathname.startsWith('/sandbox/') ? `${origin}${pathname}${search}${hash}` : url;
}
