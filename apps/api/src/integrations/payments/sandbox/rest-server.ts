import Fastify, { type FastifyInstance } from 'fastify';
import { parseForms } from '../../sandbox-pages/forms.ts';
import { serveRobokassa } from './robokassa-endpoints.ts';
import type { PaymentSandbox } from './sandbox.ts';
import { serveStripe } from './stripe-endpoints.ts';
import { StripeFault, stripeFaults } from './stripe-fault.ts';

/** The providers' HTTP for programs, as far as the product uses it, not listening yet. */
export function createRestServer(
  sandbox: Pick<PaymentSandbox, 'db' | 'keys' | 'publicUrl' | 'deliveries'>,
): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024, routerOptions: { maxParamLength: 128 } });
  parseForms(server);
  serveStripe(server, sandbox);
  serveRobokassa(server, sandbox);
  server.setNotFoundHandler(() => {
    throw stripeFaults.noRoute();
  });
  server.setErrorHandler((fault, _request, reply) => {
    if (fault instanceof StripeFault) return reply.code(fault.status).send({ error: fault.error });
    return reply.code(500).send({ error: { type: 'api_error', message: 'The sandbox has failed' } });
  });
  return server;
}
