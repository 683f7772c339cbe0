import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../http/app-error.ts';
import type { ChatPlatform, ChatPress } from '../../../integrations/chat/chat-platform.ts';
import { placeDecide } from '../sessions/new-place.ts';
import { loginDecide } from '../login/login-question.ts';
import { chatMessages } from './chat-messages.ts';
import { findAccountOwner } from './chat-queries.ts';
import { promptSelect, promptStatus } from './prompt.ts';

const maxBodyBytes = 64 * 1024;
/** The platform calls from few addresses, for all players together; each call costs its process the check of a signature. */
const callsPerMinute = 6_000;

/** POST /api/chat/interactions: signed reports of pressed buttons from the chat platform, to be answered within three seconds. */
export async function serveChatInteractions(server: FastifyInstance, ctx: Context): Promise<void> {
  await server.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      '/api/chat/interactions',
      { bodyLimit: maxBodyBytes, config: { rateLimit: { max: callsPerMinute, timeWindow: 60_000 } } },
      (request) => answerInteraction(ctx, request),
    );
  });
}

/** @throws AppError not_found, unauthorized */
async function answerInteraction(ctx: Context, request: FastifyRequest): Promise<object> {
  const { chat } = ctx;
  if (!chat) throw new AppError('not_found');
  const interaction = chat.readInteraction({
    signature: headerOf(request, 'x-signature-ed25519'),
    timestamp: headerOf(request, 'x-signature-timestamp'),
    rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  });
  if (!interaction) throw new AppError('unauthorized');
  if (interaction.kind !== 'press') return interaction.answer;
  return interaction.answer(await answerPress(ctx, chat, interaction.press));
}

/** Handles a pressed button as an answer, if it is one. @returns the message's new text */
async function answerPress(ctx: Context, chat: ChatPlatform, press: ChatPress): Promise<string> {
  const presser = await findAccountOwner(ctx.db, chat.name, press.accountId);
  const language = presser?.language ?? 'en';
  const said = await ctx.db.transaction().execute(async (tx) => {
    const answer = await promptSelect(tx, chat.name, press);
    if (answer?.payload.kind === 'login') return loginDecide(tx, answer, answer.payload.match, language);
    return answer?.payload.kind === 'place' ? placeDecide(tx, answer, answer.payload.sessionId, language) : null;
  });
  if (said !== null) return said;
  const status = await promptStatus(ctx, chat.name, press);
  return status === 'SELECTED' ? chatMessages[language].answeredBefore : chatMessages[language].cannotBeAnswered;
}

function headerOf(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
