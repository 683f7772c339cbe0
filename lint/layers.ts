/** The groups of each app in their order, and the check of imports against it. */
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The groups of an app from the bottom up: folders, or files beside them. A group imports values only from those listed before it, so that
 * groups never form a cycle. Files beside the folders that are not listed put the app together, and are the top group.
 */
const layers: Record<string, readonly string[]> = {
  'apps/api/src': [
    'start-refused.ts',
    'db',
    'http',
    'limits',
    'integrations',
    'domains/audit',
    'domains/identity',
    'domains/coins',
    'domains/uploads',
    'domains/maps',
    'domains/realms',
    'domains/files',
    'domains/worlds',
    'domains/console',
    'domains/databases',
    'domains/schedules',
    'domains/shop',
    'domains/subscriptions',
    'domains/payments',
    'domains/accounts',
    'domains/admin',
    'domains/gateway',
    'domains/machine',
    'domains/events',
    'domains/site',
    'sftp',
  ],
  'apps/realm-server/src': [
    'control',
    'maps',
    'world-folder',
    'console',
    'servers',
    'identity',
    'file-agent',
    'plan',
    'world-format',
    'servers/builtin',
    'servers/java',
  ],
  'apps/web/src/features': [
    'drafts',
    'theme',
    'language',
    'live',
    'leaving',
    'uploads',
    'auth',
    'account',
    'admin',
    'realm',
    'shop',
  ],
  'packages/runtime/src': [
    'parse-json.ts',
    'land.ts',
    'files.ts',
    'runtime.ts',
    'worlds.ts',
    'notice-hub.ts',
    'realm-queue.ts',
    'paced-lines.ts',
    'stream-bound.ts',
    'watch-turn.ts',
    'file-agent',
    'remote',
    'fake',
    'local/user',
    'local/folder',
    'local/way-out',
    'local/bounds',
    'local/control',
    'local/process',
    'local/disk',
    'local/file-agents',
    'local',
    'docker',
    'pod',
    'kubernetes',
  ],
};

/** The folders of apps/web/src from the top down: each imports only those below it. The files beside them, such as main.tsx, are on top. */
export const webLayers = ['routes', 'pages', 'layouts', 'features', 'api', 'session', 'shared', 'i18n', 'ui'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * What is wrong with an import of values, by the order of groups, or null. Types, which are gone at run time, may come from anywhere, and
 * tests may import anything.
 * @param file the importing file's absolute path
 * @param specifier what is written after `from`
 */
export function climbing(file: string, specifier: string): string | null {
  if (!specifier.startsWith('.') || /\.test\.tsx?$/.test(file)) return null;
  const app = Object.keys(layers).find((app) => file.startsWith(`${root}/${app}/`));
  if (app === undefined) return null;
  const [from, to] = [file, resolve(dirname(file), specifier)].map((path) =>
    groupOf(app, relative(join(root, app), path)),
  );
  if (!from || !to || from.name === to.name) return null;
  for (const { name, height } of [from, to])
    if (height < 0) return `${name} is not in lint/layers.ts yet: add it above the groups that it imports.`;
  return to.height > from.height
    ? `${from.name} is a lower layer than ${to.name} (lint/layers.ts) and must not import it, except for types.`
    : null;
}

/** The group of an app that a file belongs to. @param path from the app's sources @returns null outside them; `height` is negative where the table above does not name the group */
export function groupOf(app: string, path: string): { name: string; height: number } | null {
  const groups = layers[app] ?? [];
  const fitting = groups.filter((group) => path === group || path.startsWith(`${group}/`));
  // Of a folder and one within it, the one within.
  const name = fitting.toSorted((a, b) => b.length - a.length)[0];
  if (name !== undefined) return { name, height: groups.indexOf(name) };
  if (path.startsWith('..')) return null;
  return path.includes('/') ? { name: dirname(path), height: -1 } : { name: app, height: groups.length };
}
