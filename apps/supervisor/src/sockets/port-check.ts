import { holdTcp, type HeldTcpSocket } from '@realmkeep/sockets';
import { flagOf } from '../../../../packages/settings/src/index.ts';
import { StartError } from '../start-error.ts';

export type PortName = 'PORT' | 'GAME_PORT' | 'SFTP_PORT' | 'SANDBOX_PORT';

/** Every address there is, IPv4's too; on a machine without IPv6 that is all of IPv4. */
const everywhere = '::';

/**
 * Holds a port as long as this process lives.
 * @throws StartError with the reason why it is not available, and what to do
 */
export async function holdPort(name: PortName, host: string, port: number): Promise<HeldTcpSocket> {
  try {
    return await holdTcp(host, port).catch((error: NodeJS.ErrnoException) => {
      if (host === everywhere && error.code === 'EAFNOSUPPORT') return holdTcp('0.0.0.0', port);
      throw error;
    });
  } catch (error) {
    throw new StartError(wordsFor(error, name, host, port), { cause: error });
  }
}

/** Null when this process can listen there, else why not and what to do. */
export async function portProblem(name: PortName, host: string, port: number): Promise<string | null> {
  try {
    (await holdPort(name, host, port)).close();
    return null;
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
}

function wordsFor(error: unknown, name: PortName, host: string, port: number): string {
  const flag = `--${flagOf(name)}`;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. End that one, or choose a free port with ${flag} or ${name}.`;
  }
  if (code === 'EACCES') return `Only root may listen on port ${port}. Choose one above 1023 with ${flag} or ${name}.`;
  return `Nothing can listen on ${host}, port ${port} (${String(code)}).`;
}
