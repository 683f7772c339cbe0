import type { FileEntry, FilesErrorCode } from '../files.ts';

/**
 * The interface of a file agent: a process that runs as a realm's own user beside the realm, or without it, and carries out the
 * driver's operations on the files in the realm's folder.
 *
 * It inherits a listening unix socket that only the driver's user can reach, or makes one at a given path, prints one line on its standard
 * output when it is ready, and ends when its standard input does. HTTP/1.1 on that socket:
 * `POST /<operation>?<arguments>`, with the arguments as a JSON list, URL-encoded; the body is the content of `write`, the archive
 * of `unpackWorld`, else empty.
 *
 * The answer is 200 with the result of the RealmFiles operation as JSON. For `read` it is the bytes, with the entry in the header
 * `x-entry` as encoded JSON; for `packWorld` the archive; for `drawLand` and `drawPicture` the picture's bytes; for `archive` and `extract` a
 * WorkLine as JSON on each line, the last of which is an entry or a refusal. A FilesError is 409 with a FileAgentRefusal; 500 is a fault. Work
 * is cancelled when the caller hangs up.
 */
export interface FileAgentRefusal {
  code: FilesErrorCode;
}

/** Progress and result of work. */
export type WorkLine = { bytes: number } | { entry: FileEntry } | FileAgentRefusal;

/** The socket's descriptor. */
export const fileAgentDescriptor = 3;
export const entryHeader = 'x-entry';

export function encodeEntry(entry: FileEntry): string {
  return encodeURIComponent(JSON.stringify(entry));
}
