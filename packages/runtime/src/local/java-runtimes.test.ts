import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findJavaRuntimes, javaFor, javaMajorFor, parseJavaVersion } from './java-runtimes.ts';

test.each([
  ['1.8.8', 8],
  ['1.12.2', 8],
  ['1.16.5', 8],
  ['1.17', 16],
  ['1.17.1', 16],
  ['1.18', 17],
  ['1.19.4', 17],
  ['1.20', 17],
  ['1.20.4', 17],
  ['1.20.5', 21],
  ['1.20.6', 21],
  ['1.21', 21],
  ['1.21.11', 21],
  ['26.1', 25],
])('%s needs Java %i', (version, major) => {
  expect(javaMajorFor(version)).toBe(major);
});

test('what the version says of itself counts', () => {
  expect(javaMajorFor('26.2', 27)).toBe(27);
});

test.each([
  ['openjdk version "17.0.15" 2025-04-15\nOpenJDK Runtime Environment', 17],
  ['openjdk version "25" 2025-09-16', 25],
  ['openjdk version "26-ea" 2026-03-17', 26],
  ['java version "1.8.0_392"', 8],
  ['Picked up JAVA_TOOL_OPTIONS: -Xmx1g\nopenjdk version "21.0.2" 2024-01-16', 21],
  ['version 17', null],
  ['', null],
])('%j is version %s', (text, major) => {
  expect(parseJavaVersion(text)).toBe(major);
});

test('the lowest that is enough is chosen', () => {
  const runtimes = [25, 8, 17].map((major) => ({ path: `/java-${major}`, major }));
  expect(javaFor(runtimes, '1.16.5')?.major).toBe(8);
  expect(javaFor(runtimes, '1.17.1')?.major).toBe(17);
  expect(javaFor(runtimes, '1.21.4')?.major).toBe(25);
  expect(javaFor(runtimes, '26.5', 26)).toBeNull();
});

test('a java is found in its home and on the path, once, and what is none is left out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'realmkeep-java-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  async function makeJava(home: string, script: string): Promise<string> {
    const bin = join(folder, home, 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'java'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return bin;
  }
  const bin = await makeJava('one', `echo 'openjdk version "99.0.1" 2070-01-01' >&2`);
  await makeJava('two', 'echo no >&2');
  const other = await makeJava('three', 'exit 1');
  const found = await findJavaRuntimes({ home: join(folder, 'one'), path: `${bin}:relative:${other}:/nowhere` });
  expect(found.filter(({ path }) => path.startsWith(folder))).toEqual([{ path: join(bin, 'java'), major: 99 }]);
  expect((await findJavaRuntimes({ home: join(folder, 'two') })).filter(({ path }) => path.startsWith(folder))).toEqual(
    [],
  );
});
