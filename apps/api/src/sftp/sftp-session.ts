import type { FileEntry } from '@realmkeep/runtime';
import type { Context } from '../context.ts';
import { AppError } from '../http/app-error.ts';
import { FileReader } from './file-reader.ts';
import { FileWriter, type SpoolRoom } from './file-writer.ts';
import type { OpenFile } from './open-file.ts';
import { maxHandles, OpenHandles } from './open-handles.ts';
import { namesOf, RealmTree } from './realm-tree.ts';
import { Refusal, refusalOf } from './refusal.ts';
import { answers, BadPacket, extensions, Fields, maxDataBytes, openFlags, requests, statuses } from './wire.ts';

/** Entries of a folder in one answer: with the longest names less than the largest packet. */
const entriesAtOnce = 100;

/** A path that there is; what only can be deleted has nothing to change either. */
type Handler = (id: number, fields: Fields) => Promise<Buffer> | Buffer;

/** Answers the requests of one channel, one after the other. */
export class SftpSession {
  readonly #ctx: Context;
  readonly #userId: string;
  readonly #room: SpoolRoom;
  readonly #tree: RealmTree;
  readonly #handles = new OpenHandles();
  #isBegun = false;

  constructor(ctx: Context, userId: string, room: SpoolRoom) {
    this.#ctx = ctx;
    this.#userId = userId;
    this.#room = room;
    this.#tree = new RealmTree(ctx, userId);
  }

