import { parseArgs } from 'node:util';
import { InvalidInput, isInteger } from './settings.ts';

/** @param args the arguments after the script: `--dir <realm's folder> --lease <n>`. @throws InvalidInput */
export function parseCommandLine(args: string[]): { dir: string; lease: number } {
  let values: { dir?: string; lease?: string };
  try {
    ({ values } = parseArgs({ args, options: { dir: { type: 'string' }, lease: { type: 'string' } } }));
  } catch (error) {
    throw new InvalidInput(error instanceof Error ? error.message : 'the arguments cannot be read');
  }
  const lease = Number(values.lease);
  if (!values.dir || !isInteger(lease, 1, Number.MAX_SAFE_INTEGER)) {
    throw new InvalidInput('usage: realm-server --dir <folder of the realm> --lease <number from 1>');
  }
  return { dir: values.dir, lease };
}
