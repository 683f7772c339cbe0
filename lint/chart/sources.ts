import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** What the driver asks a cluster to do, by its sources: `verb resource`. */
export function driverCalls(): string[] {
  const files = globSync('packages/runtime/src/kubernetes/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const text = files.map(read).join('\n');
  const verbs: Record<string, string> = { create: 'create', get: 'get', patch: 'patch', remove: 'delete' };
  const calls = [...text.matchAll(/client\.(create|get|patch|remove)\(\s*'(\w+)'/g)].map(
    ([, call = '', what]) => `${verbs[call]} ${what}`,
  );
  const informers = [...text.matchAll(/new Informer\([^']*'(\w+)'/g)].flatMap(([, what]) => [
    `list ${what}`,
    `watch ${what}`,
  ]);
  return [...new Set([...calls, ...informers])];
}

/** The names of what the api and gateways measure. */
export function figures(): Set<string> {
  const sources = [
    'apps/api/src/domains/machine/metrics.ts',
    'apps/api/src/http/connections/proxy-watch.ts',
    'apps/gateway/src/health.ts',
  ]
    .map(read)
    .join('\n');
  const ofNode = globSync('node_modules/prom-client/lib/metrics/*.js', { cwd: root }).map(read).join('\n');
  return new Set([
    ...[...sources.matchAll(/(?:name: '|# TYPE )(\w+)/g)].map(([, figure = '']) => figure),
    ...[...ofNode.matchAll(/'((?:nodejs|process)_\w+)'/g)].map(([, figure = '']) => figure),
  ]);
}
