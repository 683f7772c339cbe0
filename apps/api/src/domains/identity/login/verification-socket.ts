import { errorMessage, type VerificationMessage } from '@realmkeep/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { SocketGate } from '../../../http/connections/socket-gate.ts';
import type { LoginWaits } from './login-waits.ts';

/** A challenge id is 32 bytes in base64url: anything else is unknown. */
const Query = z.object({ track_id: z.string().length(43) });

/** /api/ws/verification: where the page waits for the second step. Described by the contract's auth.ts. */
export function serveVerification(server: FastifyInstance, gate: SocketGate, waits: LoginWaits): void {
  server.get('/api/ws/verification', { websocket: true }, (socket, request) => greet(gate, waits, socket, request));
}

function greet(gate: SocketGate, waits: LoginWaits, socket: WebSocket, request: FastifyRequest): void {
  if (!gate.admit(socket, request)) return;
  const query = Query.safeParse(request.query);
  if (!query.success) return socket.close(4404, 'unknown');
  const stopWaiting = waits.wait(query.data.track_id, {
    isThere: () => socket.readyState === socket.OPEN,
    take: (tokens) => say(socket, tokens),
    refuse: (error) => say(socket, { error, message: errorMessage(error) }),
    leave: (why) => socket.close(why === 'server error' ? 1011 : 4404, why),
  });
  socket.once('close', stopWaiting);
}

function say(socket: WebSocket, message: VerificationMessage): void {
  socket.send(JSON.stringify(message));
  socket.close(1000);
}
