import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { javaOfRealms } from './installed-docker-runtime.ts';

test('the versions of Java are those that an image has, as bin/images has named it; the lowest first', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'realmkeep-images-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await mkdir(join(dataDir, 'images'));
  const java = { '/b/java': 'realmkeep-realm-java25:0123', '/a/java': 'realmkeep-realm-java8:4567' };
  const list = { realm: 'realmkeep-realm:89ab', java, node: '/node', realmServer: '/app' };
  await writeFile(join(dataDir, 'images/images.json'), JSON.stringify(list));
  expect(await javaOfRealms(dataDir)).toEqual([
    { path: '/a/java', major: 8 },
    { path: '/b/java', major: 25 },
  ]);
});
