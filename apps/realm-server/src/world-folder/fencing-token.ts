import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from './durable-file.ts';

/** The world's folder has seen a fencing token that is not smaller than ours: another start of the realm owns it. */
export class FencingTokenRefused extends Error {
  override readonly name = 'FencingTokenRefused';
}

/** The right to write a world's folder, which the start with the largest fencing token has. */
export interface WorldClaim {
  /** Called before each write of the world. @throws FencingTokenRefused when a later start has taken the folder. */
  assertHeld(): void;
}

/**
 * Takes the world's folder for this start, durably, before anything in it is touched.
 * @param fencingToken a number larger than that of every start before; one number serves one start.
 * @throws FencingTokenRefused
 */
export async function claimWorld(worldFolder: string, fencingToken: number): Promise<WorldClaim> {
  const path = join(worldFolder, 'lease');
  const seen = readToken(path);
  if (fencingToken <= seen)
    throw new FencingTokenRefused(`fencing token ${fencingToken} refused: the world has seen ${seen}`);
  await writeDurably(path, `${fencingToken}\n`);
  return {
    assertHeld() {
      const now = readToken(path);
      if (now !== fencingToken)
        throw new FencingTokenRefused(`fencing token ${fencingToken} lost: the world has seen ${now}`);
    },
  };
}

function readToken(path: string): number {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new FencingTokenRefused(`the world's fencing token cannot be read: ${path}`);
  return value;
}
