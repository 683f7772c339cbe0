import { chmodSync, statSync } from 'node:fs';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/**
 * A file of settings with secrets in it is for its owner alone: takes from others what they may do with it.
 * @throws StartError when that cannot be
 */
export function closeSettingsFile({ file, secretsInFile }: Config, say: (line: string) => void): void {
  if (secretsInFile.length === 0 || (statSync(file).mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch {
    throw new StartError(`Others can read ${file}, and it holds ${secretsInFile.join(', ')}: chmod 600 ${file}`);
  }
  say(`${file} holds secrets: now its owner alone can read it (chmod 600).`);
}
