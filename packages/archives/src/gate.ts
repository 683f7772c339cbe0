import { isPlainName } from '@realmkeep/safe-fs';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveLimits, freeBytes } from './archive-limits.ts';

/** Some room below what Linux allows for a path. */
const maxNameBytes = 1024;

type Kind = 'file' | 'folder';

/** What turns a name around, or has no width: the name is another than it looks. */
const hiddenSigns = /[\p{Bidi_Control}\u200b\u2060\ufeff]/u;

/** Whether an entry may be named so: each part is itself and nothing else. */
export function isEntryName(name: string): boolean {
  return Buffer.byteLength(name) <= maxNameBytes && name.split('/').every(isPlainName);
}

/** What one archive has shown so far, held against the limits. */
export class Gate {
  readonly #limits: ArchiveLimits;
  readonly #archiveBytes: number;
  readonly #keyOf: (name: string) => string;
  readonly #mayLookSo: (name: string) => boolean;
  /** The kind, and the name as it is written. */
  readonly #known = new Map<string, { kind: Kind; name: string }>();
  #bytes = 0;

  /**
   * @param archiveBytes the packed size on the disk
   * @param names whether two names that look the same count as one, or all are allowed that the disk tells apart
   */
  constructor(limits: ArchiveLimits, archiveBytes: number, names: 'as seen' | 'as written' = 'as seen') {
    this.#limits = limits;
    this.#keyOf = names === 'as seen' ? (name) => name.normalize('NFC') : (name) => name;
    this.#mayLookSo = (name) => names === 'as written' || !hiddenSigns.test(name);
    this.#archiveBytes = archiveBytes;
  }

  /**
   * Admits an entry.
   * @param written its name in the archive
   * @returns the parts of its name; none for the folder itself, which some archives contain
   * @throws ArchiveError
   */
  enter(written: string, kind: Kind): string[] {
    const name = written.replace(/^\.\//, '').replace(kind === 'folder' ? /\/$/ : /^$/, '');
    if (kind === 'folder' && (name === '' || name === '.')) return [];
    if (!isEntryName(name) || !this.#mayLookSo(name)) throw new ArchiveError('name_invalid', written);
    const parts = name.split('/');
    if (parts.length > this.#limits.depth) throw new ArchiveError('depth', written);
    for (let length = 1; length < parts.length; length += 1)
      this.#note(parts.slice(0, length).join('/'), 'folder', written);
    if (kind === 'file' && this.#known.has(this.#keyOf(name))) throw new ArchiveError('name_twice', written);
    this.#note(name, kind, written);
    return parts;
  }

  /** Counts unpacked bytes. @throws ArchiveError */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.bytes) throw new ArchiveError('bytes');
    if (this.#bytes > freeBytes && this.#bytes > this.#limits.ratio * this.#archiveBytes)
      throw new ArchiveError('ratio');
  }

  #note(name: string, kind: Kind, written: string): void {
    const key = this.#keyOf(name);
    const known = this.#known.get(key);
    // Two names that look the same, but are different on the disk.
    if (known && (known.kind !== kind || known.name !== name)) throw new ArchiveError('name_twice', written);
    if (known) return;
    if (this.#known.size >= this.#limits.entries) throw new ArchiveError('entries');
    this.#known.set(key, { kind, name });
  }
}
