import { createReadStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { extract, type Header } from 'tar-stream';
import { expect, onTestFinished, test } from 'vitest';
import { addFile, addFolder, addText, type ImageFiles } from './image-files.ts';
import { nobody } from './contents.ts';
import { writeImage } from './write-image.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-image-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The same files, made in that order, with that time and modes as that umask leaves them. */
async function checkoutOf(names: readonly string[], time: number, modes: { program: number; file: number }) {
  const folder = await newFolder();
  await mkdir(join(folder, 'deep/er'), { recursive: true });
  for (const name of names) {
    const path = join(folder, name);
    await writeFile(path, `the words of ${name}`);
    await chmod(path, name === 'program' ? modes.program : modes.file);
    await utimes(path, time, time);
  }
  return folder;
}

async function imageOf(checkout: string, text = 'told') {
  const lower: ImageFiles = new Map();
  await addFolder(lower, checkout, '/opt/thing', new Set(['left-out']));
  const upper: ImageFiles = new Map();
  addText(upper, '/etc/told', text);
  upper.set('/etc/link', { content: { link: '../opt/thing' }, isProgram: true });
  await addFile(upper, join(checkout, 'program'), '/bin/program');
  const folder = await newFolder();
  const image = { name: 'thing', layers: [lower, upper], user: nobody, entrypoint: ['/bin/program'] };
  return writeImage(folder, { ...image, env: { A: 'b' }, workingDir: '/', labels: {} });
}

interface Entry {
  header: Header;
  bytes: Buffer;
}

async function entriesOf(tar: Readable): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of tar.pipe(extract())) {
    entries.set(entry.header.name, { header: entry.header, bytes: await buffer(entry) });
  }
  return entries;
}

const bytesOf = (entries: Map<string, Entry>, name: string) => entries.get(name)?.bytes ?? Buffer.alloc(0);
const parsed = (entries: Map<string, Entry>, name: string) => JSON.parse(bytesOf(entries, name).toString());

test('the same files make the same bytes, whoever has made them and when', async () => {
  const names = ['program', 'b', 'deep/er/a', 'left-out'];
  const one = await imageOf(await checkoutOf(names, 1_000_000_000, { program: 0o755, file: 0o644 }));
  const backwards = names.toReversed();
  const two = await imageOf(await checkoutOf(backwards, 1_700_000_000, { program: 0o700, file: 0o600 }));
  expect(two.reference).toBe(one.reference);
  expect((await readFile(two.archive)).equals(await readFile(one.archive))).toBe(true);

  const other = await imageOf(await checkoutOf(names, 1_000_000_000, { program: 0o755, file: 0o644 }), 'another');
  expect(other.reference).toMatch(/^thing:[\da-f]{12}$/);
  expect(other.reference).not.toBe(one.reference);
});

test('all in it is root’s, of no time, and nobody’s to write; it runs as nobody', async () => {
  const { archive, reference } = await imageOf(
    await checkoutOf(['program', 'deep/er/a'], 1_700_000_000, { program: 0o777, file: 0o666 }),
  );
  const entries = await entriesOf(createReadStream(archive));
  const [docker] = parsed(entries, 'manifest.json');
  expect(docker.RepoTags).toEqual([reference]);
  const config = parsed(entries, docker.Config);
  expect(config.config).toMatchObject({ User: '65532:65532', Entrypoint: ['/bin/program'], Env: ['A=b'] });
  // What ctr reads leads to the same.
  const [{ digest }] = parsed(entries, 'index.json').manifests;
  const manifest = parsed(entries, `blobs/${digest.replace(':', '/')}`);
  expect(`blobs/${manifest.config.digest.replace(':', '/')}`).toBe(docker.Config);

  const layers: Map<string, Entry>[] = [];
  for (const name of docker.Layers) layers.push(await entriesOf(Readable.from([bytesOf(entries, name)])));
  const all = layers.flatMap((layer) => [...layer.values()].map(({ header }) => header));
  for (const { uid, gid, mtime } of all) expect([uid, gid, Number(mtime)]).toEqual([0, 0, 0]);
  expect(all.map(({ name, type, mode }) => `${name} ${type} ${mode?.toString(8)}`)).toEqual([
    'opt/ directory 755',
    'opt/thing/ directory 755',
    'opt/thing/deep/ directory 755',
    'opt/thing/deep/er/ directory 755',
    'opt/thing/deep/er/a file 644',
    'opt/thing/program file 755',
    'bin/ directory 755',
    'etc/ directory 755',
    'bin/program file 755',
    'etc/link symlink 755',
    'etc/told file 644',
  ]);
});
