/** A file or a folder in an archive. */
export interface ArchiveEntry {
  /** Its name, by the folders on the way: `['region', 'r.0.0.mca']`. Checked. */
  parts: string[];
  /** What the file holds, to be read once; null for a folder. Throws ArchiveError when it is damaged or too large. */
  content: AsyncIterable<Buffer> | null;
}
