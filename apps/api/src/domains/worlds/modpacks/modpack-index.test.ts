import { describe, expect, test } from 'vitest';
import { readIndex } from './modpack-index.ts';

const terms = {
  base: new URL('https://api.modrinth.com'),
  hosts: ['github.com'],
  quota: { bytes: 1000, files: 3 },
};
const file = {
  path: 'mods/a.jar',
  hashes: { sha1: 'A'.repeat(40), sha512: 'B'.repeat(128) },
  env: { client: 'required', server: 'optional' },
  downloads: ['https://cdn.modrinth.com/a.jar'],
  fileSize: 400,
};
const tiny = (name: string) => ({ ...file, path: `mods/${name}`, fileSize: 1 });
const client = { client: 'required', server: 'unsupported' };

/** Of these files, and with what else is different. */
const indexOf = (files: unknown[], more: object = {}) =>
  JSON.stringify({
    formatVersion: 1,
    game: 'minecraft',
    versionId: '1',
    name: 'Test',
    files,
    dependencies: { minecraft: '1.20.1', 'fabric-loader': '0.16.7' },
    ...more,
  });

test('an index tells what a server needs: files for servers that have a place there, from hosts that may be asked', () => {
  const text = indexOf([
    file,
    {
      ...file,
      path: 'config/deep/b.txt',
      env: null,
      downloads: ['https://elsewhere.example/b', 'https://github.com/b'],
    },
    { ...file, path: 'mods/client.jar', env: client, fileSize: 10_000 },
    { ...file, path: 'resourcepacks/c.zip' },
    { ...file, path: 'shaderpacks/d.zip' },
    { ...file, path: 'world/level.dat' },
    { ...file, path: 'world/datapacks/e.zip', fileSize: 0 },
  ]);
  const { files, ...rest } = readIndex(text, terms);
  expect(rest).toEqual({ game: '1.20.1', loader: '0.16.7', leftOut: ['resourcepacks', 'shaderpacks', 'world'] });
  expect(files.map(({ path, url, size }) => [path, url, size])).toEqual([
    ['mods/a.jar', 'https://cdn.modrinth.com/a.jar', 400],
    ['config/deep/b.txt', 'https://github.com/b', 400],
    ['world/datapacks/e.zip', 'https://cdn.modrinth.com/a.jar', 0],
  ]);
  expect(files[0]?.hashes.sha512).toBe('b'.repeat(128));
});

describe('an index is refused with', () => {
  const dependencies = (needs: object) => indexOf([], { dependencies: needs });
  const from = (...downloads: string[]) => indexOf([{ ...file, downloads }]);

  test.each([
    ['../a.jar', '../a.jar'],
    ['mods/../../a.jar', 'mods/../../a.jar'],
    ['mods/./a.jar', 'mods/./a.jar'],
    ['/etc/cron.d/a', '/etc/cron.d/a'],
    ['mods//a.jar', 'mods//a.jar'],
    ['', ''],
    ['mods\\..\\a.jar', 'mods\\..\\a.jar'],
    ['C:/mods/a.jar', 'C:/mods/a.jar'],
    ['c:a.jar', 'c:a.jar'],
    ['mods/a\u0000\n.jar', 'mods/a??.jar'],
    ['mods/a\u202ejar', 'mods/a?jar'],
    [`mods/${'a/'.repeat(40)}a`, `mods/${'a/'.repeat(40)}a`],
    [`mods/${'ä'.repeat(200)}`, `mods/${'ä'.repeat(195)}`],
  ])('the path %j', (path, subject) => {
    expect(() => readIndex(indexOf([{ ...file, path }]), terms)).toThrow(
      expect.objectContaining({ problem: 'UNSAFE', subject }),
    );
    // Also if it is for the game's client, and would not be written.
    expect(() => readIndex(indexOf([{ ...file, path, env: client }]), terms)).toThrow(
      expect.objectContaining({ problem: 'UNSAFE' }),
    );
  });

  test.each<[string, string, object]>([
    ['files elsewhere', from('https://elsewhere.example/a'), { problem: 'HOST', subject: 'elsewhere.example' }],
    ['a host that only ends like one', from('https://evilgithub.com/a'), { problem: 'HOST' }],
    ['a port of a host', from('https://github.com:8443/a'), { problem: 'HOST' }],
    ['a host without TLS', from('http://github.com/a'), { problem: 'HOST' }],
    ['a file of the machine', from('file:///etc/passwd'), { problem: 'HOST' }],
    ['no address', from(), { problem: 'INVALID' }],
    ['one path twice', indexOf([file, file]), { problem: 'INVALID', subject: 'mods/a.jar' }],
    [
      'one path in two spellings',
      indexOf([
        { ...file, path: 'mods/\u00e4' },
        { ...file, path: 'mods/a\u0308' },
      ]),
      { problem: 'INVALID' },
    ],
    ['a file that is a folder too', indexOf([file, { ...file, path: 'mods/a.jar/b' }]), { problem: 'INVALID' }],
    ['too many bytes', indexOf([{ ...file, fileSize: 1001 }]), { problem: 'QUOTA' }],
    ['too many files', indexOf([tiny('a'), tiny('b'), tiny('c'), tiny('d')]), { problem: 'QUOTA' }],
    ['a size below none', indexOf([{ ...file, fileSize: -1 }]), { problem: 'INVALID' }],
    ['no SHA-512', indexOf([{ ...file, hashes: { sha1: file.hashes.sha1 } }]), { problem: 'INVALID' }],
    ['Forge', dependencies({ minecraft: '1.20.1', forge: '47' }), { problem: 'LOADER', subject: 'forge' }],
    [
      'Quilt beside Fabric',
      dependencies({ minecraft: '1.20.1', 'fabric-loader': '0.16', 'quilt-loader': '0.26' }),
      { problem: 'LOADER', subject: 'quilt-loader' },
    ],
    ['no loader', dependencies({ minecraft: '1.20.1' }), { problem: 'LOADER', subject: null }],
    ['no game', dependencies({ 'fabric-loader': '0.16' }), { problem: 'INVALID' }],
    ['another format', indexOf([], { formatVersion: 2 }), { problem: 'INVALID' }],
    ['another game', indexOf([], { game: 'chess' }), { problem: 'INVALID' }],
    ['no files', indexOf([], { files: undefined }), { problem: 'INVALID' }],
    ['no JSON', 'hello', { problem: 'INVALID', subject: 'modrinth.index.json' }],
  ])('%s', (_, text, refusal) => {
    expect(() => readIndex(text, terms)).toThrow(expect.objectContaining(refusal));
  });
});
