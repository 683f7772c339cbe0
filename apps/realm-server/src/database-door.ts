import { connect, createServer, type Server } from 'node:net';
import { pipeline } from 'node:stream';

/** Where programs in the realm look for PostgreSQL: 127.0.0.1:5432, in the realm's own network. */
const port = 5432;
const connections = 8;

/**
 * Leads connections to port 5432 within the realm's walls to the socket of its database, as Java's drivers do not support unix
 * sockets. Limits are enforced outside the walls.
 * @param folder of the socket, which exists as soon as the realm has a database
 */
export function openDatabaseDoor(folder: string, log: (line: string) => void): Server {
  const server = createServer((socket) => {
    const door = connect(`${folder}/.s.PGSQL.5432`);
    pipeline(socket, door, socket, () => undefined);
  });
  server.maxConnections = connections;
  server.on('error', (error) => log(`The realm's database cannot be reached from its programs: ${error.message}`));
  server.listen({ host: '127.0.0.1', port: port });
  // Nothing is kept running for its sake.
  return server.unref();
}
