import type { Socket } from 'node:net';
import { errorCodes } from '@realmkeep/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DatabaseError } from '../db/client.ts';
import { AppError } from './app-error.ts';
import { errorEnvelope } from './envelope.ts';

/** Turns every error of a call into an envelope. */
export function handleErrors(server: FastifyInstance): void {
  server.setErrorHandler((error, request, reply) => {
    const answer = asAppError(error, request);
    if (answer.code === 'internal_error') request.log.error({ err: error }, 'failed to answer a call');
    // A deliberate refusal is not an outage.
    if (answer.code === 'unavailable' && answer !== error) {
      request.log[failureLevel(error)]({ err: error }, 'failed to reach what a call needs');
    }
    return sendError(reply, answer);
  });
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.params['seconds'] !== undefined) reply.header('retry-after', error.params['seconds']);
  return reply.code(errorCodes[error.code].status).send(errorEnvelope(error));
}

/** A request that Node's parser cannot read: it reaches no route, and its connection ends. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const problem = error.code === 'HPE_HEADER_OVERFLOW' ? 'the address and the headers are too long' : 'no HTTP request';
  const body = JSON.stringify(errorEnvelope(new AppError('invalid_request', { problem })));
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers}\r\nconnection: close\r\n\r\n${body}`, () => socket.destroy());
}

function asAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof z.ZodError) return new AppError('invalid_request', { problem: zodProblem(error) });
  if (isUnreachable(error) || codeOf(error) === 'unreachable') return new AppError('unavailable');
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('body_too_large', { limit: request.routeOptions.bodyLimit });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('invalid_request', { problem: 'the body is not JSON' });
    default:
      return new AppError('internal_error', { requestId: request.id });
  }
}

/** Names the field and the rule, never the value: it may be a password. */
function zodProblem(error: z.ZodError): string {
  return error.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('; ');
}

/** The database is full (53300), closed (55000), shutting down or starting (57P…), or the pool timed out. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DatabaseError) return /^(53300|55000|57P..)$/.test(error.code ?? '');
  if (['ECONNREFUSED', 'ECONNRESET'].includes(codeOf(error))) return true;
  // A missing socket; a missing file would be a fault of ours.
  if (codeOf(error) === 'ENOENT') return (error as NodeJS.ErrnoException).syscall === 'connect';
  return (
    error instanceof Error &&
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/.test(
      error.message,
    )
  );
}

/** The level at which to log an error: the database listener logs an outage once, rather than everything that fails because of it. */
export function failureLevel(error: unknown): 'info' | 'error' {
  const isLate = error instanceof Error && /^(timeout exceeded|Query read timeout)/.test(error.message);
  return isUnreachable(error) && !isLate ? 'info' : 'error';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
