import { parseArgs } from 'node:util';
import { InvalidInput } from './control/parse.ts';

interface CommandLine {
  dir: string;
  fencingToken: number;
  /** The folder of the socket that leads to the realm's database; null: it has no walls, or it is not shown one. */
  databaseDoor: string | null;
  /** The prefix of its sockets' paths, if it must make them; null: it inherits them. */
  sockets: string | null;
}

/** @param args the arguments after the script: `--dir <realm's folder> --lease <n> [--database-door <folder>] [--sockets <start of a path>]`. @throws InvalidInput */
export function parseCommandLine(args: string[]): CommandLine {
  let values: { dir?: string; lease?: string; 'database-door'?: string; sockets?: string };
  const one = { type: 'string' } as const;
  try {
    ({ values } = parseArgs({ args, options: { dir: one, lease: one, 'database-door': one, sockets: one } }));
  } catch (error) {
    throw new InvalidInput(error instanceof Error ? error.message : 'the arguments cannot be read');
  }
  const fencingToken = Number(values.lease);
  if (!values.dir || !Number.isSafeInteger(fencingToken) || fencingToken < 1) {
    throw new InvalidInput('usage: realm-server --dir <folder of the realm> --lease <number from 1>');
  }
  return {
    dir: values.dir,
    fencingToken,
    databaseDoor: values['database-door'] ?? null,
    sockets: values.sockets ?? null,
  };
}
