import { once } from 'node:events';
import { createServer } from 'node:net';
import { flagOf } from './settings.ts';

/** Null when this process can listen there, else why not and what to do. */
export async function portProblem(
  name: 'PORT' | 'GAME_PORT' | 'SFTP_PORT',
  host: string,
  port: number,
): Promise<string | null> {
  const flag = `--${flagOf(name)}`;
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') {
      return `Port ${port} is taken by another program. End that one, or choose a free port with ${flag} or ${name}.`;
    }
    if (code === 'EACCES')
      return `Only root may listen on port ${port}. Choose one above 1023 with ${flag} or ${name}.`;
    return `Nothing can listen on ${host}, port ${port} (${String(code)}).`;
  }
  server.close();
  await once(server, 'close');
  return null;
}
