import { createHash } from 'node:crypto';
import { pathToRead } from './file-path.ts';
import type { FileAgentFolder } from './file-agent-folder.ts';
import { openPlain } from './read-file.ts';

export async function hashFile({ root }: FileAgentFolder, path: string): Promise<string> {
  const { file, stat } = await openPlain(root, pathToRead(path));
  const hash = createHash('sha512');
  if (stat.size === 0) await file.close();
  else {
    // Not more than it had: it may be growing.
    const content = file.createReadStream({ start: 0, end: stat.size - 1, highWaterMark: 256 * 1024 });
    for await (const piece of content as AsyncIterable<Buffer>) hash.update(piece);
  }
  return hash.digest('hex');
}
