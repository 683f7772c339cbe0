/**
 * Where a visitor goes who is sent to another site. One that is played is on the machine of the product: it is reached by the name that the
 * visitor has come by, as a phone does by the machine's address, so that it leads back to where the session is.
 */
export function sandboxHere(url: string, hostname: string = location.hostname): string {
  const there = new URL(url);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(there.hostname)) there.hostname = hostname;
  return there.href;
}
