import type { FileEntry, FilesErrorCode } from '../files.ts';

/**
 * The interface of a file agent: a process that runs as a realm's own user beside the realm, or without it, and does with the files of
 * the realm's folder what the driver asks.
 *
 * It is started with a unix socket listening that only the driver's user reaches, or makes one at the path that it is given, says one line on its standard output when it serves,
 * and ends when its standard input does. HTTP/1.1 on that socket:
 * `POST /<operation>?<arguments>`, the arguments as a JSON list, encoded; the body is the content of `write`, the archive
 * of `unpackWorld`, else empty.
 *
 * The answer is 200 with what the operation of RealmFiles returns, as JSON; of `read` the bytes, and the entry in the header
 * `x-entry`, as encoded JSON; of `packWorld` the archive; of `drawLand` and `drawPicture` the picture's bytes; of `archive` and `extract` a WorkLine as JSON on each line, of which the last
 * is an entry or a refusal. A FilesError is 409 with a FileAgentRefusal; 500 is a fault. Work is given up when nobody waits for it.
 */
export interface FileAgentRefusal {
  code: FilesErrorCode;
}

/** What is told of work while it is done, and at its end. */
export type WorkLine = { bytes: number } | { entry: FileEntry } | FileAgentRefusal;

/** The socket's descriptor. */
export const fileAgentDescriptor = 3;
export const entryHeader = 'x-entry';

export function encodeEntry(entry: FileEntry): string {
  return encodeURIComponent(JSON.stringify(entry));
}
