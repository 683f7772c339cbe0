import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '@realmkeep/contract';
import { runSql } from '@realmkeep/testkit/sql';
import type { Fleet } from './fleet.ts';

const pieceBytes = 64 * 1024;
const pieces = 24;
const answerWithinMs = 3_000;
const everyMs = 100;

/** Uploads files piece by piece, each piece to the next api, and compares what is stored with what was sent. */
export class Uploads {
  sent = 0;
  pieces = 0;
  readonly problems: string[] = [];
  readonly #fleet: Fleet;
  readonly #token: string;
  readonly #realmId: string;
  #turn = 0;

  /** @param realmId the realm to whose files they are uploaded */
  constructor(fleet: Fleet, token: string, realmId: string) {
    this.#fleet = fleet;
    this.#token = token;
    this.#realmId = realmId;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await this.#one();
  }

  async #one(): Promise<void> {
    const content = randomBytes(pieceBytes * pieces);
    const path = `uploads/${this.sent}.bin`;
    const purpose = { kind: 'FILE' as const, realmId: this.#realmId, path };
    const { id } = await this.#ask((client, within) =>
      client.uploadStart({ body: { name: 'chaos.bin', size: content.length, purpose }, signal: within }),
    );
    for (let offset = 0; offset < content.length;) {
      const at = offset;
      offset = await this.#ask(async (client, within) => {
        const bytes = new Uint8Array(content.subarray(at, at + pieceBytes));
        try {
          return (await client.uploadAppend({ params: { id }, query: { offset: at }, bytes, signal: within })).received;
        } catch (error) {
          // The piece had arrived although its answer had not.
          if (error instanceof ApiError && error.code === 'upload_offset') return Number(error.params['offset']);
          throw error;
        }
      });
      this.pieces += 1;
      await wait(everyMs);
    }
    // The database may be down at the moment.
    if (hash(await this.#ask(() => this.#kept(id))) !== hash(content))
      this.problems.push(`the file ${path} is kept otherwise than it was sent`);
    this.sent += 1;
    await this.#ask((client, within) =>
      client.uploadCancel({ params: { id }, signal: within }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'upload_unknown')) throw error;
      }),
    );
  }

  /** Calls one api after another until one answers, however long that takes. */
  async #ask<T>(call: (client: Client, within: AbortSignal) => Promise<T>): Promise<T> {
    const { apis, apiUrl, url } = this.#fleet;
    for (;;) {
      this.#turn += 1;
      const api = apis[this.#turn % apis.length];
      const client = createClient({ baseUrl: `${api ? apiUrl(api) : url}/api`, token: async () => this.#token });
      try {
        return await call(client, AbortSignal.timeout(answerWithinMs));
      } catch (error) {
        if (error instanceof ApiError && error.type === 'client') throw error;
        await wait(everyMs);
      }
    }
  }

  async #kept(id: string): Promise<Buffer> {
    const { databaseUrl, dataDir } = this.#fleet;
    const rows = await runSql(databaseUrl, 'select blob from upload_pieces where upload_id = $1 order by at', [id]);
    return Buffer.concat(await Promise.all(rows.map(({ blob }) => readFile(join(dataDir, 'uploads', String(blob))))));
  }
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
