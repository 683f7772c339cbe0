import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';

/** The world's folder has seen a lease that is not smaller than ours: another start of the realm owns it. */
export class LeaseRefused extends Error {
  override readonly name = 'LeaseRefused';
}

/** The right to write a world's folder, which the start with the largest lease number has. */
export interface Lease {
  /** Called before each write of the world. @throws LeaseRefused when a later start has taken the folder. */
  assertHeld(): void;
}

/**
 * Takes the world's folder for this start, durably, before anything in it is touched.
 * @param lease a number larger than that of every start before; one number serves one start.
 * @throws LeaseRefused
 */
export async function takeLease(worldFolder: string, lease: number): Promise<Lease> {
  const path = join(worldFolder, 'lease');
  const seen = readLease(path);
  if (lease <= seen) throw new LeaseRefused(`lease ${lease} refused: the world has seen lease ${seen}`);
  await writeDurably(path, `${lease}\n`);
  return {
    assertHeld() {
      const now = readLease(path);
      if (now !== lease) throw new LeaseRefused(`lease ${lease} lost: the world has seen lease ${now}`);
    },
  };
}

function readLease(path: string): number {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new LeaseRefused(`the world's lease cannot be read: ${path}`);
  return value;
}
