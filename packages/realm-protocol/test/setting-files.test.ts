import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toggleNames } from '../src/rules.ts';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/adding-a-realm-setting.md'), 'utf8');
/** The files and folders of the guide's numbered steps. */
const listed = [...guide.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);
const servers = /^apps\/realm-server\/src\/servers\/(builtin|java)\//;
/** A switch that is not about the world is put into the group of the game there. */
const page = 'apps/web/src/pages/realm-settings/RealmSettingsPage.tsx';

const columnOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The files that name it, but for tests and docs. */
function filesNaming(name: string): string[] {
  const not = ['docs/**', '**/*.test.ts', '**/test/**'].map((path) => `:(exclude,glob)${path}`);
  const words = ['-e', name, '-e', columnOf(name)];
  const text = execFileSync('git', ['grep', '-lw', '--untracked', ...words, '--', '.', ...not], {
    cwd: root,
    encoding: 'utf8',
  });
  return text.trim().split('\n');
}

const isListed = (file: string): boolean =>
  listed.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path));

test.each(['animalSpawn', 'villagersRespawn'])('%s is named in the eight files of the guide', (name) => {
  // The file of the built-in server that enforces it is one more.
  const files = filesNaming(name).filter((file) => !file.startsWith('apps/realm-server/src/servers/builtin/'));
  expect(files.filter((file) => !isListed(file))).toEqual([]);
  expect(files).toHaveLength(listed.length);
  expect(listed).toHaveLength(8);
});

test.each(toggleNames)('%s is named nowhere else but where a server enforces it', (name) => {
  const files = filesNaming(name);
  expect(files.filter((file) => !isListed(file) && !servers.test(file) && file !== page)).toEqual([]);
});
