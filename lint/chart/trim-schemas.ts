/*
 * `node lint/chart/trim-schemas.ts FILE`: writes kubernetes-1.34.json beside this, from api/openapi-spec/swagger.json of Kubernetes 1.34, which lies in
 * Go's module k8s.io/kubernetes. Kept are the kinds that the chart has, without what is written for people.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Schema } from './schema-problems.ts';

const kinds = [
  'core.v1.ConfigMap',
  'core.v1.Namespace',
  'core.v1.Service',
  'core.v1.ServiceAccount',
  'apps.v1.DaemonSet',
  'apps.v1.Deployment',
  'autoscaling.v2.HorizontalPodAutoscaler',
  'batch.v1.Job',
  'networking.v1.Ingress',
  'networking.v1.NetworkPolicy',
  'policy.v1.PodDisruptionBudget',
  'rbac.v1.Role',
  'rbac.v1.RoleBinding',
];

const [file = ''] = process.argv.slice(2);
const { definitions } = JSON.parse(readFileSync(file, 'utf8')) as { definitions: Record<string, Schema> };
const kept = new Map<string, Schema>();
for (const kind of kinds) keep(`io.k8s.api.${kind}`);
const lines = [...kept].toSorted(([one], [other]) => (one < other ? -1 : 1));
const text = lines.map(([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`).join(',\n');
writeFileSync(join(import.meta.dirname, 'kubernetes-1.34.json'), `{\n${text}\n}\n`);

function keep(name: string): void {
  const found = definitions[name];
  if (found === undefined) throw new Error(`there is no ${name}`);
  if (kept.has(name)) return;
  kept.set(name, {});
  kept.set(name, trim(found));
}

function trim({ $ref, type, format, required, enum: values, properties, additionalProperties, items }: Schema): Schema {
  if ($ref !== undefined) {
    const name = $ref.slice('#/definitions/'.length);
    keep(name);
    return { $ref: name };
  }
  return {
    ...(type && { type }),
    ...(format && { format }),
    ...(required && { required }),
    ...(values && { enum: values }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, trim(value)])),
    }),
    ...(additionalProperties && { additionalProperties: trim(additionalProperties) }),
    ...(items && { items: trim(items) }),
  };
}
