import { isIP } from 'node:net';
import { proxyAddress, publicAddress } from '@realmkeep/sockets';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import { addressList, plainAddress } from './address-list.ts';
import { AppError } from '../app-error.ts';

const kinds = ['forwarded', 'proxy_header', 'socket_origin'] as const;
type Kind = (typeof kinds)[number];

/** How many senders are logged. */
const maxSaid = 50;

/** Detects that a proxy and this installation do not fit together: each case is counted, and logged once per sender. */
export class ProxyWatch {
  readonly #log: FastifyBaseLogger;
  readonly #said = new Set<string>();
  readonly #counts = new Map<Kind, number>();

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  refused(kind: Kind, from: string, message: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    const key = `${kind} ${from}`;
    if (this.#said.has(key) || this.#said.size >= maxSaid) return;
    this.#said.add(key);
    this.#log.warn({ from: from.slice(0, 200) }, message);
  }

  /** Checks every request; one through a proxy socket has to name its sender. @param trusted the proxies to believe */
  watch(server: FastifyInstance, trusted: readonly string[]): void {
    const isTrusted = addressList(trusted);
    server.addHook('onRequest', ({ headers, ip, socket }, _reply, done) => {
      const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
      const { remoteAddress } = socket;
      if (remoteAddress === proxyAddress && (ip === proxyAddress || isIP(plainAddress(ip)) === 0)) {
        this.refused('forwarded', 'PROXY_SOCKETS', 'refused what a proxy sent on page.sock without X-Forwarded-For');
        return done(new AppError('invalid_request', { problem: 'the proxy sends no address in X-Forwarded-For' }));
      }
      if (!isForwarded || remoteAddress === undefined || isTrusted(remoteAddress)) return done();
      const from = plainAddress(remoteAddress);
      // Strangers may send any header; from a local address it is a proxy.
      const message =
        publicAddress(from) === null
          ? `a proxy at ${from} neither comes by PROXY_SOCKETS nor is named by TRUST_PROXY: all its visitors count as one address, and share its limits`
          : 'ignored the forwarded address of a client that TRUST_PROXY does not name';
      this.refused('forwarded', from, message);
      done();
    });
  }

  countIn(registry: Registry): void {
    const counts = this.#counts;
    const counter = new Counter({
      name: 'realmkeep_proxy_refusals_total',
      help: 'Forwarded addresses, PROXY headers and sockets that were not believed or refused',
      labelNames: ['kind'],
      registers: [registry],
      collect() {
        counter.reset();
        for (const kind of kinds) counter.inc({ kind }, counts.get(kind) ?? 0);
      },
    });
  }
}
