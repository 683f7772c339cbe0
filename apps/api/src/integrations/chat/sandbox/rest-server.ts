import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serveBot } from './bot-endpoints.ts';
import { DiscordFault, faults, OAuthFault } from './discord-faults.ts';
import { parseForms } from '../../sandbox-pages/forms.ts';
import { serveOAuth } from './oauth-endpoints.ts';
import type { RestSandbox } from './sandbox.ts';

/** Discord's HTTP as far as the product uses it, not listening yet. */
export function createRestServer(sandbox: RestSandbox): FastifyInstance {
  const server = Fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 });
  parseForms(server);
  serveOAuth(server, sandbox);
  serveBot(server, sandbox);
  server.setNotFoundHandler(() => {
    throw faults.notFound();
  });
  server.setErrorHandler((fault, _request, reply) => {
    if (fault instanceof OAuthFault) {
      return reply.code(fault.status).send({ error: fault.error, error_description: fault.message });
    }
    const { status, code, message } = asDiscordFault(fault);
    return reply.code(status).send({ message, code });
  });
  return server;
}

function asDiscordFault(fault: unknown): DiscordFault {
  if (fault instanceof DiscordFault) return fault;
  const isBadRequest = fault instanceof Error && 'statusCode' in fault && fault.statusCode === 400;
  if (fault instanceof z.ZodError || isBadRequest) return faults.invalidForm();
  return new DiscordFault(500, 0, '500: Internal Server Error');
}
