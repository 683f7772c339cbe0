import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of OpenAPI 2, what Kubernetes' schemas use. */
export interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  required?: string[];
  enum?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
}

export interface KubeObject {
  apiVersion: string;
  kind: string;
  [field: string]: unknown;
}

const text: Schema = { type: 'string' };
const object = (properties: Record<string, Schema>, ...required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const words: Schema = { type: 'object', additionalProperties: text };

/** Of the Prometheus operator's kinds, the fields that the chart gives: https://prometheus-operator.dev/docs/api-reference/api/ */
const monitoring: Record<string, Schema> = {
  ServiceMonitor: object(
    {
      selector: object({ matchLabels: words }),
      namespaceSelector: object({ matchNames: list(text) }),
      endpoints: list(
        object({
          port: text,
          path: text,
          interval: text,
          authorization: object({ credentials: object({ name: text, key: text }, 'key') }),
        }),
      ),
    },
    'selector',
    'endpoints',
  ),
  PrometheusRule: object({
    groups: list(
      object(
        {
          name: text,
          rules: list(object({ alert: text, expr: text, for: text, labels: words, annotations: words }, 'expr')),
        },
        'name',
      ),
    ),
  }),
};

const definitions = JSON.parse(readFileSync(join(import.meta.dirname, 'kubernetes-1.34.json'), 'utf8')) as Record<
  string,
  Schema
>;
const metadata = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
for (const [kind, spec] of Object.entries(monitoring)) {
  definitions[`io.k8s.api.monitoring.v1.${kind}`] = object(
    { apiVersion: text, kind: text, metadata: { $ref: metadata }, spec },
    'spec',
  );
}

/** What a cluster of Kubernetes 1.34 refuses of an object's shape: fields that it does not know, that lack, or that are of another type. */
export function schemaProblems(one: KubeObject): string[] {
  const [group, version] = one.apiVersion.includes('/') ? one.apiVersion.split('/') : ['core', one.apiVersion];
  const name = `io.k8s.api.${group?.split('.')[0]}.${version}.${one.kind}`;
  return problems({ $ref: name }, one, one.kind);
}

function problems(given: Schema, value: unknown, at: string): string[] {
  const schema = given.$ref === undefined ? given : definitions[given.$ref];
  if (schema === undefined) return [`${at}: there is no ${given.$ref}`];
  const { type, format, required = [], properties, additionalProperties, items } = schema;
  if (format === 'int-or-string') return ['number', 'string'].includes(typeof value) ? [] : [`${at}: no int-or-string`];
  // A quantity, as texts and numbers are taken for.
  if (given.$ref?.endsWith('.Quantity') && typeof value === 'number') return [];
  if (schema.enum && !schema.enum.includes(String(value))) return [`${at}: none of ${schema.enum.join(', ')}`];
  if (type === undefined) return [];
  const actual = Array.isArray(value) ? 'array' : Number.isInteger(value) && type === 'integer' ? type : typeof value;
  if (value === null || actual !== type) return [`${at}: ${value === null ? 'null' : actual}, not ${type}`];
  if (Array.isArray(value)) return value.flatMap((each, index) => problems(items ?? {}, each, `${at}[${index}]`));
  if (type !== 'object') return [];
  const fields = value as Record<string, unknown>;
  return [
    ...required.filter((name) => !(name in fields)).map((name) => `${at}.${name}: is missing`),
    ...Object.entries(fields).flatMap(([name, each]) => {
      const known = properties?.[name] ?? additionalProperties;
      if (known === undefined) return properties ? [`${at}.${name}: is unknown`] : [];
      return problems(known, each, `${at}.${name}`);
    }),
  ];
}
