import type { HostAddress } from '@realmkeep/runtime/remote';

/** `10.0.0.5:7443`, `realms-1.internal:7443` or `[fd00::5]:7443`. @throws Error when it is none of these */
export function readGameAddress(text: string): { host: string; port: number } {
  const [, bracketed, plain, digits] =
    /^(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9][a-z0-9.-]{0,252})):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined || !(port >= 1 && port <= 65_535)) throw new Error(`${text} is no address with a port`);
  return { host, port };
}

/** The same, or `unix:` and the path of a socket. @throws Error */
export function readHostAddress(text: string): HostAddress {
  return text.startsWith('unix:/') ? { path: text.slice('unix:'.length) } : readGameAddress(text);
}
