import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Realms' user ids are above every id that Debian, subuid ranges and systemd assign (systemd.io/UIDS-GIDS leaves
 * 0x70000000 to 0x7ffdffff free). Each data folder begins with a block chosen by its path, so that two copies on a machine
 * share ids with a probability of 1 in 1023, and continues with the following blocks, each of which makes that likelier;
 * even then each realm has a folder of its own.
 */
const first = 0x7000_0000;
const block = 2 ** 18;
const blocks = 1023;

/** The id before that of realm number 1 in this data folder. */
export function userBase(dir: string): number {
  return first + (createHash('sha256').update(dir).digest().readUInt32BE() % blocks) * block;
}

/** The user and group id of a realm. @throws RangeError unless the number is 1 to 268173311 */
export function realmUser(base: number, number: number): number {
  if (!Number.isInteger(number) || number < 1 || number >= block * blocks) {
    throw new RangeError(`a realm's number is from 1 to ${block * blocks - 1}`);
  }
  return first + ((base - first + number) % (block * blocks));
}

/** The group of a realm's user: with the same number, or this process's if realms run as its user. */
export function groupOf(uid: number): number {
  return uid === process.getuid?.() ? (process.getgid?.() ?? uid) : uid;
}

/** Whether the user is a realm's, of any data folder. */
export function isRealmUser(uid: number): boolean {
  return uid >= first && uid < first + block * blocks;
}

/** @throws Error naming the first folder above the path that a realm's user may not pass, or the path if it may not read it. */
export function assertReachable(path: string): void {
  const real = realpathSync(path);
  const stat = statSync(real);
  if (!stat.isDirectory() && (stat.mode & 0o004) === 0) throw new Error(`${real} cannot be read by other users`);
  for (let folder = stat.isDirectory() ? real : dirname(real); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) {
      throw new Error(
        `Realms run as users of their own, who may not pass ${folder}: ${path} must be below folders that all may enter`,
      );
    }
    if (folder === '/') return;
  }
}
