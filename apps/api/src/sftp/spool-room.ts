import { maxFileBytes } from '@realmkeep/contract';
import { AppError } from '../http/app-error.ts';

/** Of one account at once, as of its uploads by the page. */
const maxAccountBytes = maxFileBytes;

/** What the accounts' uploads by SFTP take on the disk until each is in its place. */
export class SpoolRoom {
  readonly #byUser = new Map<string, number>();

  /** @param bytes more, or less than nothing. @throws AppError file_quota */
  take(userId: string, bytes: number): void {
    const taken = (this.#byUser.get(userId) ?? 0) + bytes;
    if (bytes > 0 && taken > maxAccountBytes) throw new AppError('file_quota');
    if (taken > 0) this.#byUser.set(userId, taken);
    else this.#byUser.delete(userId);
  }
}
