import { readAtMost } from '../read-at-most.ts';
import { publicAddress } from '@realmkeep/sockets';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { GeoDatabase } from './geo-database.ts';
import { networkOf } from '../../http/connections/network.ts';

const timeoutMs = 2_000;
const knownForMs = 24 * 3_600_000;
const unknownForMs = 5 * 60_000;
const maxNetworks = 10_000;
const maxUnderWay = 50;
const maxAnswerBytes = 16 * 1024;

interface Known {
  languages: Promise<string>;
  /** Milliseconds since the epoch. */
  until: number;
}

/** A service's answer to `GET {base}/{ip}/json/`, as at ipapi.co: codes of languages, with commas between. */
const Answer = z.object({
  languages: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9,-]*$/),
});

/** The languages of the place that an address belongs to: from a file, or from a service that is asked once for a network. */
export class GeoLookup {
  readonly #database: GeoDatabase | null;
  readonly #base: string | null;
  readonly #log: FastifyBaseLogger;
  /** The most recently requested one is last. */
  readonly #known = new Map<string, Known>();
  #underWay = 0;

  /** @param base of the service; null: none is used */
  constructor(database: GeoDatabase | null, base: string | null, log: FastifyBaseLogger) {
    this.#database = database;
    this.#base = base;
    this.#log = log;
  }

  /** @returns as `pl,en`; empty where that is not known, after two seconds at most */
  languagesOf(ip: string): Promise<string> {
    const address = publicAddress(ip);
    if (address === null) return Promise.resolve('');
    if (this.#database) return Promise.resolve(this.#database.languageOf(address));
    if (this.#base === null) return Promise.resolve('');
    const network = networkOf(address);
    const known = this.#known.get(network);
    if (known && known.until > Date.now()) {
      this.#remember(network, known);
      return known.languages;
    }
    if (this.#underWay >= maxUnderWay) return Promise.resolve('');
    const asking: Known = { languages: Promise.resolve(''), until: Date.now() + knownForMs };
    asking.languages = this.#ask(this.#base, address).catch((error: unknown) => {
      this.#log.info({ err: error }, 'failed to find the languages of a place');
      asking.until = Date.now() + unknownForMs;
      return '';
    });
    this.#remember(network, asking);
    return asking.languages;
  }

  async #ask(base: string, address: string): Promise<string> {
    this.#underWay += 1;
    try {
      const url = `${base.replace(/\/$/, '')}/${encodeURIComponent(address)}/json/`;
      const response = await fetch(url, {
        headers: { accept: 'application/json', 'user-agent': 'Realmkeep' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`The service answered ${response.status}`);
      return Answer.parse(JSON.parse(String(await readAtMost(response, maxAnswerBytes)))).languages;
    } finally {
      this.#underWay -= 1;
    }
  }

  #remember(network: string, known: Known): void {
    this.#known.delete(network);
    this.#known.set(network, known);
    const oldest = this.#known.keys().next();
    if (this.#known.size > maxNetworks && !oldest.done) this.#known.delete(oldest.value);
  }
}
