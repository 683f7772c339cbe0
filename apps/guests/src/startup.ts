import type { Socket } from 'node:net';

/** Codes in the place of a version: PostgreSQL's src/include/libpq/pqcomm.h. */
const ssl = 80_877_103;
const gss = 80_877_104;
const cancel = 80_877_102;
/** MAX_STARTUP_PACKET_LENGTH there. */
const longest = 10_000;
/** A client asks for TLS, then for GSS, once each. */
const askedBefore = 2;

export interface Startup {
  /** As it came, to be passed on. */
  bytes: Buffer;
  /** null: it asks that a statement be cancelled. */
  who: { user: string; database: string } | null;
}

/**
 * The startup packet of a client, after refusing TLS and GSS: connections are within one machine.
 * @throws Error if it is not valid, or the client is gone
 */
export async function readStartup(socket: Socket, signal: AbortSignal): Promise<Startup> {
  for (let asked = 0; asked <= askedBefore; asked++) {
    const length = (await readExactly(socket, 4, signal)).readUInt32BE();
    if (length < 8 || length > longest) throw new Error('no packet of PostgreSQL');
    const rest = await readExactly(socket, length - 4, signal);
    const code = rest.readUInt32BE();
    const bytes = Buffer.alloc(length);
    bytes.writeUInt32BE(length);
    rest.copy(bytes, 4);
    if (code === cancel) return { bytes, who: null };
    if (code !== ssl && code !== gss) return { bytes, who: parametersOf(rest.subarray(4)) };
    socket.write('N');
  }
  throw new Error('asks for encryption again and again');
}

/** `name\0value\0 … \0`. PostgreSQL uses the last value of a repeated parameter, so repetitions are refused here. */
function parametersOf(body: Buffer): { user: string; database: string } {
  const words = body.toString('utf8').split('\0');
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < words.length && words[at] !== ''; at += 2) {
    const name = words[at] ?? '';
    if (values.has(name)) throw new Error('a parameter is given twice');
    values.set(name, words[at + 1] ?? '');
  }
  const user = values.get('user') ?? '';
  if (values.has('replication')) throw new Error('asks for replication');
  return { user, database: values.get('database') || user };
}

async function readExactly(socket: Socket, bytes: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    signal.throwIfAborted();
    const read = socket.read(bytes) as Buffer | null;
    if (read?.length === bytes) return read;
    if (read !== null || socket.destroyed || socket.readableEnded) throw new Error('the client has gone');
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ['readable', 'end', 'close', 'error']) socket.off(event, done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      for (const event of ['readable', 'end', 'close', 'error']) socket.on(event, done);
      signal.addEventListener('abort', done);
    });
  }
}

/** A refusal in PostgreSQL's protocol: ErrorResponse. */
export function refusal(code: string, words: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${words}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
