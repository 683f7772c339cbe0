import { connect, createServer, type Server } from 'node:net';
import { pipeline } from 'node:stream';

/** Where programs in the realm look for PostgreSQL: 5432 of 127.0.0.1, which is the realm's own. */
const port = 5432;
const connections = 8;

/**
 * Leads what connects to port 5432 within the realm's walls to the socket that they show of its database. Java's drivers know no unix
 * sockets. What is bounded is bounded beyond the walls.
 * @param folder of the socket; it is there as soon as the realm has a database
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
