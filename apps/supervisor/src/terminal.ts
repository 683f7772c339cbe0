const perMinute = 20;
const longest = 300;

/**
 * Picks from a child's output what an operator should see at once: its warnings and errors, one line each, at most 20 per
 * minute. A line is pino's JSON, or plain text on the error stream.
 */
export class WarningFilter {
  readonly #name: string;
  readonly #say: (line: string) => void;
  #minute = 0;
  #said = 0;

  constructor(name: string, say: (line: string) => void) {
    this.#name = name;
    this.#say = say;
  }

  line(line: string, stream: 'stdout' | 'stderr'): void {
    const warning = warningOf(line) ?? (stream === 'stderr' && !line.startsWith('{') ? line.trim() : null);
    if (!warning) return;
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#said = 0;
    }
    this.#said++;
    if (this.#said <= perMinute) this.#say(`${this.#name}: ${printable(warning)}`);
    if (this.#said === perMinute) this.#say(`${this.#name}: more of it is in its log.`);
  }
}

/** The message of a line that pino wrote at the level warn (40) or above, else null. */
function warningOf(line: string): string | null {
  try {
    const entry: unknown = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null || !('level' in entry) || !('msg' in entry)) return null;
    const error = 'err' in entry && typeof entry.err === 'object' && entry.err !== null ? entry.err : {};
    const cause = 'message' in error && error.message !== entry.msg ? ` (${String(error.message)})` : '';
    return typeof entry.level === 'number' && entry.level >= 40 ? String(entry.msg) + cause : null;
  } catch {
    return null;
  }
}

/** Without what could steer a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, longest);
}
