import type { FileEntry } from '@realmkeep/runtime';
import type { Spot } from './realm-tree.ts';

/** A file that a client has open. */
export interface OpenFile {
  /** Where it is now: it may be moved while it is open. */
  spot: Spot;
  stat(): Promise<FileEntry>;
  /** From this byte on at most so many; nothing is the end. */
  read(offset: number, length: number): Promise<Buffer>;
  write(offset: number, bytes: Buffer): Promise<void>;
  resize(bytes: number): Promise<void>;
  /** @param changedAt in milliseconds since the epoch */
  setTime(changedAt: number): Promise<void>;
  /** What was written so far takes its place, and the file stays open. */
  flush(): Promise<void>;
  /** What was written takes its place. */
  close(): Promise<void>;
  /**
   * The client disconnected without closing it.
   * @param keep whether the received part of a new file is kept, so that the client can continue it
   */
  abandon(keep: boolean): Promise<void>;
}
