import { randomUUID } from 'node:crypto';
import { kernelKinds, tiers } from '@realmkeep/contract';
import type { z } from 'zod';
import { toJSONSchema } from 'zod';

/** The parts of a JSON schema that are used here. */
export interface Schema {
  /** Several types when one of them is null. */
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  minimum?: number;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

export type Path = (string | number)[];

export function schemaOf(type: z.ZodType): Schema {
  return toJSONSchema(type, { io: 'input' }) as Schema;
}

/** The paths of all fields that are neither an object nor an array; of an array, those of its first item. `open`: any text is accepted. */
export function fieldsOf(schema: Schema, path: Path = []): { path: Path; open: boolean }[] {
  if (schema.anyOf) {
    const fields = schema.anyOf.flatMap((option) => fieldsOf(option, path));
    return fields.filter(
      (field, index) => fields.findIndex((other) => other.path.join('.') === field.path.join('.')) === index,
    );
  }
  if (schema.properties) {
    return Object.entries(schema.properties).flatMap(([name, inner]) => fieldsOf(inner, [...path, name]));
  }
  if (schema.items) return fieldsOf(schema.items, [...path, 0]);
  return [{ path, open: schema.type === 'string' && !schema.enum && !schema.format }];
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** Values by field name, for rules that a schema does not express: every field of that name must accept it, unless it is an enum. */
const known: Record<string, unknown> = {
  username: 'hostile_name',
  referrer_username: null,
  repeatNewPassword: 'a_sample',
  language: 'en',
  address: 'castle',
  domain_name: 'castle',
  domainName: 'castle',
  user_realm_name: 'My Castle',
  realmName: 'My Castle',
  world_name: 'meadow',
  // Only official worlds accept a seed, and the sample's is not one.
  seed: '',
  time: '04:30',
  zone: 'Europe/Warsaw',
  version: '1.20.4',
  jar: 'a1'.repeat(32),
  projectId: 'LaNt3rn5',
  versionId: 'LaNt3rnA',
  prices: [{ currency: 'USD', price: 1.5, discount: 10 }],
  plans: tiers.map((tier) => ({
    tier,
    defaultKernel: 'sandbox',
    kernels: kernelKinds.map((kernel) => ({ kernel, allowed: true, memoryMiB: 1024 })),
  })),
  translations: ['POLISH', 'ENGLISH', 'RUSSIAN'].map((language) => ({ language, name: 'Name', description: 'Text' })),
};

/** A value that the schema accepts. */
export function sampleOf(schema: Schema, name = ''): unknown {
  if (schema.enum) return schema.enum.find((value) => value === known[name]) ?? schema.enum.at(-1);
  if (known[name] !== undefined) return structuredClone(known[name]);
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {}, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties).map(([key, inner]) => [key, sampleOf(inner, key)]));
  }
  if (schema.items) return [sampleOf(schema.items)];
  const type = [schema.type].flat()[0];
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (schema.format === 'uuid') return randomUUID();
  if (schema.format === 'date-time') return inAnHour();
  return 'a_sample'.padEnd(schema.minLength ?? 0, 'x');
}

/** A copy with one value replaced. */
export function withValue(sample: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  // A value that may be one item or a list becomes a list when the path has an index.
  const whole = typeof key === 'number' && !Array.isArray(sample) ? [sample] : sample;
  const copy = structuredClone(whole) as Record<string | number, unknown>;
  copy[key] = withValue(copy[key], rest, value);
  return copy;
}
