import { phases } from '@realmkeep/contract';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { freeBytes } from '../../limits/disk-space.ts';
import { dnsFigures } from '../realms/dns/dns-view.ts';
import { realmPhases } from '../realms/live/realm-phases.ts';

/** The api's own figures, beside Node's: of this process, which has its number as a label, and of the installation, which every process knows. */
export function createMetrics(server: FastifyInstance, ctx: Context): { own: Registry; installation: Registry } {
  const own = new Registry();
  own.setDefaultLabels({ worker: String(ctx.config.worker) });
  collectDefaultMetrics({ register: own });
  ctx.proxyWatch.countIn(own);
  const registry = new Registry();

  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [own],
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  const realms = new Gauge({
    name: 'realmkeep_realms',
    help: 'Realms by phase',
    labelNames: ['phase'],
    registers: [registry],
    async collect() {
      const counts = await realmPhases(ctx);
      for (const phase of phases) realms.set({ phase }, counts.get(phase) ?? 0);
    },
  });
  const players = new Gauge({
    name: 'realmkeep_players',
    help: 'Players on all realms',
    registers: [registry],
    collect() {
      const counts = ctx.directory.live().map((id) => ctx.directory.observed(id)?.state?.players.length ?? 0);
      players.set(counts.reduce((sum, count) => sum + count, 0));
    },
  });
  const unsaved = new Gauge({
    name: 'realmkeep_realms_unsaved',
    help: 'Running realms with changes that could not be written to the disk; 0 is good',
    registers: [registry],
    collect() {
      const observed = ctx.directory.live().map((id) => ctx.directory.observed(id)?.state);
      unsaved.set(observed.filter((state) => state && state.unsavedSince !== null).length);
    },
  });
  const lost = new Gauge({
    name: 'realmkeep_realms_lost',
    help: 'Realms whose host or node does not answer; 0 is good',
    registers: [registry],
    collect() {
      lost.set(ctx.directory.live().filter((id) => ctx.directory.observed(id)?.lostSince).length);
    },
  });
  const free = new Gauge({
    name: 'realmkeep_disk_free_bytes',
    help: 'What is free on the disk of the data folder',
    registers: [registry],
    async collect() {
      free.set(await freeBytes(ctx));
    },
  });
  const violations = new Gauge({
    name: 'realmkeep_ledger_violations',
    help: 'Invariants of the ledger that do not hold; 0 is good',
    registers: [registry],
    collect() {
      violations.set(ctx.ledgerWatch.violations);
    },
  });
  const completed = new Gauge({
    name: 'realmkeep_ledger_checked_timestamp_seconds',
    help: 'When the ledger was last checked to its end; 0: not yet',
    registers: [registry],
    collect() {
      completed.set((ctx.ledgerWatch.completedAt?.getTime() ?? 0) / 1000);
    },
  });
  if (ctx.dns) countDns(registry, ctx);
  return { own, installation: registry };
}

function countDns(registry: Registry, ctx: Context): void {
  const names = new Gauge({
    name: 'realmkeep_dns_names',
    help: 'Names with DNS records of their own, by what came of them',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { counts } = await dnsFigures(ctx);
      for (const [state, count] of Object.entries(counts)) names.set({ state }, count);
    },
  });
  const failures = new Gauge({
    name: 'realmkeep_dns_failures',
    help: 'How often in a row the DNS provider could not be used; 0 is good',
    registers: [registry],
    async collect() {
      failures.set((await dnsFigures(ctx)).failures);
    },
  });
}
