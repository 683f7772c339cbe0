import { readFileSync, statSync, watchFile } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { StartRefused } from '../../start-refused.ts';

/** Far above a database of countries; one of cities takes some 130 MB. */
const maxBytes = 512 * 1024 * 1024;
const watchEveryMs = 1_000;

/** The countries of addresses, from a file in MaxMind's format: GeoLite2 or DB-IP, of countries or of cities. Reloaded when the file is replaced. */
export class GeoDatabase {
  #reader: Reader<CountryResponse>;

  /** @throws StartRefused when the file cannot be used */
  constructor(path: string, log: FastifyBaseLogger) {
    try {
      this.#reader = load(path);
    } catch (error) {
      throw new StartRefused(`GEO_DATABASE: ${path} cannot be used as a database of countries: ${String(error)}`);
    }
    watchFile(path, { interval: watchEveryMs, persistent: false }, () => {
      try {
        this.#reader = load(path);
        log.info({ path }, 'loaded a newer database of countries');
      } catch (error) {
        log.warn({ err: error, path }, 'failed to load a newer database of countries; the one before stays in use');
      }
    });
  }

  /** @returns the language that most people in the address's country use, as `pl`; empty where it is not known */
  languageOf(address: string): string {
    const country = this.#reader.get(address)?.country?.iso_code;
    // Unicode's "likely subtags" know a language for each country.
    return country && /^[A-Z]{2}$/.test(country) ? new Intl.Locale(`und-${country}`).maximize().language : '';
  }
}

function load(path: string): Reader<CountryResponse> {
  const { size } = statSync(path);
  if (size > maxBytes) throw new Error(`it has ${size} bytes, more than ${maxBytes}`);
  const reader = new Reader<CountryResponse>(readFileSync(path));
  // Of a file cut short, the beginning can be read.
  reader.get('192.0.2.1');
  return reader;
}
