import type { FileEntry } from '@realmkeep/runtime';

/** A file that a client has open. */
export interface OpenFile {
  stat(): Promise<FileEntry>;
  /** From this byte on at most so many; nothing is the end. */
  read(offset: number, length: number): Promise<Buffer>;
  write(offset: number, bytes: Buffer): Promise<void>;
  resize(bytes: number): Promise<void>;
  /** What was written takes its place. */
  close(): Promise<void>;
  /**
   * The client has gone without closing it.
   * @param keep whether what has come of a new file is kept, so that the client can go on with it
   */
  abandon(keep: boolean): Promise<void>;
}
