const label = '[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?';
const hostnamePattern = new RegExp(`^${label}(?:\\.${label})*$`);
const maxHostnameLength = 253;

/**
 * The hostname in a handshake's server address, in lower case, or undefined when it holds none. Forge appends
 * `\0FML…`, TCPShield appends `///address///time///signature`, a resolver may leave a trailing dot.
 */
export function normaliseServerAddress(raw: string): string | undefined {
  const hostname = raw.split('\0', 1).join('').split('///', 1).join('').replace(/\.+$/, '');
  return hostname.length <= maxHostnameLength && hostnamePattern.test(hostname) ? hostname.toLowerCase() : undefined;
}
