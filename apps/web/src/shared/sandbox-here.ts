/**
 * The address of an external site to which a visitor is sent. A stand-in is on the product's machine: it is reached by the host name
 * of this visit, which for a phone is the machine's address, so that it leads back to where the session is.
 */
export function sandboxHere(url: string, hostname: string = location.hostname): string {
  const there = new URL(url);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(there.hostname)) there.hostname = hostname;
  return there.href;
}