  /** @throws BadPacket if it violates the protocol */
  async answer(packet: Buffer): Promise<Buffer> {
    const fields = new Fields(packet);
    const type = fields.byte();
    if (this.#isBegun === (type === requests.INIT)) throw new BadPacket('INIT comes first, and once');
    if (!this.#isBegun) {
      this.#isBegun = true;
      return answers.version();
    }
    const id = fields.uint32();
    const handle = this.#handlers[type];
    if (handle === undefined) return answers.status(id, statuses.OP_UNSUPPORTED, 'This is not offered here');
    try {
      return await handle(id, fields);
    } catch (error) {
      if (error instanceof BadPacket) throw error;
      const refusal = refusalOf(error);
      if (refusal !== null) return answers.status(id, refusal.status, refusal.message);
      this.#ctx.log.error({ err: error, userId: this.#userId, request: type }, 'failed to answer a request of SFTP');
      return answers.status(id, statuses.FAILURE, 'Server error, please try again later');
    }
  }

  /** Whether a file is open. @param realmId null: of any realm */
  hasOpen(realmId: string | null): boolean {
    return this.#handles.hasOpen(realmId);
  }

  /** @param keep as of OpenFile.abandon */
  async end(keep: boolean): Promise<void> {
    for (const result of await this.#handles.abandonAll(keep)) {
      if (result.status === 'rejected') {
        this.#ctx.log.info(
          { err: result.reason as unknown, userId: this.#userId },
          'what an upload by SFTP left was not kept',
        );
      }
    }
  }

  readonly #handlers: Record<number, Handler> = {
    [requests.REALPATH]: (id, fields) => answers.name(id, `/${namesOf(fields.text()).join('/')}`),
    [requests.STAT]: (id, fields) => this.#stat(id, fields),
    [requests.LSTAT]: (id, fields) => this.#stat(id, fields),
    [requests.FSTAT]: async (id, fields) => answers.attributes(id, await this.#handles.file(fields.bytes()).stat()),
    [requests.SETSTAT]: async (id, fields) => {
      await this.#setStat(fields.text(), fields.attributes());
      return ok(id);
    },
    [requests.FSETSTAT]: async (id, fields) => {
      const file = this.#handles.file(fields.bytes());
      await setIn(file, fields.attributes());
      return ok(id);
    },
    [requests.OPENDIR]: async (id, fields) => {
      this.#handles.assertHandleFree('folder');
      const entries = await this.#list(fields.text());
      return answers.handle(id, this.#handles.addFolder(entries));
    },
    [requests.READDIR]: (id, fields) => {
      const entries: FileEntry[] = this.#handles.folder(fields.bytes()).left.splice(0, entriesAtOnce);
      return entries.length === 0 ? end(id) : answers.names(id, entries);
    },
    [requests.OPEN]: async (id, fields) => {
      this.#handles.assertHandleFree('file');
      const path = fields.text();
      const flags = fields.uint32();
      const { EXCL, TRUNC, WRITE } = openFlags;
      // Who opens it a second time finds what was written so far.
      if (!(flags & WRITE) || flags & EXCL || !(flags & TRUNC)) await this.#writer(path)?.flush();
      const file = flags & WRITE ? await this.#openToWrite(path, flags) : await this.#openToRead(path);
      if (this.#tree.has(file.spot)) return answers.handle(id, this.#handles.add(file));
      await file.abandon(false);
      throw new AppError('realm_unknown');
    },
    [requests.READ]: async (id, fields) => {
      const file = this.#handles.file(fields.bytes());
      const bytes = await file.read(fields.uint64(), Math.min(fields.uint32(), maxDataBytes));
      return bytes.length === 0 ? end(id) : answers.data(id, bytes);
    },
    [requests.WRITE]: async (id, fields) => {
      const file = this.#handles.file(fields.bytes());
      await file.write(fields.uint64(), fields.bytes());
      return ok(id);
    },
    [requests.CLOSE]: async (id, fields) => {
      await this.#handles.close(fields.bytes());
      return ok(id);
    },
    [requests.MKDIR]: async (id, fields) => {
      await this.#tree.makeFolder(fields.text());
      return ok(id);
    },
    [requests.RMDIR]: async (id, fields) => {
      const path = fields.text();
      const spot = this.#tree.find(path);
      if (this.#handles.writersIn(spot).length > 0) throw new Refusal(statuses.FAILURE, 'The folder is not empty');
      await this.#tree.removeFolder(path);
      return ok(id);
    },
    [requests.REMOVE]: async (id, fields) => {
      const path = fields.text();
      const writer = this.#writer(path);
      if (writer?.isNew !== true) await this.#tree.remove(path);
      writer?.forget();
      return ok(id);
    },
    [requests.RENAME]: async (id, fields) => {
      // The draft's own rename never replaces (6.5).
      await this.#move(fields.text(), fields.text(), false);
      return ok(id);
    },
    [requests.EXTENDED]: async (id, fields) => {
      switch (fields.text()) {
        case extensions.limits:
          return answers.limits(id, maxHandles);
        case extensions.posixRename:
          await this.#move(fields.text(), fields.text(), true);
          return ok(id);
        case extensions.fsync:
          await this.#handles.file(fields.bytes()).flush();
          return ok(id);
        default:
          return answers.status(id, statuses.OP_UNSUPPORTED, 'This is not offered here');
      }
    },
  };

  async #stat(id: number, fields: Fields): Promise<Buffer> {
    const path = fields.text();
    return answers.attributes(id, await (this.#writer(path) ?? this.#tree).stat(path));
  }

  async #list(path: string): Promise<FileEntry[]> {
    const spot = this.#tree.locate(path);
    const entries = await this.#tree.list(path);
    const written = spot === null ? [] : this.#handles.writersIn(spot);
    if (written.length === 0) return entries;
    const shown = new Map(entries.map((entry) => [entry.name, entry]));
    for (const file of written) {
      const entry = await file.stat();
      shown.set(entry.name, entry);
    }
    return [...shown.values()];
  }

  async #setStat(path: string, to: ReturnType<Fields['attributes']>): Promise<void> {
    const open = this.#writer(path);
    if (open !== null) return setIn(open, to);
    if (to.size === null && to.changedAt === null) return void (await this.#tree.stat(path));
    if (to.size === null) return this.#tree.setTime(path, to.changedAt ?? 0);
    const file = await this.#openToWrite(path, openFlags.WRITE);
    try {
      await setIn(file, to);
    } catch (error) {
      await file.abandon(false);
      throw error;
    }
    await file.close();
  }

  /** Open files move with it. */
  async #move(from: string, to: string, replaces: boolean): Promise<void> {
    const [source, target] = [this.#tree.find(from), this.#tree.find(to)];
    await this.#handles.writer(source)?.flush();
    const replaced = this.#handles.writer(target);
    if (!replaces) await replaced?.flush();
    await this.#tree.move(source, target, replaces);
    if (replaced !== null && source.path !== target.path) replaced.forget();
    this.#handles.moved(source, target);
  }

  #writer(path: string): FileWriter | null {
    const spot = this.#tree.locate(path);
    return spot === null ? null : this.#handles.writer(spot);
  }

  async #openToRead(path: string): Promise<OpenFile> {
    if ((await this.#tree.stat(path)).kind === 'folder') throw new Refusal(statuses.FAILURE, 'This is a folder');
    return new FileReader(this.#tree, this.#tree.find(path));
  }

  #openToWrite(path: string, flags: number): Promise<OpenFile> {
    const spot = this.#tree.find(path);
    return FileWriter.open(this.#ctx, { tree: this.#tree, spot, flags, userId: this.#userId, room: this.#room });
  }
}

async function setIn(file: OpenFile, { size, changedAt }: ReturnType<Fields['attributes']>): Promise<void> {
  if (size !== null) await file.resize(size);
  if (changedAt !== null) await file.setTime(changedAt);
}

function ok(id: number): Buffer {
  return answers.status(id, statuses.OK, '');
}

function end(id: number): Buffer {
  return answers.status(id, statuses.EOF, 'No more');
}
