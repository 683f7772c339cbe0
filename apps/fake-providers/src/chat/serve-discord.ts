import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { serveBot } from './bot-endpoints.ts';
import { DiscordFault, faults, OAuthFault } from './discord-faults.ts';
import type { FakeChat } from './fake-chat.ts';
import { serveOAuth } from './oauth-endpoints.ts';

/** Discord's HTTP as far as the product uses it. */
export function serveDiscord(server: FastifyInstance, chat: FakeChat): void {
  server.setErrorHandler((fault, _request, reply) => {
    if (fault instanceof OAuthFault) {
      return reply.code(fault.status).send({ error: fault.code, error_description: fault.message });
    }
    const { status, code, message } = asDiscordFault(fault);
    return reply.code(status).send({ message, code });
  });
  serveOAuth(server, chat);
  serveBot(server, chat);
}

function asDiscordFault(fault: unknown): DiscordFault {
  if (fault instanceof DiscordFault) return fault;
  const status = fault instanceof Error && 'statusCode' in fault ? fault.statusCode : null;
  if (fault instanceof z.ZodError || status === 400) return faults.invalidForm();
  return typeof status === 'number' && status < 500
    ? new DiscordFault(status, 0, String(status))
    : new DiscordFault(500, 0, '500: Internal Server Error');
}
