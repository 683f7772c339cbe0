import type { FastifyInstance } from 'fastify';

/** Where the api can be reached from this machine, once it listens. */
export function ownOrigin(server: FastifyInstance): string {
  const listening = server.addresses().find((address) => typeof address === 'object');
  if (!listening) throw new Error('The api does not listen');
  const { address } = listening;
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}`;
}
