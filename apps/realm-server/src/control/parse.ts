import { RealmSpec } from '@realmkeep/realm-protocol';
import * as z from 'zod/mini';

// Schemas compiled at run time would be faster, but cost memory as long as the process runs.
z.config({ jitless: true, customError: () => 'cannot have this value' });

/** Input that is not what the control interface or spec.json promises. The message is for people, without anything of the input's values. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';
}

/** The input as the schema gives it back. @throws InvalidInput with the first thing that is wrong */
export function parse<Schema extends z.ZodMiniType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') throw new InvalidInput(`unknown setting: ${issue.keys[0]?.slice(0, 40)}`);
  throw new InvalidInput(`${issue?.path.join('.') || 'the input'} ${issue?.message}`);
}

/** Reads the text of spec.json. @throws InvalidInput */
export function parseSpec(text: string): RealmSpec {
  return parse(RealmSpec, parseJson(text, 'spec.json'));
}

/** @param name for the error message @throws InvalidInput */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInput(`${name} is not JSON`);
  }
}
