import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Helm, podOf, type Rendered } from './render.ts';

let folder: string;
let helm: Helm;
let rendered: Rendered[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'realmkeep-helm-'));
  helm = await Helm.unpack(folder);
  rendered = await helm.template({ monitoring: { rules: { enabled: true } } });
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const api = () => {
  const pod = rendered.flatMap((one) => podOf(one) ?? []).find(({ spec }) => spec.containers[0]?.name === 'api');
  const told = new Map(pod?.spec.containers[0]?.env.map(({ name, value }) => [name, value]));
  return { told, volumes: pod?.spec.volumes };
};

test('users are refused before a node evicts pods for its disk, and the operator is told before that', () => {
  // https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/#hard-eviction-thresholds
  const [ofNode, withImages] = [10, 15];
  expect(Number(api().told.get('DISK_RESERVE_PERCENT'))).toBeGreaterThan(Math.max(ofNode, withImages));
  const rules = rendered.find(({ kind }) => kind === 'PrometheusRule');
  const alerts = rules?.['spec'].groups[0].rules as { alert: string; expr: string }[];
  const { expr = '' } = alerts.find(({ alert }) => alert === 'RealmkeepSpoolLow') ?? {};
  const [, times] =
    /^min\(realmkeep_disk_free_bytes\{.*\} - ([\d.]+) \* realmkeep_disk_kept_bytes\{.*\}\) < 0$/.exec(expr) ?? [];
  expect(Number(times)).toBeGreaterThan(1);
});

test('the api knows how much its folder may hold, which has room for what is on its way there', async () => {
  const { told, volumes } = api();
  expect(volumes).toContainEqual({ name: 'data', emptyDir: { sizeLimit: `${told.get('SPOOL_GIB')}Gi` } });
  await expect(helm.template({ api: { spoolGiB: 7 } })).rejects.toThrow('specifications of the schema');
});
