import { phases } from '@realmkeep/contract';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../../context.ts';
import { freeBytes, keptBytes } from '../../limits/disk-space.ts';
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
  const { directory, ledgerWatch } = ctx;
  const observed = () => directory.live().map((id) => directory.observed(id));
  gauge(registry, {
    name: 'realmkeep_players',
    help: 'Players on all realms',
    read: () => observed().reduce((sum, realm) => sum + (realm?.state?.players.length ?? 0), 0),
  });
  gauge(registry, {
    name: 'realmkeep_realms_unsaved',
    help: 'Running realms with changes that could not be written to the disk; 0 is good',
    read: () => observed().filter((realm) => realm?.state && realm.state.unsavedSince !== null).length,
  });
  gauge(registry, {
    name: 'realmkeep_realms_lost',
    help: 'Realms whose host or node does not answer; 0 is good',
    read: () => observed().filter((realm) => realm?.lostSince).length,
  });
  gauge(registry, {
    name: 'realmkeep_disk_free_bytes',
    help: 'What is free on the disk of the data folder',
    read: () => freeBytes(ctx),
  });
  gauge(registry, {
    name: 'realmkeep_disk_kept_bytes',
    help: 'What is kept free there: with less, nothing more of users is taken',
    read: () => keptBytes(ctx),
  });
  gauge(registry, {
    name: 'realmkeep_ledger_violations',
    help: 'Invariants of the ledger that do not hold; 0 is good',
    read: () => ledgerWatch.violations,
  });
  gauge(registry, {
    name: 'realmkeep_ledger_checked_timestamp_seconds',
    help: 'When the ledger was last checked to its end; if not yet, since when it is being checked',
    read: () => ledgerWatch.completedAt.getTime() / 1000,
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
  gauge(registry, {
    name: 'realmkeep_dns_failures',
    help: 'How often in a row the DNS provider could not be used; 0 is good',
    read: async () => (await dnsFigures(ctx)).failures,
  });
}

interface OneValue {
  name: string;
  help: string;
  read: () => number | Promise<number>;
}

/** A gauge of one value, which is read when the metrics are. */
function gauge(registry: Registry, { name, help, read }: OneValue): void {
  const collect = async function (this: Gauge): Promise<void> {
    this.set(await read());
  };
  registry.registerMetric(new Gauge({ name, help, registers: [], collect }));
}
