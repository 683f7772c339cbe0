import type { Socket } from 'node:net';
import { errorCodes } from '@realmkeep/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DatabaseError } from '../db/client.ts';
import { AppError } from './app-error.ts';
import { errorEnvelope } from './envelope.ts';

/** Every fault of a call becomes an envelope here. */
export function handleErrors(server: FastifyInstance): void {
  server.setErrorHandler((fault, request, reply) => {
    const error = asAppError(fault, request);
    if (error.code === 'internal_error') request.log.error({ err: fault }, 'failed to answer a call');
    if (error.code === 'unavailable') request.log[faultLevel(fault)]({ err: fault }, 'failed to reach the database');
    return sendError(reply, error);
  });
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.params['seconds'] !== undefined) reply.header('retry-after', error.params['seconds']);
  return reply.code(errorCodes[error.code].status).send(errorEnvelope(error));
}

/** A request that Node's parser does not read: it comes to no route, and its connection ends. */
export function answerUnreadable(fault: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const problem = fault.code === 'HPE_HEADER_OVERFLOW' ? 'the address and the headers are too long' : 'no HTTP request';
  const body = JSON.stringify(errorEnvelope(new AppError('invalid_request', { problem })));
  const headers = `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers}\r\nconnection: close\r\n\r\n${body}`, () => socket.destroy());
}

function asAppError(fault: unknown, request: FastifyRequest): AppError {
  if (fault instanceof AppError) return fault;
  if (fault instanceof z.ZodError) return new AppError('invalid_request', { problem: zodProblem(fault) });
  if (isUnreachable(fault)) return new AppError('unavailable');
  switch (codeOf(fault)) {
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

/** The place and the rule, never the value: it may be a password. */
function zodProblem(fault: z.ZodError): string {
  return fault.issues.map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': ')).join('; ');
}

/** The database is full (53300), closed (55000), shutting down or starting (57P…), or the pool waited in vain. */
export function isUnreachable(fault: unknown): boolean {
  if (fault instanceof DatabaseError) return /^(53300|55000|57P..)$/.test(fault.code ?? '');
  if (['ECONNREFUSED', 'ECONNRESET', 'ENOENT'].includes(codeOf(fault))) return true;
  return (
    fault instanceof Error &&
    /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout)/.test(
      fault.message,
    )
  );
}

/** How loud a fault is: an outage of the database is said once, by who listens to it, and no more by each that fails by it. */
export function faultLevel(fault: unknown): 'info' | 'error' {
  const isLate = fault instanceof Error && /^(timeout exceeded|Query read timeout)/.test(fault.message);
  return isUnreachable(fault) && !isLate ? 'info' : 'error';
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : '';
}
