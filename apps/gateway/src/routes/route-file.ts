import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { GatewayMessage, GatewayRoute } from '@realmkeep/contract/gateway';
import { parseGatewayMessage } from './route-message.ts';

const saveDelayMs = 500;
/** Of its time the process, which relays everybody, writes files for no more than this part. */
const savingShare = 1 / 20;
const longestDelayMs = 30_000;

/** The last routes on disk, so that a restarted gateway routes at once, even while the api is away. */
export class RouteFile {
  readonly #folder: string;
  readonly #path: string;
  readonly #snapshot: () => GatewayRoute[];
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #saving = Promise.resolve();
  #tookMs = 0;
  #isClosed = false;

  constructor(dataDir: string, snapshot: () => GatewayRoute[], onError: (error: unknown) => void) {
    this.#folder = join(dataDir, 'gateway');
    this.#path = join(this.#folder, 'routes.json');
    this.#snapshot = snapshot;
    this.#onError = onError;
  }

  /** The routes of the last run; none when there was none. Throws when the file cannot be read or parsed. */
  async load(): Promise<GatewayRoute[]> {
    let json: string;
    try {
      json = await readFile(this.#path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
    const message = parseGatewayMessage(json);
    return message.type === 'routes' ? message.routes : [];
  }

  /** Saves the snapshot soon, once for a burst of changes. */
  saveSoon(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#saving = this.#saving.then(() => this.#save()).catch(this.#onError);
      },
      Math.min(longestDelayMs, Math.max(saveDelayMs, this.#tookMs / savingShare)),
    );
  }

  /** Saves what is pending, and nothing after that: the file now belongs to a successor. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const isPending = this.#timer !== undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#saving;
    if (isPending) await this.#save().catch(this.#onError);
  }

  /** Atomic: a new file beside the old one, synced, then renamed over it. */
  async #save(): Promise<void> {
    const begun = performance.now();
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const draft = `${this.#path}.new`;
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify({ type: 'routes', routes: this.#snapshot() } satisfies GatewayMessage));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, this.#path);
    this.#tookMs = performance.now() - begun;
  }
}
