import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Services } from './clients/serve-client.ts';
import type { Config } from './config.ts';

interface Health {
  /** From now on it is not ready. If a successor shares its socket, that takes over this port too. */
  leave: () => void;
  close: () => void;
}

/** Monitoring asks one thing at a time. */
const maxConnections = 64;
const patienceMs = 5_000;

/**
 * /health/live: the process answers. /health/ready: it takes players, even while the api is away, since the last routes stay in force.
 * /metrics: Prometheus, with the token.
 * @throws Error with `code` when the port is taken
 */
export async function serveHealth(config: Config, services: Services): Promise<Health> {
  let isLeaving = false;
  const server = createServer(
    { headersTimeout: patienceMs, requestTimeout: patienceMs, keepAliveTimeout: patienceMs },
    (request, response) => {
      switch (request.url) {
        case '/health/live':
          return answer(response, 200, 'ok');
        case '/health/ready':
          return isLeaving ? answer(response, 503, 'this process is leaving') : answer(response, 200, 'ok');
        case '/metrics':
          return bearsToken(request, config.metricsTokenHash)
            ? answer(response, 200, metricsOf(services))
            : answer(response, 403, 'forbidden');
        default:
          return answer(response, 404, 'not found');
      }
    },
  );
  server.maxConnections = maxConnections;
  server.listen({ host: config.host, port: config.healthPort });
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    leave() {
      isLeaving = true;
      if (config.fd !== null) close();
    },
    close,
  };
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(`${text}\n`);
}

function bearsToken({ headers }: IncomingMessage, hash: string | null): boolean {
  const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  return hash !== null && createHash('sha256').update(token).digest().equals(Buffer.from(hash, 'hex'));
}

/** In the text format of Prometheus, 0.0.4. */
function metricsOf({ total, unnamed, routes, counts }: Services): string {
  const members = total.members();
  const relayed = members.filter((client) => total.isSettled(client)).length;
  const connections = {
    handshake: members.length + unnamed.members().length - relayed - counts.held,
    held: counts.held,
    relayed,
  };
  const lines = [
    '# HELP realmkeep_gateway_connections Open connections of players.',
    '# TYPE realmkeep_gateway_connections gauge',
    ...Object.entries(connections).map(([state, count]) => `realmkeep_gateway_connections{state="${state}"} ${count}`),
    '# HELP realmkeep_gateway_outcomes_total What connections came to; one that is relayed and ended for another counts twice.',
    '# TYPE realmkeep_gateway_outcomes_total counter',
    ...[...counts.totals].map(([outcome, count]) => `realmkeep_gateway_outcomes_total{outcome="${outcome}"} ${count}`),
    '# HELP realmkeep_gateway_routes Realms whose route is known.',
    '# TYPE realmkeep_gateway_routes gauge',
    `realmkeep_gateway_routes ${routes.table.size}`,
    '# HELP realmkeep_gateway_following Whether the api tells of changes now.',
    '# TYPE realmkeep_gateway_following gauge',
    `realmkeep_gateway_following ${routes.isFollowing ? 1 : 0}`,
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
  ];
  return lines.join('\n');
}
